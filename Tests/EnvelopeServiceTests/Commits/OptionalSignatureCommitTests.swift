import Envelopes
import Foundation
import Ledger
import Testing

@testable import Ceremony
@testable import DeviceCalls

@Suite("Optional signatures of a device")
struct OptionalSignatureCommitTests {
    private static let bo = EventActor(kind: .recipient, id: "1", name: "Bo Signer")

    /// An optional place to sign beside the required one, and another alone in a second document.
    private func device() async throws -> (device: Device, offer: EnvelopeTab, annex: EnvelopeTab) {
        let second = try Device.pdf("Annex")
        let device = try await Device { definition in
            definition.documents.append(
                EnvelopeDocument(
                    id: "2", name: "annex.pdf", blob: BlobHash(of: second),
                    pages: (try? DocumentIntake.read(second)) ?? [], order: 2))
            for (document, place) in [("1", 200.0), ("2", 100.0)] {
                definition.tabs.append(
                    EnvelopeTab(
                        id: TabID(UUID()), kind: .signHere, documentID: DocumentID(document), recipientID: "1", page: 1,
                        frame: TabFrame(x: 300, y: place, width: 90, height: 40), label: "Offer \(document)",
                        required: false))
            }
        }
        _ = try await device.desk.store(second)
        let tabs = device.desk.known.envelope.tabs.filter(\.isOptionalArtwork)
        return (device, try #require(tabs.first), try #require(tabs.last))
    }

    /// What the person adopted before they finish, for one of the optional places.
    private func adopt(_ device: Device, for tab: EnvelopeTab) async throws {
        let artwork = try DrawnSignature(
            kind: .signature,
            strokes: [[StrokePoint(x: 10, y: 10, t: 0), StrokePoint(x: 150, y: 40, t: 20)]], width: 200, height: 100
        ).artwork()
        let hash = try await device.desk.store(try artwork.blob())
        let context = CommandContext(at: Device.start + 10, actor: Self.bo)
        let places = device.desk.known.envelope.tabs(of: "1").filter { $0.kind == .signHere && $0.required } + [tab]
        let commands: [Command] =
            [
                .consent(recipientID: "1", disclosure: try await device.desk.store(Device.agreement)),
                .adopt(recipientID: "1", kind: .signature, artwork: hash, method: .drawn),
            ] + places.map { .fill(recipientID: "1", tabID: $0.id, value: "true") }
        _ = try await device.desk.perform(context) { _ in commands }
    }

    @Test("Optional signatures are accepted as given or left empty", arguments: [nil, "1", "2"] as [String?])
    func taken(signed: String?) async throws {
        let (device, offer, annex) = try await device()
        if let signed { try await adopt(device, for: signed == "1" ? offer : annex) }
        try await device.sign("1")
        let envelope = device.desk.known.envelope
        #expect(envelope.isFilled(offer) == (signed == "1"))
        #expect(envelope.versions["2"]?.count == (signed == "2" ? 2 : 1))
        let stage = try Stage()
        let answer = try await stage.sync(device)
        #expect(answer["status"] == "completed", "\(answer.text)")
    }

    @Test("A document whose optional signatures are empty must not be signed")
    func signedUnasked() async throws {
        let (honest, offer, _) = try await device()
        try await adopt(honest, for: offer)
        let town = try #require(honest.desk.known.envelope.tabs.first { $0.kind == .text })
        let context = CommandContext(at: Device.start + 20, actor: Self.bo)
        _ = try await honest.desk.perform(.fill(recipientID: "1", tabID: town.id, value: "Ghent"), context)
        try await honest.finish("1")
        guard case .signed(_, var documents, let values, let shown)? = honest.desk.known.events.last?.body else {
            throw StorageError.unreadable(what: "The last event", reason: "it is no signature")
        }
        #expect(Set(documents.keys) == ["1"])
        let device = try Device(
            History(honest.desk.known.events.dropLast()), blobs: honest.desk.blobs, key: honest.desk.key)
        documents["2"] = try await device.desk.store(try Device.pdf("Annex") + Data("% signed".utf8))
        try await device.desk.force(
            .signed(recipientID: "1", documents: documents, values: values, shown: shown), by: Self.bo,
            at: Device.start + 60)
        try await Stage().sync(device)
            .expectRefusal(422, "ENVELOPE_HISTORY_INVALID", containing: "has to sign the documents 1.")
    }
}
