import Envelopes
import Foundation
import Ledger
import Testing

@testable import EnvelopeService
@testable import EnvelopeWork

@Suite("What comes before anybody is asked")
struct SendingChecksTests {
    @Test("Without mail, embedded signers, those with a host and the sender can be asked, and nobody else")
    func reachable() async throws {
        let stage = try Stage { $0.mailsSigners = false }
        var definition = try await Device().desk.known.envelope.definition
        definition.recipients = [
            Recipient(
                id: "1", name: "Cy", email: "", kind: .inPersonSigner,
                host: Recipient.Host(name: "Bo Host", email: "bo@example.org")),
            Recipient(id: "2", name: "Di", email: "di@example.org", clientUserID: "di"),
            Recipient(id: "3", name: "Eve", email: "eve@example.org"),
            Recipient(id: "4", name: "The sender", email: definition.sender.email.uppercased()),
        ]
        let problems = stage.service.work.newEnvelopes.checks.problems(of: definition)
        #expect(problems.filter { $0 == .unreachable("3") }.count == 1)
        #expect(!["1", "2", "4"].contains { problems.contains(.unreachable($0)) })
    }

    @Test("A document that no envelope came to name is removed after a while")
    func orphans() async throws {
        let stage = try Stage()
        let (unused, document) = (stage.service.work.unused, Blob(Data("a document".utf8)))
        try await unused.keep([document])
        stage.clock.advance(unused.life - 1)
        try await unused.sweep()
        #expect(try await unused.ledger.blobs.contains(document.hash))
        stage.clock.advance(2)
        try await unused.sweep()
        #expect(try await !unused.ledger.blobs.contains(document.hash))
    }
}
