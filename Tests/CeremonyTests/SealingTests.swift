import Envelopes
import Foundation
import SignedPDF
import Testing

@testable import Ceremony
@testable import TestSupport

@Suite("An authority without a seal")
struct SealingTests {
    /// A device's.
    private struct Signing: SigningAuthority {
        let authority: EnvelopeAuthority
        var canSeal: Bool { false }

        func signer(for recipient: Recipient, at date: Date) async throws -> any DocumentSigner {
            try await authority.signer(for: recipient, at: date)
        }

        func seal() async throws -> any DocumentSigner { throw CancellationError() }
    }

    @Test("The envelope stays signed, and the service with the seal completes it later")
    func sealedLater() async throws {
        let scene = try Scene()
        var configuration = CeremonyConfiguration(now: { [now = scene.now] in now })
        configuration.certifiesDocuments = true
        let host = CeremonyHost(
            ledger: scene.desk.ledger, envelopeID: scene.desk.id, recipientID: "1", renderer: PlainRenderer(),
            typesetter: scene.typesetter,
            authority: Signing(authority: scene.authority), configuration: configuration)
        await host.prepare()
        let finish = await host.send(.post, "finish")
        #expect(finish.status == 200)
        let history = try await scene.desk.history()
        #expect(history.envelope.status == .signed && history.events.last?.body.kind == .signed)

        let commands = try await Sealing(
            blobs: scene.desk.ledger.blobs, authority: scene.authority, typesetter: scene.typesetter
        ).commands(history, at: scene.now)
        let envelope = try await scene.desk.perform(CommandContext(at: scene.now, actor: .service)) { _ in commands }
        #expect(envelope.status == .completed)
        let sealed = try await scene.desk.blob(try #require(envelope.combined))
        let report = try await PDFDocument(sealed).verifySignatures(
            trusting: [scene.authority.authority.certificate], at: scene.now.addingTimeInterval(60))
        #expect(report.verdict == .valid && report.signatures.count == 2)
        let recipient = try #require(envelope.recipients.first)
        let document = try #require(envelope.documents.first)
        #expect(report.signatures.first?.field == FieldName.ofSignature(by: recipient, on: document, in: envelope))
        #expect(report.signatures.allSatisfy { FieldName.isOurs($0.field) })
    }

    /// The same history, as if a device had recorded the signatures in it.
    private func fromDevice(_ history: History) throws -> History {
        var events: [Event] = []
        for event in history.events {
            let evidence = DeviceEvidence(zone: "Etc/UTC", secondsFromUTC: 0, elapsed: 0)
            events.append(
                try Event(
                    sequence: event.sequence, envelopeID: event.envelopeID, at: event.at, actor: event.actor,
                    commandKey: event.commandKey, body: event.body,
                    device: event.body.kind == .signed ? evidence : nil,
                    previousHash: events.last?.hash ?? BlobHash.none))
        }
        return try History(events)
    }

    @Test("The seal vouches for signatures made on a device, not for those already in the document")
    func arrivedSigned() async throws {
        let first = try Scene()
        let draft = try await first.desk.envelope()
        let own = FieldName.ofSignature(
            by: try #require(draft.recipients.first), on: try #require(draft.documents.first), in: draft)
        let foreign = "\(own)-page-9"
        let stranger = try CertificateAuthority.make(
            commonName: "Stranger's authority", notBefore: Date(timeIntervalSince1970: 1_700_000_000))
        let signer = try stranger.issue(
            commonName: "Stranger", email: nil, notBefore: first.now.addingTimeInterval(-60),
            notAfter: stranger.certificate.notValidAfter)
        let bare = SamplePDF.make(title: "Agreement 1")
        let arrived =
            bare
            + (try await PDFDocument(bare).signedRevision(SignatureField(name: foreign), with: signer, at: first.now))

        let scene = try Scene { $0.documents[0].blob = BlobHash(of: arrived) }
        _ = try await scene.desk.store(arrived)
        let host = CeremonyHost(
            ledger: scene.desk.ledger, envelopeID: scene.desk.id, recipientID: "1", renderer: PlainRenderer(),
            typesetter: scene.typesetter,
            authority: Signing(authority: scene.authority),
            configuration: CeremonyConfiguration(now: { [now = scene.now] in now }))
        await host.prepare()
        #expect(await host.send(.post, "finish").status == 200)

        let commands = try await Sealing(
            blobs: scene.desk.ledger.blobs, authority: scene.authority, typesetter: scene.typesetter
        ).commands(try fromDevice(scene.desk.history()), at: scene.now)
        guard case .seal(_, let combined, _)? = commands.last else {
            Issue.record("no seal")
            return
        }
        let text = String(decoding: try await scene.desk.blob(combined), as: UTF8.self)
        let list = try #require(text.firstRange(of: "/CountersignVouchesFor")).upperBound
        let vouched = text[list...].prefix { $0 != "]" }
        #expect(vouched.contains("(\(own))"))
        #expect(!vouched.contains("-page-9"))
    }
}
