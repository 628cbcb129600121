import Envelopes
import Foundation
import SignedPDF
import Testing

@testable import Ceremony
@testable import TestSupport

@Suite("Documents finished on a device")
struct FinishedVersionTests {
    /// Two documents; the second signer is asked for nothing in the second one.
    private func scene() throws -> Scene {
        try Scene(documents: 2, recipients: ["Ann One", "Bob Two"]) { definition in
            definition.tabs.removeAll { $0.recipientID == "2" && $0.documentID == "2" }
        }
    }

    /// The second document as the first signer's device hands it in, and what the service finds of it.
    ///
    /// - Parameter seconds: how much earlier the line below the signature says that it was made
    private func finding(
        _ scene: Scene, evidenceEarlierBy seconds: TimeInterval = 0, placing change: (inout Preparation) -> Void
    ) async throws
        -> FinishedVersion.Finding
    {
        let host = scene.host("1")
        await host.prepare()
        let envelope = try await scene.desk.envelope()
        let document = try #require(envelope.documents.first { $0.id == "2" })
        let recipient = try #require(envelope.recipient("1"))
        let received = try await scene.desk.blob(document.blob)
        var preparation = Preparation(of: document, in: envelope)
        change(&preparation)
        var bytes = received
        bytes += try PDFDocument(bytes).update(adding: preparation.fields, awaiting: preparation.signatures)
        let evidence = SignatureEvidence(
            recipient: recipient, envelope: envelope, at: scene.now.addingTimeInterval(-seconds), timeZone: .gmt,
            language: .english,
            isOnDevice: true
        ).texts(FieldText(scene.typesetter))
        let fields = try RecipientFields(
            recipient: recipient, document: document, envelope: envelope, values: [:],
            artwork: try await AdoptedArtwork(of: "1", in: envelope, blobs: scene.desk.ledger.blobs),
            evidence: evidence, typesetter: scene.typesetter)
        let signer = try await scene.authority.signer(for: recipient, at: scene.now)
        bytes += try await PDFDocument(bytes).signedRevision(
            fields.signature, filling: fields.filled, with: signer, at: scene.now)
        let expected = try await FinishedVersion(
            of: document, finishedBy: "1", in: envelope, values: [:], at: scene.now, timeZone: .gmt, language: .english,
            blobs: scene.desk.ledger.blobs,
            typesetter: scene.typesetter)
        return try expected.finding(on: bytes, received: received, before: received)
    }

    @Test("A document has only the fields of its own signers")
    func placed() async throws {
        #expect(try await finding(scene()) { _ in } == .agrees(otherFonts: []))
        #expect(try await finding(scene()) { $0.closeAll() } != .agrees(otherFonts: []))
    }

    @Test("The line below a signature is made again from the history")
    func evidence() async throws {
        func scene() throws -> Scene {
            try Scene(documents: 2, recipients: ["Ann One"]) { $0.options.showsEvidence = true }
        }
        #expect(try await finding(scene()) { _ in } == .agrees(otherFonts: []))
        #expect(try await finding(scene(), evidenceEarlierBy: 3600) { _ in } != .agrees(otherFonts: []))
    }

    @Test("A field for anybody else is found")
    func stranger() async throws {
        let scene = try scene()
        let envelope = try await scene.desk.envelope()
        let other = try #require(envelope.documents.first)
        // The first document's fields on the second.
        let found = try await finding(scene) { $0 = Preparation(of: other, in: envelope) }
        #expect(found != .agrees(otherFonts: []))
    }
}

extension Preparation {
    /// Lets the seal close every field.
    fileprivate mutating func closeAll() {
        signatures[signatures.count - 1].lock = .all
    }
}
