import Envelopes
import Foundation
import Ledger
import Logging
import Mail
import Synchronization
import Testing

@testable import Delivery

/// A mail server that a test sets: it accepts, refuses for good, or is full.
final class TestMailServer: MailTransport {
    private let state = Mutex<(sent: [MailMessage], answer: MailFailure?, takesDocuments: Bool)>(([], nil, true))

    var sent: [MailMessage] { state.withLock { $0.sent } }

    func answer(with failure: MailFailure?) { state.withLock { $0.answer = failure } }

    func forget() { state.withLock { $0.sent = [] } }

    /// Refuses messages with documents, as too large.
    func refuseDocuments() { state.withLock { $0.takesDocuments = false } }

    func send(_ message: MailMessage) async throws(MailFailure) -> MailReceipt {
        let failure: MailFailure? = state.withLock { state in
            guard state.takesDocuments || message.attachments.isEmpty else {
                return .permanent(code: 552, text: "5.3.4 Message size exceeds fixed limit")
            }
            if state.answer == nil { state.sent.append(message) }
            return state.answer
        }
        if let failure { throw failure }
        return MailReceipt(server: "mx.example.org:25", answer: "250 ok")
    }
}

/// The wishes of an account and its user, which a test sets.
final class Wishes: Sendable {
    private let state = Mutex((notices: SenderNotices(), appearance: AccountAppearance(name: "Example Ltd")))

    var notices: SenderNotices {
        get { state.withLock { $0.notices } }
        set { state.withLock { $0.notices = newValue } }
    }

    var appearance: AccountAppearance {
        get { state.withLock { $0.appearance } }
        set { state.withLock { $0.appearance = newValue } }
    }
}

/// The envelopes that the service was asked to seal.
final class SealedEnvelopes: Sendable {
    private let ids = Mutex<[EnvelopeID]>([])

    var all: [EnvelopeID] { ids.withLock { $0 } }

    func add(_ id: EnvelopeID) { ids.withLock { $0.append(id) } }
}

@Suite("Messages from the queue")
struct MailFlowTests {
    private let time = TestTime()
    private let server = TestMailServer()
    private let secrets = KeyedSecretBox()
    private let ledger: EnvelopeLedger
    private let queue: SQLJobQueue
    private let links: SQLLinkStore
    private let returns: SQLReturnStore
    private let runner: JobRunner
    private let blobs = MemoryBlobStore(now: { Date() })
    private let wishes = Wishes()
    private let sealed = SealedEnvelopes()

