import Envelopes
import Foundation
import SignedPDF
import Testing

@testable import Ceremony
@testable import TestSupport

/// A contract to be signed, and an insurance beside it that nobody has to buy.
@Suite("Optional signatures")
struct OptionalSignatureTests {
    private static let contract = "00000000-0000-4000-8000-000000000201"
    private static let offer = "00000000-0000-4000-8000-000000000202"
    private static let insurance = "00000000-0000-4000-8000-000000000203"

    private func scene() throws -> Scene {
        try Scene(
            documents: 2,
            changing: { definition in
                func tab(_ id: String, _ document: DocumentID, y: Double, required: Bool) throws -> EnvelopeTab {
                    EnvelopeTab(
                        id: try #require(TabID(rawValue: id)), kind: .signHere, documentID: document, recipientID: "1",
                        page: 1, frame: TabFrame(x: 100, y: y, width: 160, height: 40), label: "Sign \(id.suffix(1))",
                        required: required)
                }
                definition.tabs = [
                    try tab(Self.contract, "1", y: 100, required: true),
                    try tab(Self.offer, "1", y: 300, required: false),
                    try tab(Self.insurance, "2", y: 100, required: false),
                ]
            })
    }

    private func begun(_ scene: Scene) async -> CeremonyHost {
        let host = scene.host()
        _ = await host.get("session")
        _ = await host.send(.post, "consent")
        return host
    }

    private func adopt(_ host: CeremonyHost, for field: String? = nil, key: String = UUID().uuidString) async
        -> HTTPReply
    {
        let member = field.map { #","field":"\#($0)""# } ?? ""
        return await host.send(
            .put, "signature",
            #"{"kind":"signature","method":"typed","text":"Bo","face":"dancing-script"\#(member)}"#, key: key)
    }

    private func expect(_ response: HTTPReply, fills expected: [Bool]) throws {
        #expect(try SessionAnswer(response).tabs.map(\.filled) == expected)
    }

    /// The signature fields that are signed in a document's last version.
    private func signatures(_ scene: Scene, _ document: DocumentID) async throws -> [String] {
        let envelope = try await scene.desk.envelope()
        let hash = try #require(envelope.latestVersion(of: document))
        return try await PDFDocument(try await scene.desk.blob(hash)).verifySignatures(
            trusting: [scene.authority.authority.certificate], at: scene.now.addingTimeInterval(60)
        ).signatures.map(\.field)
    }

    @Test("Adopting a signature signs only the field that the signer came from")
    func whereTheyAre() async throws {
        let scene = try scene()
        let host = await begun(scene)
        try expect(await adopt(host), fills: [false, false, false])
        try expect(await adopt(host, for: Self.contract), fills: [true, false, false])
        #expect(await host.send(.post, "finish").status == 200)
        let envelope = try await scene.desk.envelope()
        #expect(envelope.status == .completed)
        let seal = "countersign-seal-\(envelope.id.rawValue)"
        #expect(try await signatures(scene, "1") == ["countersign-\(Self.contract)", seal])
        // A document whose only signature was left out is sealed, and not signed.
        #expect(try await signatures(scene, "2") == [seal])
        let signed = try await scene.desk.history().events.last { $0.body.kind == .signed }
        #expect(signed?.body.blobs.count == 1)
    }

    @Test("An optional field is signed where the signer came from it, once per request")
    func fromOptional() async throws {
        let scene = try scene()
        let host = await begun(scene)
        let key = UUID().uuidString
        try expect(await adopt(host, for: Self.insurance, key: key), fills: [false, false, true])
        let count = try await scene.desk.history().events.count
        #expect(await adopt(host, for: Self.insurance, key: key).status == 200)
        #expect(try await scene.desk.history().events.count == count)
        // The same signature for another field.
        let second = UUID().uuidString
        try expect(await adopt(host, for: Self.offer, key: second), fills: [false, true, true])
        #expect(await adopt(host, for: Self.offer, key: second).status == 200)
        #expect(await adopt(host, for: "00000000-0000-4000-8000-000000000999").status == 404)
        try expect(await adopt(host, for: Self.contract), fills: [true, true, true])
        #expect(await host.send(.post, "finish").status == 200)
        #expect(try await signatures(scene, "2").count == 2)
        let words = EventWords(envelope: try await scene.desk.envelope())
        let reported = try await scene.desk.history().events.map(words.sentence)
        #expect(reported.contains("María Fernández signed in the optional field “Sign 3”."))
        #expect(reported.contains("María Fernández signed in “Sign 1”."))
    }

    @Test("A signer who ticks an optional field first is asked to adopt the matching signature or initials")
    func whatIsMissing() async throws {
        let scene = try Scene { definition in
            for index in definition.tabs.indices where definition.tabs[index].kind.isArtwork {
                definition.tabs[index].required = false
            }
        }
        let host = await begun(scene)
        for (field, word) in [(Scene.signHere, "signature"), (Scene.initialHere, "initials")] {
            let problem = try Answer(await host.send(.put, "fields/\(field)", #"{"value":"true"}"#)).error
            #expect(problem?.code == "signature_missing")
            #expect(problem?.message == "Please adopt your \(word) first.")
        }
    }

    @Test("A signer can remove a signature from an optional field until finishing")
    func takenBack() async throws {
        let scene = try scene()
        let host = await begun(scene)
        let early = await host.send(.put, "fields/\(Self.offer)", #"{"value":"true"}"#)
        #expect(try Answer(early).error?.code == "signature_missing")
        _ = await adopt(host)
        let session = try SessionAnswer(await host.send(.put, "fields/\(Self.offer)", #"{"value":"true"}"#))
        #expect(session.tab(Self.offer)?.value == "true" && session.tab(Self.contract)?.value == nil)
        let emptied = await host.send(.put, "fields/\(Self.offer)", #"{"value":"false"}"#)
        try expect(emptied, fills: [false, false, false])
    }

    @Test("Only placed signatures are drawn", arguments: [true, false])
    func drawn(isPlaced: Bool) async throws {
        let scene = try scene()
        let host = await begun(scene)
        _ = await adopt(host, for: isPlaced ? Self.offer : nil)
        let envelope = try await scene.desk.envelope()
        let artwork = try await AdoptedArtwork(of: "1", in: envelope, blobs: scene.desk.ledger.blobs)
        let fields = try RecipientFields(
            recipient: envelope.recipients[0], document: envelope.documents[0], envelope: envelope, values: [:],
            artwork: artwork, typesetter: scene.typesetter)
        #expect(fields.filled.map(\.name) == (isPlaced ? ["countersign-\(Self.offer)"] : []))
    }

    @Test("A missing radio group is named by its group")
    func groupName() throws {
        var button = EnvelopeTab(
            id: TabID(UUID()), kind: .radio, documentID: "1", recipientID: "1", page: 1,
            frame: TabFrame(x: 1, y: 1, width: 10, height: 10), label: "Post")
        button.choice = RadioChoice(group: "Delivery", value: "Post")
        #expect(
            CeremonyError.requiredFieldsEmpty([button]).description == "A required field is still empty: “Delivery”.")
    }
}
