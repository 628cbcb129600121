import Envelopes
import Essentials
import Foundation
import Testing

@testable import Countersign

/// Changes a recipient once, and keeps what it was given.
private final class EditingHooks: OfflineSigningHooks {
    struct Seen {
        var reported: [String] = []
        var kept: RecipientEditing?
        var failure: CountersignError?
    }

    let seen = Locked(Seen())
    private let change: @Sendable (RecipientEditing) throws(CountersignError) -> Void

    init(change: @escaping @Sendable (RecipientEditing) throws(CountersignError) -> Void) { self.change = change }

    func willChooseRecipient(of envelope: Envelope, editing recipients: RecipientEditing) async {
        note("choose", recipients)
    }

    func willSign(_ recipient: Recipient, in envelope: Envelope, editing recipients: RecipientEditing) async {
        note("will \(recipient.id)", recipients)
    }

    func didSign(_ recipient: Recipient, in envelope: Envelope) async {
        seen.withLock { $0.reported.append("did \(recipient.id)") }
    }

    private func note(_ what: String, _ editing: RecipientEditing) {
        var failure: CountersignError?
        do throws(CountersignError) { try change(editing) } catch { failure = error }
        seen.withLock {
            $0.reported.append(what)
            $0.kept = editing
            $0.failure = failure ?? $0.failure
        }
    }
}

@Suite("Hooks of offline signing")
struct OfflineHooksTests {
    @Test("The app is called before and after each signer")
    func callbacks() async throws {
        let hooks = EditingHooks { _ in }
        let scene = try OfflineScene(hooks: hooks)
        let id = try await scene.offline.compose(OfflineScene.draft())
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .later]))
        #expect(
            hooks.seen.withLock { $0.reported }
                == ["choose", "will 1", "did 1", "choose", "will 2"])
    }

    @Test("The app can edit recipients before anybody has signed")
    func editing() async throws {
        let hooks = EditingHooks { editing throws(CountersignError) in
            guard editing.isPossible, editing.recipients[0].name == "Bo Tenant" else { return }
            try editing.change("1") { recipient in
                recipient.name = "Ada Host"
                recipient.email = "ada@example.org"
                recipient.kind = .signer
                recipient.host = nil
            }
            try editing.change("3") { recipient in
                // Whoever changes one may look at all.
                recipient.name = editing.isPossible && editing.recipients.count == 3 ? "Eve Tenant" : "nobody"
                recipient.kind = .inPersonSigner
                recipient.host = OfflineScene.host
            }
        }
        let scene = try OfflineScene(hooks: hooks)
        let id = try await scene.offline.compose(OfflineScene.draft())
        let people = ScriptedPeople([.sign, .sign, .sign])
        let outcome = try await scene.offline.sign(id, with: people)
        #expect(outcome == .completed(.byDevice))
        #expect(hooks.seen.withLock { $0.failure } == nil)
        let history = try await scene.store.history(id)
        try history.verify()
        try history.verifyDeviceSignatures()
        #expect(history.envelope.recipients.map(\.name) == ["Ada Host", "Cy Tenant", "Eve Tenant"])
        #expect(history.events.filter { $0.body.kind == .created }.count == 1)
        // The user signed first, so nothing was handed over for that; at the end the device comes back.
        #expect(await people.handOvers.count == 3)
        #expect(await people.handOvers.last?.to == .user)
    }

    @Test("After the first signature, recipients cannot be edited")
    func editingAfterSigning() async throws {
        let hooks = EditingHooks { editing throws(CountersignError) in
            guard !editing.isPossible else { return }
            try editing.change("3") { $0.name = "Mallory" }
        }
        let scene = try OfflineScene(hooks: hooks)
        let id = try await scene.offline.compose(OfflineScene.draft())
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        #expect(hooks.seen.withLock { $0.failure } == .notPossibleOffline([.recipientsFixed]))
        #expect(try await scene.store.envelope(id).recipient("3")?.name == "Ada Host")
    }

    @Test("After a signer has acted, hooks cannot change recipients and entries stay")
    func actsAreNotLost() async throws {
        let hooks = EditingHooks { editing throws(CountersignError) in
            try editing.change("1") { $0.note = "Welcome, \(UUID().uuidString)." }
        }
        let scene = try OfflineScene(hooks: hooks)
        let id = try await scene.offline.compose(OfflineScene.draft())
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.later]))
        // Nobody had done anything yet when the hooks ran.
        #expect(hooks.seen.withLock { $0.failure } == nil)
        let before = try await scene.store.history(id)
        #expect(before.envelope.recipient("1")?.note?.hasPrefix("Welcome") == true)
        #expect(before.events.contains { $0.body.kind == .fieldFilled })

        _ = try await scene.offline.sign(id, with: ScriptedPeople([.later]))
        #expect(hooks.seen.withLock { $0.failure } == .notPossibleOffline([.recipientHasActed("1")]))
        let after = try await scene.store.history(id)
        #expect(Array(after.events.prefix(before.events.count)) == before.events)
        let outcome = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        #expect(outcome == .completed(.byDevice))
        try await scene.store.history(id).verifyDeviceSignatures()
    }

    @Test("A copy with new acts is not replaced by a fresh one")
    func replacedAsSeen() async throws {
        let scene = try OfflineScene()
        let id = try await scene.offline.compose(OfflineScene.draft())
        let seen = try await scene.store.history(id)
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.later]))
        await #expect(throws: CountersignError.store(.conflict(id))) {
            try await scene.store.add(
                seen, name: "Anew", origin: .composed, replacing: true, endingWith: seen.envelope.lastSequence)
        }
        #expect(try await scene.store.history(id).events.count > seen.events.count)
    }

    @Test("Recipients cannot be edited after the hook has returned")
    func editingLater() async throws {
        let hooks = EditingHooks { _ in }
        let scene = try OfflineScene(hooks: hooks)
        let id = try await scene.offline.compose(OfflineScene.draft())
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.later]))
        let kept = try #require(hooks.seen.withLock { $0.kept })
        #expect(throws: CountersignError.notPossibleOffline([.recipientsFixed])) {
            try kept.change("1") { $0.name = "Mallory" }
        }
    }
}
