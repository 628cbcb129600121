import Essentials
import Foundation
import IdentityStandIn
import Testing

@testable import CountersignIdentity

@Suite("Changes of a profile and what comes between")
struct ProfileOrderTests {
    let scene = IdentityScene()

    private func saved(_ user: String, _ field: String) async throws -> String? {
        try await scene.hub.change { $0.users[user]?.data[field] }
    }

    @Test("A change that waits is never sent with the token of whoever has signed in since")
    func othersToken() async throws {
        let identity = try await scene.signedIn("ada")
        try await identity.user.reload()
        scene.fail(.offline)
        #expect(try await identity.user.setValue("Ada", for: "first_name") == .queued)
        scene.fail(nil)
        // Another sign-in has stored its tokens, and the profile has not followed yet.
        let bob = try await IdentityScene(sharing: scene.hub).signedIn("bob")
        let session = try #require(try await bob.tokens.session())
        try await identity.tokens.begin(session)
        await identity.profile.send()
        #expect(try await scene.hub.change { $0.users["bob"]?.data } == [:])
        #expect(try await identity.user.data == [:])
        #expect(try await identity.user.value(for: "id") == "bob")
        // The change waits for its own user.
        _ = try await identity.accessToken(exchanging: "valid-ada")
        try await identity.user.reload()
        #expect(try await saved("ada", "first_name") == "\"Ada\"")
    }

    @Test("A field that the service does not have is refused for good, and holds nothing up")
    func unknownField() async throws {
        try await scene.hub.change { $0.unknownFields = ["nickame"] }
        let identity = try await scene.signedIn()
        let refusal = IdentityError.refused(status: 404, code: "E_NOT_FOUND", message: "There is no such field.")
        await #expect(throws: refusal) { try await identity.user.setValue("Countess", for: "nickame") }
        #expect(identity.snapshot.data == [:])
        for name in ["", ".", ".."] {
            let refusal = IdentityError.refused(
                status: 400, code: nil, message: "“\(name)” is not the name of a field.")
            await #expect(throws: refusal) { try await identity.user.setValue("x", for: name) }
        }
        scene.fail(.offline)
        #expect(try await identity.user.setValue("Countess", for: "nickame") == .queued)
        #expect(try await identity.user.setValue("Ada", for: "first_name") == .queued)
        scene.fail(nil)
        try await scene.app().user.reload()
        #expect(try await saved("ada", "first_name") == "\"Ada\"")
        #expect(try await scene.app().user.data == ["first_name": "Ada"])
    }

    @Test("A page of somebody else's, such as a proxy's 404, keeps the change", arguments: [403, 404, 502])
    func proxy(_ status: Int) async throws {
        let identity = try await scene.signedIn()
        try await identity.user.reload()
        scene.fail(.answer(status: status, body: "<html>"))
        #expect(try await identity.user.setValue("Ada", for: "first_name") == .queued)
        scene.fail(nil)
        try await identity.user.reload()
        #expect(try await saved("ada", "first_name") == "\"Ada\"")
    }

    @Test("While the schema is refused, changes wait")
    func refusedSchema() async throws {
        let identity = try await scene.signedIn()
        try await identity.user.reload()
        try await scene.advance(3_700)
        scene.hub.before.withLock { before in
            before = { $0.path.hasSuffix("app-config") ? .answer(status: 400, body: "<html>") : nil }
        }
        #expect(try await identity.user.setValue("Ada", for: "first_name") == .queued)
        #expect(try await identity.user.setValue("King", for: "last_name") == .queued)
        scene.fail(nil)
        try await identity.user.reload()
        #expect(try await identity.user.data == ["first_name": "Ada", "last_name": "King"])
        #expect(try await saved("ada", "last_name") == "\"King\"")
    }

    @Test("A field that comes to be marked is encrypted before its waiting change is sent")
    func markedLater() async throws {
        let identity = try await scene.signedIn()
        try await identity.user.reload()
        scene.fail(.offline)
        #expect(try await identity.user.setValue("a secret", for: "diary") == .queued)
        #expect(try await identity.user.setData(["diary": "a secret", "first_name": "Ada"]) == .queued)
        try await scene.hub.change { $0.encryptedFields = ["diary"] }
        scene.fail(nil)
        let sent = Locked<[String]>([])
        scene.hub.before.withLock { before in
            before = { call in
                sent.withLock { $0.append(String(decoding: call.body, as: UTF8.self)) }
                return nil
            }
        }
        try await scene.app().user.reload()
        #expect(sent.withLock { $0.count { $0.contains("cse1.") } } == 2)
        #expect(sent.withLock { $0.allSatisfy { !$0.contains("a secret") } })
        #expect(try await scene.app().user.data == ["diary": "a secret", "first_name": "Ada"])
    }

    @Test("An app that runs for hours learns what is marked before it sends")
    func oldSchema() async throws {
        let identity = try await scene.signedIn()
        try await identity.user.reload()
        try await scene.hub.change { $0.encryptedFields = ["diary"] }
        try await scene.advance(3_700)
        #expect(try await identity.user.setValue("a secret", for: "diary") == .saved)
        #expect(try await saved("ada", "diary")?.hasPrefix("\"cse1.") == true)
        #expect(try await identity.user.value(for: "diary") == "a secret")
    }

