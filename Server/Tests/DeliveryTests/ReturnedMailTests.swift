import Envelopes
import Foundation
import Ledger
import Mail
import Testing

@testable import Delivery

@Suite("Messages that come back")
struct ReturnedMailTests {
    private let time = TestTime()
    private let ledger: EnvelopeLedger
    private let returns: SQLReturnStore
    private let intake: ReturnedMail
    private let blobs = MemoryBlobStore(now: { Date() })

    init() throws {
        let database = try SQLiteDatabase(inMemory: SQLSchema([.ledger, .lists, .service, .mail]))
        ledger = EnvelopeLedger(events: SQLEventStore(database, now: { [time] in time.now }), blobs: blobs)
        returns = SQLReturnStore(database)
        intake = ReturnedMail(
            ledger: ledger, returns: returns, returnAddress: try BounceAddress("bounces+{id}@example.com"))
    }

    /// Sends an envelope to two people, and returns it with the return address of the first one's invitation.
    private func sent(_ message: MessageKind = .invitation, to recipient: RecipientID? = "1", job: Int = 7) async throws
        -> (id: EnvelopeID, address: String)
    {
        let document = try await blobs.store(Data("a document".utf8))
        let definition = EnvelopeDefinition(
            accountID: "a-1", sender: Sender(userID: "u-1", name: "Ada Sender", email: "ada@example.org"),
            emailSubject: "Lease",
            documents: [
                EnvelopeDocument(
                    id: "1", name: "lease.pdf", blob: document, pages: [PageSize(width: 595, height: 842)], order: 1)
            ],
            recipients: ["1", "2"].map { Recipient(id: $0, name: "Bo \($0)", email: "bo\($0)@example.org") },
            tabs: ["1", "2"].map {
                EnvelopeTab(
                    id: TabID(UUID()), kind: .signHere, documentID: "1", recipientID: $0, page: 1,
                    frame: TabFrame(x: 100, y: 600, width: 120, height: 40), label: "Signature")
            })
        let id = EnvelopeID(UUID())
        let sender = EventActor(kind: .sender, id: "u-1", name: "Ada Sender")
        _ = try await ledger.createEnvelope(id, definition, send: true, CommandContext(at: time.now, actor: sender))
        let token = try await returns.issue(
            SentMessage(
                envelopeID: id, jobID: job, message: message, recipientID: recipient,
                address: recipient == nil ? "ada@example.org" : "bo1@example.org"), at: time.now)
        return (id, "bounces+\(token)@example.com")
    }

    private func report(
        to address: String, action: String = "failed", recipient: String = "bo1@example.org", headers: String = "",
        status: String = "5.1.1", further: String = ""
    ) -> Data {
        Data(
            """
            Return-Path: <>
            Delivered-To: \(address)
            From: MAILER-DAEMON@mx.example.org (Mail Delivery System)
            To: \(address)
            Auto-Submitted: auto-replied
            \(headers)MIME-Version: 1.0
            Content-Type: multipart/report; report-type=delivery-status;
            \tboundary="A1.B2/mx"

            This is a MIME-encapsulated message.

            --A1.B2/mx
            Content-Type: text/plain

            I'm sorry to have to inform you.

            --A1.B2/mx
            Content-Type: message/delivery-status

            Reporting-MTA: dns; mx.example.org

            \(further)Final-Recipient: rfc822; \(recipient)
            Action: \(action)
            Status: \(status)
            Diagnostic-Code: smtp; 550 5.1.1 <bo1@example.org>: no such
                mailbox here

            --A1.B2/mx
            Content-Type: message/rfc822

            Subject: Lease

            Hello
            --A1.B2/mx--

            """.replacing("\n", with: "\r\n").utf8)
    }

    private func count(_ id: EnvelopeID) async throws -> Int { try await ledger.history(id).events.count }

    @Test("A report of failure marks the recipient with the server's reason, once")
    func failureReport() async throws {
        let (id, address) = try await sent()
        #expect(try await intake.take(report(to: address), at: time.now) == .undelivered)
        let state = try #require(try await ledger.envelope(id).state(of: "1"))
        #expect(state.status == .autoResponded)
        #expect(state.undeliveredReason == "It came back: 550 5.1.1 <bo1@example.org>: no such mailbox here")
        let events = try await count(id)
        // The second server on the way reports in other words.
        let again = report(to: address, status: "5.0.0", further: "X: y\n")
        #expect(try await intake.take(again, at: time.now + 60) == .repeated)
        #expect(try await count(id) == events)
    }