    init() throws {
        let database = try SQLiteDatabase(inMemory: SQLSchema([.ledger, .service, .mail]))
        let events = SQLEventStore(database, jobs: EnvelopeJobs(), endsVisits: true, now: { [time] in time.now })
        ledger = EnvelopeLedger(events: events, blobs: blobs)
        queue = SQLJobQueue(database)
        links = SQLLinkStore(database)
        returns = SQLReturnStore(database)
        var settings = MailSettings(from: try Mailbox(name: "Example", address: "sign@example.com"))
        settings.returnAddress = try BounceAddress("bounces+{id}@example.com")
        let consumer = try MailConsumer(
            ledger: ledger, jobs: queue, links: links, returns: returns, secrets: secrets, transport: server,
            settings: settings,
            timer: EnvelopeTimer(), linkLife: 60 * 86_400, appearance: { [wishes] _ in wishes.appearance },
            base: { URL(string: "https://sign.example.com") })
        runner = JobRunner(
            queue,
            work: [
                .published: .init(
                    PublishedEvents(ledger: ledger, mails: true, notices: { [wishes] _ in wishes.notices }), .own),
                .timer: .init(
                    EnvelopeTimers(ledger: ledger, timer: EnvelopeTimer(), seal: { [sealed] id, _ in sealed.add(id) }),
                    .own),
                .mail: .init(consumer, .mail),
            ], now: { [time] in time.now }, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
    }

    private var sender: EventActor { EventActor(kind: .sender, id: "u-1", name: "Ada Sender") }

    private func context(_ actor: EventActor? = nil) -> CommandContext {
        CommandContext(at: time.now, actor: actor ?? sender)
    }

    private func send(
        notification: NotificationSettings? = nil, change: (inout EnvelopeDefinition) -> Void = { _ in }
    ) async throws -> EnvelopeID {
        let document = try await blobs.store(Data("a document".utf8))
        func tab(_ recipient: RecipientID) -> EnvelopeTab {
            EnvelopeTab(
                id: TabID(UUID()), kind: .signHere, documentID: "1", recipientID: recipient, page: 1,
                frame: TabFrame(x: 100, y: 600, width: 120, height: 40), label: "Signature")
        }
        var definition = EnvelopeDefinition(
            accountID: "a-1", sender: Sender(userID: "u-1", name: "Ada Sender", email: "ada@example.org"),
            emailSubject: "Lease", emailBlurb: "Please sign by Friday.",
            documents: [
                EnvelopeDocument(
                    id: "1", name: "lease.pdf", blob: document, pages: [PageSize(width: 595, height: 842)], order: 1)
            ],
            recipients: [
                Recipient(id: "1", name: "Bo Signer", email: "bo@example.org", note: "Page 2 is yours."),
                Recipient(id: "2", name: "Cy Signer", email: "cy@example.org", routingOrder: 2),
            ], tabs: [tab("1"), tab("2")], notification: notification)
        change(&definition)
        let id = EnvelopeID(UUID())
        _ = try await ledger.create(id, definition, send: true, context())
        return id
    }

    private func kinds(_ id: EnvelopeID) async throws -> [String] {
        try await ledger.history(id).events.map(\.body.kind.rawValue)
    }

    @Test("An invitation reaches the first signer with their own link and is recorded in the history")
    func firstInvitation() async throws {
        let id = try await send()
        await runner.runDue()
        let message = try #require(server.sent.first)
        #expect(server.sent.count == 1)
        #expect(message.to.address.description == "bo@example.org")
        #expect(message.from.name == "Ada Sender via Example")
        #expect(message.replyTo?.address.description == "ada@example.org")
        #expect(message.text.contains("Please sign by Friday.\n"))
        #expect(message.text.contains("Page 2 is yours."))
        #expect(message.references.map(\.description) == ["\(id.rawValue)@example.com"])
        let line = try #require(
            message.text.split(separator: "\n").first { $0.hasPrefix("https://sign.example.com/open/") })
        let secret = Secret(text: String(line.dropFirst("https://sign.example.com/open/".count)))
        #expect(
            try await links.find(secret, at: time.now) == .valid(LinkTarget(envelopeID: id, recipientID: "1")))
        #expect(try await links.find(secret, at: time.now + 61 * 86_400) != .unknown)
        let mailed = try #require(try await ledger.history(id).events.last)
        guard case .mailed(let mailing) = mailed.body else {
            Issue.record("\(mailed.body)")
            return
        }
        #expect(mailing.server == "mx.example.org:25")
        #expect(mailing.messageID == message.messageID.description)
        let stored = try await ledger.history(id).file
        #expect(!String(decoding: stored, as: UTF8.self).contains(secret.text))
        // Only the timer waits.
        #expect(try await queue.jobs(in: nil, after: 0, count: 9).map(\.kind) == [.timer])
    }

    @Test("A message that a full server refused is sent later under the same id")
    func fullServer() async throws {
        let id = try await send()
        server.answer(with: .temporary(text: "452 full"))
        await runner.runDue()
        #expect(
            try await queue.jobs(in: .ready, after: 0, count: 9).first { $0.kind == .mail }?.lastError == "452 full")
        server.answer(with: nil)
        time.pass(60)
        await runner.runDue()
        #expect(server.sent.count == 1)
        #expect(try await kinds(id).filter { $0 == "mailed" }.count == 1)
    }

    @Test("A server full for days marks the recipient as undelivered and notifies the sender")
    func fullForDays() async throws {
        let id = try await send()
        server.answer(with: .temporary(text: "452 full"))
        await runner.runDue()
        time.pass(3 * 86_400)
        await runner.runDue()
        #expect(try await queue.jobs(in: .dead, after: 0, count: 9).count == 1)
        #expect(try await kinds(id).filter { $0 == "undelivered" }.count == 1)
        server.answer(with: nil)
        time.pass(60)
        await runner.runDue()
        #expect(server.sent.map(\.to.address.description) == ["ada@example.org"])
        #expect(server.sent.first?.text.contains("452 full") == true)
    }

    @Test("An unknown address marks the recipient as undelivered and notifies the sender")
    func unknownAddress() async throws {
        let id = try await send()
        server.answer(with: .permanent(code: 550, text: "5.1.1 No such user"))
        await runner.runDue()
        #expect(try await ledger.envelope(id).state(of: "1")?.status == .autoResponded)
        server.answer(with: nil)
        // The sender's message was refused as well; an operator retries what was given up.
        for job in try await queue.jobs(in: .dead, after: 0, count: 9) where job.lane.hasSuffix("sender") {
            _ = try await queue.retry(job.id, at: time.now)
        }
        await runner.runDue()
        let notice = try #require(server.sent.last)
        #expect(notice.to.address.description == "ada@example.org")
        #expect(notice.text.contains("5.1.1 No such user"))
        #expect(notice.text.contains("Bo Signer"))
    }

    @Test("A certified delivery is announced as one, and receiving it as the last act has the envelope sealed")
    func certifiedDelivery() async throws {
        let id = try await send {
            $0.recipients = [
                Recipient(id: "1", name: "Bo Signer", email: "bo@example.org", kind: .certifiedDelivery)
            ]
            $0.tabs[0].recipientID = "2"
            $0.recipients.append(Recipient(id: "2", name: "Cy Signer", email: "cy@example.org"))
        }
        await runner.runDue()
        let letter = try #require(server.sent.first { $0.to.address.description == "bo@example.org" })
        #expect(letter.text.contains("Ada Sender sends you documents"))
        #expect(letter.text.contains("You need not sign anything."))
        let cy = EventActor(kind: .recipient, id: "2", name: "Cy Signer")
        _ = try await ledger.perform(on: id, context(cy)) { envelope in
            [
                .consent(recipientID: "2", disclosure: try #require(envelope.documents.first).blob),
                .adopt(
                    recipientID: "2", kind: .signature, artwork: try #require(envelope.documents.first).blob,
                    method: .typed),
            ] + envelope.tabs.map { .fill(recipientID: "2", tabID: $0.id, value: "true") }
        }
        let signed = try await blobs.store(Data("signed".utf8))
        _ = try await ledger.perform(
            .sign(recipientID: "2", documents: ["1": signed], shown: ["1": PageRanges([1])]), on: id, context(cy))
        await runner.runDue()
        #expect(sealed.all.isEmpty)
        _ = try await ledger.perform(
            .receive(recipientID: "1", shown: ["1": PageRanges([1])]), on: id,
            context(EventActor(kind: .recipient, id: "1", name: "Bo Signer")))
        await runner.runDue()
        #expect(sealed.all == [id])
    }

    @Test("A recipient who may not see every document gets each of theirs as a file of its own")
    func hiddenDocuments() async throws {
        let other = try await blobs.store(Data("another document".utf8))
        let id = try await send {
            $0.documents.append(
                EnvelopeDocument(
                    id: "2", name: "secret.pdf", blob: other, pages: [PageSize(width: 595, height: 842)], order: 2))
            $0.recipients = [
                Recipient(id: "1", name: "Bo Signer", email: "bo@example.org"),
                Recipient(id: "2", name: "Cy Copy", email: "cy@example.org", routingOrder: 2, kind: .carbonCopy),
            ]
            $0.recipients[1].excludedDocuments = ["2"]
            $0.tabs[1].recipientID = "1"
            $0.tabs[1].documentID = "2"
        }
        let bo = EventActor(kind: .recipient, id: "1", name: "Bo Signer")
        _ = try await ledger.perform(on: id, context(bo)) { envelope in
            [
                .consent(recipientID: "1", disclosure: other),
                .adopt(recipientID: "1", kind: .signature, artwork: other, method: .typed),
            ] + envelope.tabs.map { .fill(recipientID: "1", tabID: $0.id, value: "true") }
        }
        let versions = [try await blobs.store(Data("v1".utf8)), try await blobs.store(Data("v2".utf8))]
        _ = try await ledger.perform(
            .sign(
                recipientID: "1", documents: ["1": versions[0], "2": versions[1]],
                shown: ["1": PageRanges([1]), "2": PageRanges([1])]), on: id, context(bo))
        let seals = [try await blobs.store(Data("s1".utf8)), try await blobs.store(Data("s2".utf8))]
        let whole = try await blobs.store(Data("both".utf8))
        _ = try await ledger.perform(
            .seal(documents: ["1": seals[0], "2": seals[1]], combined: whole, certificate: whole), on: id, context())
        await runner.runDue()
        func completed(_ address: String) throws -> MailMessage {
            try #require(
                server.sent.last { $0.to.address.description == address && $0.subject.hasPrefix("Completed") })
        }
        #expect(try completed("bo@example.org").attachments.map(\.bytes) == [Data("both".utf8)])
        #expect(try completed("cy@example.org").attachments.map(\.bytes) == [Data("s1".utf8)])
        #expect(server.sent.allSatisfy { $0.to.address.description != "cy@example.org" || !$0.text.contains("secret") })
    }

    /// An envelope of one signer that is complete.
    private func completed(combined: Data) async throws -> EnvelopeID {
        let id = try await send {
            $0.recipients.removeLast()
            $0.tabs.removeLast()
        }
        let bo = EventActor(kind: .recipient, id: "1", name: "Bo Signer")
        let blob = try await blobs.store(Data("x".utf8))
        _ = try await ledger.perform(on: id, context(bo)) { envelope in
            [
                .consent(recipientID: "1", disclosure: blob),
                .adopt(recipientID: "1", kind: .signature, artwork: blob, method: .typed),
            ] + envelope.tabs.map { .fill(recipientID: "1", tabID: $0.id, value: "true") }
        }
        _ = try await ledger.perform(
            .sign(recipientID: "1", documents: ["1": blob], shown: ["1": PageRanges([1])]), on: id, context(bo))
        let (seal, whole) = (try await blobs.store(Data("sealed".utf8)), try await blobs.store(combined))
        _ = try await ledger.perform(
            .seal(documents: ["1": seal], combined: whole, certificate: whole), on: id, context())
        await runner.runDue()
        return id
    }

    /// The messages about the end, without their documents: the signer's with a link, the sender's with the address of the file.
    private func expectLinks() throws {
        let messages = server.sent.filter { $0.subject == "Completed: Lease" }
        #expect(Set(messages.map(\.to.address.description)) == ["bo@example.org", "ada@example.org"])
        #expect(messages.allSatisfy { $0.attachments.isEmpty && !$0.text.contains("attached") })
        let toSigner = try #require(messages.first { $0.to.address.local == "bo" })
        #expect(toSigner.text.contains("/open/") && toSigner.text.contains("The link leads to the signed documents."))
        let toSender = try #require(messages.first { $0.to.address.local == "ada" })
        #expect(toSender.text.contains("too large for a message"), "\(toSender.text)")
        #expect(toSender.text.contains("/signed/") && toSender.text.contains(".pdf"), "\(toSender.text)")
    }

    @Test("Completed documents go with the message up to the limit, and beyond it a link leads to them")
    func completedDocuments() async throws {
        let limit = MailSettings(from: try Mailbox(name: "", address: "a@example.com")).attachmentLimit
        _ = try await completed(combined: Data(count: limit))
        #expect(server.sent.suffix(2).map { $0.attachments.map(\.bytes.count) } == [[limit], [limit]])
        server.forget()
        _ = try await completed(combined: Data(count: limit + 1))
        try expectLinks()
    }

    @Test("A server that takes no message of that size gets it without the documents")
    func serverSizeLimit() async throws {
        server.refuseDocuments()
        let id = try await completed(combined: Data("whole".utf8))
        try expectLinks()
        #expect(try await kinds(id).filter { $0 == "mailed" }.count == 2)
        #expect(try await !kinds(id).contains("undelivered"))
        #expect(try await queue.jobs(in: .dead, after: 0, count: 9).isEmpty)
    }

    @Test("Documents that fit leave a message within the operator's limit", arguments: [1, 2, 3, 25, 1024])
    func operatorSizeLimit(megabytes: Int) throws {
        var settings = MailSettings(from: try Mailbox(name: "Example", address: "sign@example.com"))
        settings.fit(messagesOf: megabytes << 20)
        #expect(settings.attachmentLimit > 300_000 && settings.attachmentLimit <= 5 << 20)
        let message = MailMessage(
            from: settings.from, to: settings.from, subject: "Lease", text: "x", html: "x",
            attachments: [
                try MailAttachment(
                    name: "lease.pdf", mediaType: "application/pdf", bytes: Data(count: settings.attachmentLimit))
            ], messageID: try MessageID("1@example.com"), references: [],
            envelopeSender: settings.from.address, date: time.now)
        #expect(MIMEWriter().data(message).count <= megabytes << 20 - 450_000)
    }

    @Test("A part that is passed on invites the new person, in words of its own, and the sender hears of it")
    func delegation() async throws {
        let id = try await send { $0.allowsReassigning = true }
        await runner.runDue()
        let actor = EventActor(kind: .recipient, id: "1", name: "Bo Signer")
        _ = try await ledger.perform(
            .delegate(
                recipientID: "1", delegation: Delegation(name: "Di New", email: "di@example.org", reason: "On leave.")),
            on: id, context(actor))
        await runner.runDue()
        let invitation = try #require(server.sent.first { $0.to.address.description == "di@example.org" })
        #expect(invitation.text.contains("Bo Signer asks you to sign in their place"))
        #expect(invitation.text.contains("On leave.") && invitation.text.contains("Ada Sender"))
        // The note was for Bo Signer's eyes.
        #expect(!invitation.text.contains("Page 2 is yours."))
        #expect(invitation.text.contains("https://sign.example.com/open/"))
        let notice = try #require(server.sent.last { $0.to.address.description == "ada@example.org" })
        #expect(notice.subject == "Assigned to Di New: Lease")
        #expect(notice.text.contains("Bo Signer has asked Di New to sign “Lease” in their place."))
        #expect(server.sent.count == 3)
    }

    @Test("Reminders and the end of the time to sign reach people, weeks in a moment")
    func reminders() async throws {
        let id = try await send(
            notification: .init(reminders: .init(delay: 2, frequency: 4), expiry: .init(after: 12, warn: 3)))
        var subjects: [String] = []
        for _ in 0...(13 * 4) {
            await runner.runDue()
            time.pass(6 * 3600)
        }
        subjects = server.sent.map { "\($0.to.address.local): \($0.subject)" }
        #expect(
            subjects == [
                "bo: Lease", "bo: Reminder: Lease", "bo: Reminder: Lease", "bo: Expires soon: Lease",
                "bo: Expired: Lease", "ada: Expired: Lease",
            ])
        let (invitation, end) = (try #require(server.sent.first), try #require(server.sent.dropLast().last))
        #expect(invitation.text.contains(" GMT\n"), "\(invitation.text)")
        // Behind a link there would be nothing to read.
        #expect(invitation.text.contains("/open/") && !end.text.contains("/open/"), "\(end.text)")
        // The time that is over is no withdrawal, and no reason in another language.
        #expect(!end.text.contains("void") && !end.text.contains("Reason"), "\(end.text)")
        #expect(try await ledger.envelope(id).status == .voided)
        #expect(try await queue.jobs(in: nil, after: 0, count: 9).isEmpty)
    }

    @Test("A process that dies after sending does not send again if the history has the message")
    func diedAfterSending() async throws {
        let id = try await send()
        await runner.runDue()
        let mailed = try #require(try await ledger.history(id).events.last)
        // The job comes back as its holder never finished it.
        let key = try #require(mailed.commandKey)
        let number = try #require(Int(key.dropFirst("mail-".count)))
        let consumer = try MailConsumer(
            ledger: ledger, jobs: queue, links: links, returns: returns, secrets: secrets, transport: server,
            settings: MailSettings(from: Mailbox(address: "sign@example.com")), timer: EnvelopeTimer(), linkLife: 1,
            appearance: { _ in AccountAppearance() }, base: { URL(string: "https://sign.example.com") })
        let envelope = try await ledger.envelope(id)
        let order = try MailOrder(.invitation, to: "1", sequence: 2).job(for: envelope)
        let job = Job(
            id: number, order, dueAt: time.now, createdAt: time.now, attempts: 2, holder: "b", mayBeRepeated: true)
        #expect(try await consumer.run(job, at: time.now) == .done())
        #expect(server.sent.count == 1)
    }

    @Test("The invitation of a voided envelope is not sent")
    func voidedEnvelope() async throws {
        let id = try await send()
        _ = try await ledger.perform(.void(reason: "wrong unit"), on: id, context())
        await runner.runDue()
        #expect(server.sent.map(\.subject) == ["Voided: Lease"])
        #expect(server.sent.first?.text.contains("wrong unit") == true)
    }

    @Test("A subject with line breaks is refused before anything is stored")
    func lineBreaks() async throws {
        await #expect(throws: EnvelopeError.self) {
            _ = try await send { definition in
                definition.recipients[0].emailNotification = EmailNotification(
                    subject: "Sign now\r\nBcc: eve@example.org\r\n\r\n<html>", body: "Dear Bo")
            }
        }
        #expect(try await queue.jobs(in: nil, after: 0, count: 9).isEmpty)
    }

    @Test("A one-time code's message has the code and no link")
    func oneTimeCode() async throws {
        let id = try await send()
        await runner.runDue()
        let target = LinkTarget(envelopeID: id, recipientID: "1")
        let sealed = try secrets.seal("271828", for: MailSecret.code(of: target)).base64EncodedString()
        let envelope = try await ledger.envelope(id)
        let order = MailOrder(.oneTimeCode, to: "1", sealedCode: sealed)
        try await queue.add([order.job(for: envelope)], at: time.now)
        await runner.runDue()
        let message = try #require(server.sent.last)
        #expect(message.text.contains("271828"))
        #expect(!message.text.contains("/open/"))
    }

    private func correct(_ id: EnvelopeID, _ correction: (Envelope) -> Correction) async throws {
        let envelope = try await ledger.envelope(id)
        _ = try await ledger.perform(.correct(correction(envelope)), on: id, context())
        await runner.runDue()
    }

    @Test("A corrected address gets an invitation with a new link, and the earlier link is gone")
    func correctedAddress() async throws {
        let id = try await send()
        await runner.runDue()
        func link(_ message: MailMessage) throws -> Secret {
            let start = "https://sign.example.com/open/"
            let line = try #require(message.text.split(separator: "\n").first { $0.hasPrefix(start) })
            return Secret(text: String(line.dropFirst(start.count)))
        }
        let earlier = try link(try #require(server.sent.last))
        try await correct(id) { envelope in
            var bo = envelope.recipients[0]
            bo.email = "bob@example.org"
            return Correction(recipients: [bo], replyTo: ReplyTo(email: "desk@example.org", name: "Desk"))
        }
        let message = try #require(server.sent.last)
        #expect(server.sent.count == 2 && message.to.address.description == "bob@example.org")
        #expect(message.subject == "Lease" && message.replyTo?.address.description == "desk@example.org")
        #expect(try await links.find(earlier, at: time.now) == .unknown)
        let target = LinkTarget(envelopeID: id, recipientID: "1")
        #expect(try await links.find(link(message), at: time.now) == .valid(target))
    }

    @Test("A signer hears of changed documents, and nobody of a changed subject")
    func changedDocuments() async throws {
        let id = try await send()
        await runner.runDue()
        try await correct(id) { _ in Correction(emailSubject: "New lease") }
        #expect(server.sent.count == 1)
        try await correct(id) { envelope in
            var annex = envelope.documents[0]
            annex.id = "2"
            annex.order = 2
            return Correction(documents: [annex])
        }
        let message = try #require(server.sent.last)
        #expect(server.sent.count == 2 && message.subject == "Corrected: New lease", "\(message.subject)")
        #expect(message.to.address.description == "bo@example.org" && message.text.contains("/open/"))
    }

    @Test("An invitation that still waits goes to the corrected address only")
    func waitingInvitation() async throws {
        let id = try await send()
        server.answer(with: .temporary(text: "452 full"))
        await runner.runDue()
        server.answer(with: nil)
        try await correct(id) { envelope in
            var bo = envelope.recipients[0]
            bo.email = "bob@example.org"
            return Correction(recipients: [bo])
        }
        time.pass(3600)
        await runner.runDue()
        #expect(!server.sent.isEmpty && server.sent.allSatisfy { $0.to.address.description == "bob@example.org" })
    }

    @Test("A recipient's own subject and text replace the envelope's")
    func ownSubject() async throws {
        _ = try await send { definition in
            definition.recipients[0].emailNotification = EmailNotification(subject: "Your lease", body: "Dear Bo")
        }
        await runner.runDue()
        let message = try #require(server.sent.first)
        #expect(message.subject == "Your lease")
        #expect(message.text.contains("Dear Bo"))
        #expect(!message.text.contains("Please sign by Friday."))
    }

    @Test("A message has a return address of its own that says nothing about it")
    func returnAddress() async throws {
        let id = try await send()
        await runner.runDue()
        let message = try #require(server.sent.first)
        let address = message.envelopeSender
        #expect(address.local.count == "bounces+".count + 26)
        let template = try BounceAddress("bounces+{id}@example.com")
        let token = try #require(template.id(in: address))
        let sent = try #require(try await returns.find(token))
        #expect(sent.envelopeID == id && sent.recipientID == "1" && sent.message == .invitation)
        let intake = ReturnedMail(ledger: ledger, returns: returns, returnAddress: template)
        let report = """
            To: <\(address)>
            Content-Type: multipart/report; report-type=delivery-status; boundary=x

            --x
            Content-Type: message/delivery-status

            Final-Recipient: rfc822; bo@example.org
            Action: failed
            Diagnostic-Code: smtp; 550 gone
            --x--
            """
        #expect(try await intake.take(Data(report.utf8), at: time.now) == .undelivered)
        await runner.runDue()
        let notice = try #require(server.sent.last)
        #expect(notice.to.address.description == "ada@example.org")
        #expect(notice.text.contains("550 gone") && notice.text.contains("Bo Signer"))
    }

    @Test("An account's name, address for answers and brand stand in its messages")
    func accountSettings() async throws {
        var brand = AccountBrand(id: "b-1", accountID: "a-1", name: "Fjord", company: "Fjord Homes AS")
        brand.footer = "Strandgaten 1, Bergen"
        brand.button = BrandColor("#ffe600")
        brand.logo = BrandLogo(Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        wishes.appearance = AccountAppearance(
            name: "Fjord Homes", fromName: "Fjord Homes", replyTo: try MailAddress("office@fjord.example"), brand: brand
        )
        _ = try await send()
        await runner.runDue()
        let message = try #require(server.sent.first)
        #expect(message.from.name == "Ada Sender via Fjord Homes")
        #expect(message.from.address.description == "sign@example.com")
        #expect(message.replyTo?.address.description == "office@fjord.example")
        #expect(message.html.contains("alt=\"Fjord Homes AS\"") && message.images.count == 1)
        #expect(message.text.contains("Strandgaten 1, Bergen") && message.text.contains("with Fjord Homes AS."))
        // Black on yellow can be read.
        #expect(message.html.contains("background-color:#ffe600") && message.html.contains("color:#000000"))
    }

    @Test("Only a message that its reader can do without says how to stop it")
    func unsubscribeLink() async throws {
        wishes.notices = SenderNotices(viewed: true)
        let id = try await send()
        let bo = EventActor(kind: .recipient, id: "1", name: "Bo Signer")
        _ = try await ledger.perform(.view(recipientID: "1"), on: id, context(bo))
        await runner.runDue()
        let notice = try #require(server.sent.first { $0.to.address.local == "ada" })
        let url = try #require(notice.listUnsubscribe)
        #expect(server.sent.filter { $0.listUnsubscribe != nil } == [notice])
        #expect(url.absoluteString.hasPrefix("https://sign.example.com/mail/unsubscribe/"))
        let wish = try #require(UnsubscribeWish(text: url.lastPathComponent, secrets))
        #expect(wish.userID == "u-1" && wish.message == .viewed)
        var notices = wishes.notices
        wish.apply(to: &notices)
        #expect(notices == SenderNotices(viewed: false))
        #expect(!url.absoluteString.contains("u-1"))
    }

    @Test(
        "An address to stop messages that the service did not make is refused",
        arguments: [
            "", "x", "dS0xIHZpZXdlZA", String(repeating: "A", count: 100), String(repeating: "é", count: 100),
        ])
    func foreignUnsubscribeLink(text: String) {
        #expect(UnsubscribeWish(text: text, secrets) == nil)
        // A wish for another purpose, or for a message that is not optional.
        #expect(UnsubscribeWish(userID: "u-1", message: .declined) == nil)
        #expect(
            UnsubscribeWish(text: (try? secrets.seal("u-1 viewed", for: "other").base64EncodedString()) ?? "", secrets)
                == nil)
    }

    @Test("A sender who wants no message about a refusal gets none")
    func unwantedNotice() async throws {
        wishes.notices = SenderNotices(declined: false)
        let id = try await send()
        await runner.runDue()
        let bo = EventActor(kind: .recipient, id: "1", name: "Bo Signer")
        _ = try await ledger.perform(.decline(recipientID: "1", reason: "No."), on: id, context(bo))
        await runner.runDue()
        #expect(!server.sent.contains { $0.to.address.local == "ada" })
    }

    @Test("An address that many recipients share gets only so many messages an hour, and all in the end")
    func sharedAddress() async throws {
        _ = try await send { definition in
            let tab = definition.tabs[0]
            definition.recipients = (1...50).map {
                Recipient(id: RecipientID(rawValue: "\($0)"), name: "Bo \($0)", email: "Bo@example.org")
            }
            definition.tabs = definition.recipients.map { recipient in
                EnvelopeTab(
                    id: TabID(UUID()), kind: tab.kind, documentID: "1", recipientID: recipient.id, page: 1,
                    frame: tab.frame, label: tab.label)
            }
        }
        await runner.runDue()
        #expect(server.sent.count == 20)
        time.pass(3601)
        await runner.runDue()
        #expect(server.sent.count == 40)
        time.pass(3601)
        await runner.runDue()
        #expect(server.sent.count == 50)
    }

    @Test(
        "Many envelopes send one address only so many messages an hour; the histories say which wait, and none is lost")
    func manyEnvelopes() async throws {
        var ids: [EnvelopeID] = []
        for number in 1...25 {
            ids.append(try await send { $0.recipients[0].email = "bo+\(number)@example.org" })
        }
        await runner.runDue()
        #expect(server.sent.count == 20)
        var waits: [Undelivered] = []
        for id in ids {
            let history = try await ledger.history(id)
            for case .undelivered(let delay) in history.events.map(\.body) {
                waits.append(delay)
                #expect(history.envelope.state(of: "1")?.status == .sent)
            }
        }
        #expect(waits.count == 5 && waits.allSatisfy { $0.waitsUntil == time.now + 3600 })
        // What is looked at again meanwhile says nothing new.
        time.pass(1800)
        await runner.runDue()
        time.pass(1800)
        await runner.runDue()
        #expect(server.sent.count == 25)
        #expect(Set(server.sent.map(\.to.address.description)).count == 25)
        #expect(server.sent.allSatisfy { $0.to.address.local.hasPrefix("bo") })
    }

    @Test("A corrected address does not wait for the quota of the one before")
    func correctedWhileWaiting() async throws {
        for _ in 1...20 { _ = try await send() }
        let id = try await send()
        await runner.runDue()
        #expect(server.sent.count == 20)
        try await correct(id) { envelope in
            var bo = envelope.recipients[0]
            bo.email = "di@example.org"
            return Correction(recipients: [bo])
        }
        await runner.runDue()
        #expect(server.sent.last?.to.address.description == "di@example.org")
    }

    @Test("A code and the completed documents do not wait behind an invitation that does")
    func codesDoNotWait() async throws {
        for _ in 1...20 { _ = try await send() }
        let id = try await send()
        await runner.runDue()
        server.forget()
        let envelope = try await ledger.envelope(id)
        let sealed = try secrets.seal("123456", for: MailSecret.code(of: LinkTarget(envelopeID: id, recipientID: "1")))
        let code = MailOrder(.oneTimeCode, to: "1", sealedCode: sealed.base64EncodedString())
        try await queue.add(
            [try code.job(for: envelope), try MailOrder(.completed, to: "1").job(for: envelope)], at: time.now)
        await runner.runDue()
        #expect(server.sent.count == 2 && server.sent.contains { $0.text.contains("123456") })
    }

    @Test("An address that is changed back and forth gets no more messages than any other")
    func changedBackAndForth() async throws {
        let id = try await send()
        for number in 1...60 {
            try await correct(id) { envelope in
                var bo = envelope.recipients[0]
                bo.email = number.isMultiple(of: 2) ? "bo@example.org" : "bob@example.org"
                return Correction(recipients: [bo])
            }
            await runner.runDue()
        }
        let counts = Dictionary(grouping: server.sent, by: \.to.address.description).mapValues(\.count)
        // A message that was counted for the address before is counted again for the new one.
        #expect(counts.count == 2 && counts.values.allSatisfy { (19...20).contains($0) }, "\(counts)")
    }
}
