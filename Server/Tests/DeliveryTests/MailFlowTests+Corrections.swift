import Envelopes
import Foundation
import Ledger
import Mail
import Testing

@testable import Delivery

/// Who hears of a corrected envelope.
extension MailFlowTests {
    func correct(_ id: EnvelopeID, _ correction: (Envelope) -> Correction) async throws {
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
}