    @Test("A change waits for a profile that is on its way, whose older values do not come after it")
    func lateProfile() async throws {
        let identity = try await scene.signedIn()
        try await identity.user.setValue("Ada", for: "first_name")
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let (arrival, arrived) = AsyncStream.makeStream(of: Void.self)
        scene.hub.before.withLock { before in
            before = { call in
                guard call.method == .get, call.path.hasSuffix("/data") else { return nil }
                arrived.yield()
                for await _ in gate { break }
                return nil
            }
        }
        try await scene.hub.change { $0.calls = [] }
        let load = Task { try await identity.user.reload() }
        for await _ in arrival { break }
        let change = Task { try await identity.user.setValue("Augusta", for: "first_name") }
        while try await identity.user.value(for: "first_name") != "Augusta" { await Task.yield() }
        try await Task.sleep(for: .milliseconds(50))
        open.yield()
        try await load.value
        #expect(try await change.value == .saved)
        let calls = try await scene.hub.change { $0.calls.filter { $0.contains("/data") }.map { $0.prefix(3) } }
        #expect(calls == ["GET", "PUT"])
        #expect(try await identity.user.value(for: "first_name") == "Augusta")
    }

    @Test("An app's own text that it encrypted for another place is shown as it is")
    func ownCiphertext() async throws {
        let identity = try await scene.signedIn()
        try await identity.user.reload()
        let text = try await identity.user.encrypt("a note")
        try await identity.user.setData(["note": .string(text), "first_name": "cse1.x"])
        #expect(try await identity.user.value(for: "note") == text)
        #expect(try await identity.user.decrypt(text) == "a note")
        #expect(try await identity.user.value(for: "first_name") == "cse1.x")
        #expect(identity.snapshot.unreadableFields == [])
    }

    @Test("A sign-out while the profile is loaded leaves no error behind")
    func signedOutWhileLoading() async throws {
        let identity = try await scene.signedIn()
        scene.hub.before.withLock { before in
            before = { call in
                if call.method == .get, call.path.hasSuffix("/data") { try? await identity.signOut() }
                return nil
            }
        }
        await #expect(throws: IdentityError.sessionEnded) { try await identity.user.reload() }
        #expect(identity.snapshot.phase == .signedOut && identity.snapshot.error == nil)
        #expect(!identity.snapshot.isLoading)
    }

    // MARK: Guests

    @Test("A guest's waiting changes are sent before the sign-in, and an exchanged token keeps the guest's data")
    func guestsQueue() async throws {
        let identity = try await scene.app()
        let guest = try await identity.signInAsGuest()
        try await identity.user.reload()
        scene.fail(.offline)
        #expect(try await identity.user.setValue("Ada", for: "first_name") == .queued)
        scene.fail(nil)
        let bearer = try await identity.accessToken()
        let shown = Locked<String?>(nil)
        scene.hub.before.withLock { before in
            before = { call in
                if call.path.hasSuffix("/hub/auth/token") {
                    shown.withLock { $0 = call.headers[.authorization] }
                }
                return nil
            }
        }
        _ = try await identity.accessToken(exchanging: "valid-ada")
        #expect(shown.withLock { $0 } == "Bearer \(bearer ?? "")")
        #expect(try await saved(guest.userID, "first_name") == "\"Ada\"")
    }

    @Test("A guest whose session an earlier sign-in has ended, with its answer lost, signs in at the next try")
    func guestsLostAnswer() async throws {
        let identity = try await scene.app()
        for exchanges in [false, true] {
            let guest = try await identity.signInAsGuest()
            try await scene.hub.change { state in
                state.endedUsers.insert(guest.userID)
                state.revoked.formUnion(state.tokens.values.filter { $0.userID == guest.userID }.map(\.family))
            }
            if exchanges {
                #expect(try await identity.accessToken(exchanging: "valid-ada") != nil)
            } else {
                try await identity.startSignIn(email: "ada@example.org").complete(code: "123456")
            }
            #expect(identity.snapshot.authLevel == .verified)
        }
    }

    @Test("What a guest has encrypted is encrypted anew for the account that takes it over")
    func guestsSecrets() async throws {
        try await scene.hub.change { $0.encryptedFields = ["diary"] }
        let identity = try await scene.app()
        let guest = try await identity.signInAsGuest()
        try await identity.user.setValue("a secret", for: "diary")
        let old = try await saved(guest.userID, "diary")
        _ = try await identity.accessToken(exchanging: "valid-ada")
        // As the service does for an account that lacks the field.
        try await scene.hub.change { $0.users["ada"]?.data["diary"] = old }
        try await identity.user.reload()
        #expect(try await identity.user.value(for: "diary") == "a secret")
        let new = try #require(try await saved("ada", "diary"))
        #expect(new != old && new.hasPrefix("\"cse1."))
        // With the guest's secrets out of the way, and after a restart.
        let export = try await identity.user.recoveryExport(passphrase: "correct horse battery")
        let other = try await IdentityScene(sharing: scene.hub).signedIn("ada")
        try await other.user.reload()
        #expect(try await other.user.useRecoveryExport(export, passphrase: "correct horse battery") == [])
        #expect(try await other.user.value(for: "diary") == "a secret")
    }

    @Test("A recovery export has every key of the device")
    func allKeys() async throws {
        try await scene.hub.change { $0.encryptedFields = ["diary", "plans"] }
        let first = try await scene.signedIn()
        try await first.user.setValue("a secret", for: "diary")
        let passphrase = "correct horse battery"
        let export = try await first.user.recoveryExport(passphrase: passphrase)
        let second = try await IdentityScene(sharing: scene.hub).signedIn()
        try await second.user.setValue("an island", for: "plans")
        #expect(try await second.user.useRecoveryExport(export, passphrase: passphrase) == [])
        let both = try await second.user.recoveryExport(passphrase: passphrase)
        let third = try await IdentityScene(sharing: scene.hub).signedIn()
        try await third.user.reload()
        #expect(third.snapshot.unreadableFields == ["diary", "plans"])
        #expect(try await third.user.useRecoveryExport(both, passphrase: passphrase) == [])
        #expect(try await third.user.data == ["diary": "a secret", "plans": "an island"])
    }
}
