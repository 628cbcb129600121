import Envelopes
import Foundation
import SignedPDF
import Testing

@testable import Ceremony

@Suite("An authority that does not seal")
struct SealingTests {
    /// A device's.
    private struct Signing: SigningAuthority {
        let authority: TestAuthority
        var canSeal: Bool { false }

        func signer(for recipient: Recipient, at date: Date) async throws -> any DocumentSigner {
            try await authority.signer(for: recipient, at: date)
        }

        func seal() async throws -> any DocumentSigner { throw CancellationError() }
    }

    @Test("leaves the envelope signed, and whoever has the seal completes it later")
    func sealedLater() async throws {
        let scene = try Scene()
        var configuration = CeremonyConfiguration(now: { [now = scene.now] in now })
        configuration.certifiesDocuments = true
        let host = CeremonyHost(
            desk: scene.desk, recipientID: "1", renderer: PlainRenderer(), typesetter: scene.typesetter,
            authority: Signing(authority: scene.authority), configuration: configuration)
        await host.prepare()
        let finish = await host.send("POST", "finish")
        #expect(finish.status == 200)
        let history = try await scene.desk.history()
        #expect(history.envelope.status == .signed && history.events.last?.body.kind == .signed)

        let commands = try await Sealing(
            desk: scene.desk, authority: scene.authority, typesetter: scene.typesetter
        ).commands(history, at: scene.now)
        let envelope = try await scene.desk.perform(CommandContext(at: scene.now, actor: .service)) { _, _ in commands }
        #expect(envelope.status == .completed)
        let sealed = try await scene.desk.blob(try #require(envelope.combined))
        let report = try await PDFDocument(sealed).verifySignatures(
            trusting: [scene.authority.authority.certificate], at: scene.now.addingTimeInterval(60))
        #expect(report.verdict == .valid && report.signatures.count == 2)
        let recipient = try #require(envelope.recipients.first)
        let document = try #require(envelope.documents.first)
        #expect(report.signatures.first?.field == SignatureName.of(recipient, on: document, in: envelope))
        #expect(report.signatures.allSatisfy { SignatureName.isOurs($0.field) })
    }
}