    @Test("Two reports at the same moment count once")
    func parallelReports() async throws {
        let (id, address) = try await sent()
        let message = report(to: address)
        let outcomes = try await withThrowingTaskGroup(of: ReturnOutcome.self) { group in
            for _ in 0..<8 { group.addTask { try await intake.take(message, at: time.now) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == .undelivered } == 1)
        #expect(outcomes.count { $0 == .repeated } == 7)
        #expect(try await count(id) == 3)
    }

    @Test("A server that changes the case of an address changes nothing")
    func addressCase() async throws {
        let (_, address) = try await sent()
        #expect(try await intake.take(report(to: address.uppercased()), at: time.now) == .undelivered)
    }

    @Test(
        "A report of anything but failure changes nothing",
        arguments: [
            ("delayed", ReturnOutcome.delayed), ("delivered", .delivered), ("relayed (to a list)", .delivered),
            ("expanded", .delivered), ("nonsense", .notAReport),
        ])
    func otherReports(action: String, outcome: ReturnOutcome) async throws {
        let (id, address) = try await sent()
        let expected = outcome == .notAReport ? .automaticReply : outcome
        #expect(try await intake.take(report(to: address, action: action), at: time.now) == expected)
        #expect(try await count(id) == 2)
    }

    @Test(
        "An automatic reply changes nothing",
        arguments: ["Auto-Submitted: auto-replied (vacation)", "X-Autoreply: yes", "Precedence: auto_reply"])
    func automaticReply(header: String) async throws {
        let (id, address) = try await sent()
        let message = Data("To: \(address)\n\(header)\nSubject: 550 5.1.1 I am away\n\nAction: failed\n".utf8)
        #expect(try await intake.take(message, at: time.now) == .automaticReply)
        #expect(try await count(id) == 2)
    }

    @Test("A person's answer, a receipt and junk change nothing")
    func otherAnswers() async throws {
        let (id, address) = try await sent()
        let receipt = String(decoding: report(to: address), as: UTF8.self)
            .replacing("report-type=delivery-status", with: "report-type=disposition-notification")
            .replacing("Auto-Submitted: auto-replied\r\n", with: "")
        for text in ["", "To: \(address)\n\nAction: failed\nStatus: 5.1.1\n", receipt, "\u{0}\u{1}\n\n\n"] {
            let outcome = try await intake.take(Data(text.utf8), deliveredTo: address, at: time.now)
            #expect(outcome == .notAReport, "\(text.prefix(80))")
        }
        #expect(try await count(id) == 2)
    }

    @Test("A report that somebody forwards inside another message is not one")
    func forwardedReport() async throws {
        let (id, address) = try await sent()
        let inner = String(decoding: report(to: address), as: UTF8.self)
        let message = """
            To: \(address)\r
            Content-Type: multipart/mixed; boundary=out\r
            \r
            --out\r
            Content-Type: message/rfc822\r
            \r
            \(inner)\r
            --out--\r

            """
        #expect(try await intake.take(Data(message.utf8), at: time.now) == .notAReport)
        #expect(try await count(id) == 2)
        // A list's footer around a report leaves it a report.
        let footed = message.replacing("Content-Type: message/rfc822\r\n\r\n", with: "")
        #expect(try await intake.take(Data(footed.utf8), at: time.now) == .undelivered)
    }

    @Test("A missing or unknown return address is refused")
    func unknownReturnAddress() async throws {
        let (id, address) = try await sent()
        let forged = "bounces+" + String(repeating: "a", count: 26) + "@example.com"
        #expect(try await intake.take(report(to: forged), at: time.now) == .unknownAddress)
        // The old kind of number, and another domain with a good token.
        #expect(try await intake.take(report(to: "bounces+7@example.com"), at: time.now) == .unknownAddress)
        let elsewhere = address.replacing("example.com", with: "example.net")
        #expect(try await intake.take(report(to: elsewhere), at: time.now) == .noReturnAddress)
        #expect(try await intake.take(report(to: address), deliveredTo: forged, at: time.now) == .unknownAddress)
        #expect(try await intake.take(Data(), at: time.now) == .noReturnAddress)
        // The first of many guesses counts.
        let guesses = report(to: forged, headers: "To: \(address)\nX-Original-To: \(address)\n")
        #expect(try await intake.take(guesses, at: time.now) == .unknownAddress)
        #expect(try await count(id) == 2)
    }

    @Test("A list passed the message on: the block that names our recipient decides")
    func listRecipients() async throws {
        let (id, address) = try await sent()
        let delivered = "Final-Recipient: rfc822; BO1@example.org\nAction: expanded\nStatus: 2.0.0\n\n"
        let message = report(to: address, recipient: "member@example.net", further: delivered)
        #expect(try await intake.take(message, at: time.now) == .delivered)
        // Without one, the failure counts.
        let forwarded = report(to: address, recipient: "bo@new.example.net")
        #expect(try await intake.take(forwarded, at: time.now) == .undelivered)
        #expect(try await count(id) == 3)
    }

    @Test("Of several addresses in a report, the one that was written to counts")
    func severalAddresses() async throws {
        let (_, address) = try await sent()
        let delayed = "Final-Recipient: rfc822; member@example.net\nAction: delayed\nStatus: 4.0.0\n\n"
        let message = report(to: address, further: delayed)
        #expect(try await intake.take(message, at: time.now) == .undelivered)
    }

    @Test("A report in Base64 is read")
    func base64Report() async throws {
        let (_, address) = try await sent()
        let status = "Reporting-MTA: dns; a\r\n\r\nFinal-Recipient: rfc822;bo1@example.org\r\nAction: failed\r\n"
        let message = """
            To: Bounces <\(address)>
            Content-Type: MULTIPART/REPORT; Boundary=x; Report-Type=delivery-status

            --x
            Content-Type: message/delivery-status
            Content-Transfer-Encoding: base64

            \(Data(status.utf8).base64EncodedString(options: .lineLength64Characters))
            --x--
            """
        #expect(try await intake.take(Data(message.utf8), at: time.now) == .undelivered)
    }

    @Test("Exim's header alone counts for our recipient only")
    func eximHeader() async throws {
        let (_, address) = try await sent()
        func message(_ failed: String) -> Data {
            Data("To: \(address)\nX-Failed-Recipients: \(failed)\n\nSorry\n".utf8)
        }
        #expect(try await intake.take(message("other@example.org"), at: time.now) == .notAReport)
        #expect(try await intake.take(message("x@example.org, bo1@example.org"), at: time.now) == .undelivered)
    }

    @Test("A huge message, a deep one and one with countless headers end soon", .timeLimit(.minutes(10)))
    func hugeMessages() async throws {
        let (id, address) = try await sent()
        var deep = "To: \(address)\n"
        for level in 0..<2000 {
            deep += "Content-Type: multipart/report; boundary=b\(level)\n\n--b\(level)\n"
        }
        let huge = Data("To: \(address)\n\n".utf8) + Data(repeating: 0x0A, count: 40_000_000)
        let headers = "To: \(address)\n" + String(repeating: "Delivered-To: a@b.example\n", count: 100_000) + "\n"
        let boundaries =
            "To: \(address)\nContent-Type: multipart/report; boundary=x\n\n"
            + String(repeating: "--x\nContent-Type: message/delivery-status\n\nAction: delivered\n", count: 50_000)
        for message in [Data(deep.utf8), huge, Data(headers.utf8), Data(boundaries.utf8)] {
            let outcome = try await intake.take(message, at: time.now)
            #expect(outcome == .notAReport || outcome == .delivered)
        }
        #expect(try await count(id) == 2)
        // A report before a large returned message counts.
        let large = report(to: address) + Data(repeating: 0x41, count: 5_000_000)
        #expect(try await intake.take(large, at: time.now) == .undelivered)
    }

    @Test("A reason cannot bring its own lines, and is cut")
    func reasonText() async throws {
        let (id, address) = try await sent()
        let message = String(decoding: report(to: address), as: UTF8.self)
            .replacing(
                "smtp; 550 5.1.1 <bo1@example.org>: no such",
                with: "smtp; \u{1B}[2J\u{202E}" + String(repeating: "x", count: 5000))
        #expect(try await intake.take(Data(message.utf8), at: time.now) == .undelivered)
        let reason = try #require(try await ledger.envelope(id).state(of: "1")?.undeliveredReason)
        #expect(reason.count < 450 && !reason.contains("\u{1B}") && !reason.contains("\u{202E}"))
    }

    @Test("A message to the sender that came back is noted and marks nobody")
    func messageToSender() async throws {
        let (id, address) = try await sent(.viewed, to: nil)
        #expect(try await intake.take(report(to: address, recipient: "ada@example.org"), at: time.now) == .undelivered)
        let envelope = try await ledger.envelope(id)
        #expect(envelope.recipients.allSatisfy { envelope.state(of: $0.id)?.status == .sent })
    }

    @Test("An address of another recipient's message marks only its own recipient")
    func otherRecipient() async throws {
        let (id, address) = try await sent()
        #expect(try await intake.take(report(to: address, recipient: "bo2@example.org"), at: time.now) == .undelivered)
        #expect(try await ledger.envelope(id).state(of: "1")?.status == .autoResponded)
        #expect(try await ledger.envelope(id).state(of: "2")?.status == .sent)
    }
}
