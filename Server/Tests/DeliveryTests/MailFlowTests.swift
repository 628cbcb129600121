import Envelopes
import Foundation
import Ledger
import Logging
import Mail
import Testing

@testable import Delivery

@Suite("Messages from the queue")
struct MailFlowTests {
    let time = TestTime()
    let server = TestMailServer()
    let secrets = KeyedSecretBox()
    let ledger: EnvelopeLedger
    let queue: SQLJobQueue
    let links: SQLLinkStore
    let returns: SQLReturnStore
    let runner: JobRunner
    let blobs = MemoryBlobStore(now: { Date() })
    let wishes = Wishes()
    let sealed = SealedEnvelopes()

    init() throws {
        let database = try SQLiteDatabase(inMemory: SQLSchema([.ledger, .lists, .service, .mail]))
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

    var sender: EventActor { EventActor(kind: .sender, id: "u-1", name: "Ada Sender") }

    func context(_ actor: EventActor? = nil) -> CommandContext {
        CommandContext(at: time.now, actor: actor ?? sender)
    }

    func send(
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
        _ = try await ledger.createEnvelope(id, definition, send: true, context())
        return id
    }

    func kinds(_ id: EnvelopeID) async throws -> [String] {
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
        let order = try MailOrder(Notice(.invitation, to: "1"), sequence: 2).job(for: envelope)
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
        let order = MailOrder(Notice(.oneTimeCode, to: "1"), sealedCode: sealed)
        try await queue.add([order.job(for: envelope)], at: time.now)
        await runner.runDue()
        let message = try #require(server.sent.last)
        #expect(message.text.contains("271828"))
        #expect(!message.text.contains("/open/"))
    }
}
