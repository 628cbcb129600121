import Envelopes
import Foundation
import Testing

@testable import Countersign

@Suite("Envelopes waiting for a sync")
struct PendingEnvelopeTests {
    @Test("Only waiting envelopes are listed, not drafts, unsigned ones or synced copies")
    func pending() async throws {
        let scene = try OfflineScene()
        let store = scene.store
        let arrived = try await scene.offline.compose(OfflineScene.draft())
        let waiting = try await scene.offline.compose(OfflineScene.draft())
        let conflicting = try await scene.offline.compose(OfflineScene.draft())
        let open = try await scene.offline.compose(OfflineScene.draft())
        let draft = EnvelopeDraft("Being composed")
        try await store.save(draft)
        #expect(try await store.pendingEnvelopeIDs() == [])
        for id in [arrived, waiting, conflicting] {
            _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        }
        #expect(Set(try await store.pendingEnvelopeIDs()) == [arrived, waiting, conflicting])
        #expect(try await store.pendingEnvelopeIDs() == store.pendingEnvelopes().map(\.id), "In the order of a sync.")

        // During its upload it is still pending; once confirmed, it is not.
        try await store.note(.sending, of: arrived)
        #expect(try await store.pendingEnvelopeIDs().contains(arrived))
        let receipt = SyncReceipt(serverID: arrived.rawValue, status: "completed", lastSequence: 20, lastHash: "x")
        try await store.note(.confirmed(receipt, through: try await store.envelope(arrived).lastSequence), of: arrived)
        try await store.note(.conflict(SyncEngine.Conflict(.ended, message: "Voided.")), of: conflicting)
        #expect(try await store.pendingEnvelopeIDs() == [waiting])
        #expect(Set(try await store.envelopeIDs()) == [arrived, waiting, conflicting, open, draft.id])
    }
}
