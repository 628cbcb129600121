import Envelopes
import Foundation
import Testing

@testable import Ceremony

@Suite("Limits on one signer's entries")
struct ActLimitTests {
    private func host(_ scene: Scene, _ limits: ActLimits, _ recipient: RecipientID = "1") -> CeremonyHost {
        var configuration = CeremonyConfiguration(now: { [now = scene.now] in now })
        configuration.acts = limits
        return CeremonyHost(
            ledger: scene.desk.ledger, envelopeID: scene.desk.id, recipientID: recipient, renderer: PlainRenderer(),
            typesetter: scene.typesetter,
            authority: scene.authority, configuration: configuration)
    }

    @Test("The default limits equal those for a history that a device uploads")
    func defaults() {
        let limits = CeremonyConfiguration().acts
        #expect(limits.adoptions == 100 && limits.events == 20_000)
    }

    @Test("A signer who keeps changing an entry is stopped, and both signers can still finish")
    func entries() async throws {
        let scene = try Scene(recipients: ["Ann One", "Bob Two"])
        let limits = ActLimits(adoptions: 10, events: 200)
        let first = host(scene, limits)
        await first.prepare()
        var refusal: Answer.Problem?
        for number in 0..<200 where refusal == nil {
            let response = await first.send(.put, "fields/\(Scene.text)", #"{"value":"\#(number)"}"#)
            if response.status != 200 {
                #expect(response.status == 409)
                refusal = try Answer(response).error
            }
        }
        #expect(refusal?.code == "too_many_entries")
        #expect(refusal?.message.contains("You can change your entries at most") == true)
        let count = try await scene.desk.history().events.count
        #expect(await first.send(.post, "later").status == 409)
        #expect(await first.get("session").status == 200)
        #expect(try await scene.desk.history().events.count == count)
        #expect(await first.send(.post, "finish").status == 200)

        let second = host(scene, limits, "2")
        _ = await second.get("session")
        _ = await second.send(.post, "consent")
        _ = await second.send(.put, "fields/\(Scene.othersText)", #"{"value":"Red"}"#)
        _ = await second.send(.put, "signature", Drawings.zigzag())
        await second.placeEverywhere()
        #expect(await second.send(.post, "finish").status == 200)
        #expect(try await scene.desk.envelope().status == .completed)
        #expect(try await scene.desk.history().events.count <= limits.events)
    }

    @Test("A signer who keeps redrawing a signature is refused, and nothing more is stored")
    func adoptions() async throws {
        let scene = try Scene()
        let host = host(scene, ActLimits(adoptions: 4))
        await host.prepare()
        func draw(_ number: Int) async -> HTTPReply {
            await host.send(.put, "signature", Drawings.body([[(1, 1), (500, 100 + Double(number))]]))
        }
        #expect(await draw(0).status == 200)
        #expect(await draw(1).status == 200)
        let count = scene.desk.blobCount
        let response = await draw(2)
        #expect(response.status == 409)
        #expect(try Answer(response).error?.code == "too_many_adoptions")
        #expect(scene.desk.blobCount == count)
        #expect(await draw(1).status == 200)
        #expect(await host.send(.post, "finish").status == 200)
    }

    @Test("A drawing that reuses another drawing's key is refused before it is stored")
    func reusedKey() async throws {
        let scene = try Scene()
        let host = scene.host()
        await host.prepare()
        func draw(_ number: Int) async -> HTTPReply {
            let body = Drawings.body([[(1, 1), (200, 100 + Double(number))]], kind: "initials")
            return await host.send(
                .put, "signature", String(body.dropLast()) + #","field":"\#(Scene.initialHere)"}"#, key: "k")
        }
        #expect(await draw(0).status == 200)
        let count = scene.desk.blobCount
        #expect(await draw(1).status == 422)
        #expect(await draw(0).status == 200)
        #expect(scene.desk.blobCount == count)
    }
}
