import Essentials
import Foundation
import Passkeys
import RowndDialect
import Testing

@testable import IdentityService

@Suite("Guests who become users")
struct GuestTests {
    /// Begins to sign in with a telephone, as whoever has the token.
    private func beginWithTelephone(_ stage: IdentityStage, token: String) async throws -> (id: String, code: String) {
        let answer = try await stage.call(
            .post, "hub/auth/init", ["phone": "+41790000000", "code_challenge": IdentityStage.binding], token: token)
        return (
            try #require(answer["challenge_id"]?.string, "\(answer.text)"),
            try #require(try await stage.message(to: "+41790000000")).code
        )
    }

    @Test("What a stranger began with a guest's tokens has no part in the account that the guest becomes")
    func strangersSession() async throws {
        let stage = try await IdentityStage(changing: { $0.sendsTextMessages = true })
        let guest = try await stage.guest()
        let (id, code) = try await beginWithTelephone(stage, token: guest.access)
        let ada = try await stage.signIn(token: guest.access)
        #expect(ada.user == guest.user)
        try await stage.call(.get, stage.data, token: guest.access).expectRefusal(401, "E_TOKEN")
        try await stage.refresh(guest.refresh).expectRefusal(400, "E_REFRESH_TOKEN")
        try await stage.complete(id, code).expectRefusal(400, "E_CHALLENGE")
        #expect(try await stage.refresh(ada.refresh).status == 200)
    }

    @Test("On the account page, the session of the app that shows it goes on, and others end")
    func accountPage() async throws {
        let stage = try await IdentityStage()
        let guest = try await stage.guest()
        let stored = try #require(try await stage.store.user(guest.user, of: stage.app.appId))
        _ = try await stage.store.database.write {
            try IdentityStore.beginSession(
                of: stored, Visit("anonymous", userAgent: nil, at: stage.clock.now), life: 60, in: $0
            ).id
        }
        let id = try await stage.begin(with: ["keeps_session": true], token: guest.access)
        let code = try #require(try await stage.message(to: "ada@example.org")).code
        #expect(try await stage.complete(id, code).status == 200)
        let page = try await stage.status(id)
        let app = try await stage.refresh(guest.refresh)
        #expect(page.user == guest.user && app.user == guest.user && app.claims[HubClaim.level] == "verified")
        #expect(try await stage.store.sessions(of: stored, at: stage.clock.now).count == 2)
        try await stage.call(.post, "hub/auth/init", ["email": "bo@example.org", "keeps_session": true])
            .expectRefusal(401, "E_TOKEN")
    }

    @Test("A guest with a passkey is a guest no more: another person's sign-in leaves their account alone")
    func passkey() async throws {
        let stage = try await IdentityStage()
        let guest = try await stage.guest()
        let user = try #require(try await stage.store.user(guest.user, of: stage.app.appId))
        let passkey = Passkey(
            id: [1], publicKey: [1], counter: 0, aaguid: [], isBackupEligible: false, isBackedUp: false,
            userHandle: Array(user.id.utf8))
        let own = try #require(guest.claims["sid"]?.string)
        _ = try await stage.store.database.write {
            try IdentityStore.beginSession(
                of: user, Visit("anonymous", userAgent: nil, at: stage.clock.now), life: 60, in: $0
            ).id
        }
        try await stage.store.add(passkey, to: user, in: own, userAgent: nil, at: stage.clock.now)
        #expect(try await stage.store.sessions(of: user, at: stage.clock.now).map(\.id) == [own])
        let renewed = try await stage.refresh(guest.refresh)
        #expect(renewed.claims[HubClaim.isAnonymous] == nil && renewed.claims[HubClaim.level] == "unverified")
        let ada = try await stage.signIn(token: renewed.access)
        #expect(ada.user != guest.user)
        #expect(try await stage.call(.get, stage.data, token: renewed.access).status == 200)
        #expect(try await stage.store.passkeys(of: user).count == 1)
    }

    @Test("An account that takes a guest over gets the unique values and the metadata that it lacks")
    func unique() async throws {
        var schema = ProfileField.usual
        for name in ["handle", "badge"] { schema[name] = ProfileField(unique: true) }
        let stage = try await IdentityStage(AppSettings(schema: schema))
        let ada = try await stage.signIn()
        func put(_ name: String, _ value: JSONValue, _ token: String) async throws -> Int {
            try await stage.call(.put, stage.data + "/fields/\(name)", ["value": value], token: token).status
        }
        #expect(try await put("badge", "gold", ada.access) == 200)
        let guest = try await stage.guest()
        #expect(try await put("handle", "countess", guest.access) == 200)
        #expect(try await put("badge", "tin", guest.access) == 200)
        let meta: JSONValue = ["meta": ["seen_tour": true]]
        #expect(try await stage.call(.put, "me/meta", meta, token: guest.access).status == 200)
        let again = try await stage.signIn(token: guest.access)
        let profile = try await stage.call(.get, stage.data, token: again.access)
        #expect(again.user == ada.user && profile["meta"]?["seen_tour"] == true, "\(profile.text)")
        #expect(profile["data"]?["handle"] == "countess" && profile["data"]?["badge"] == "gold")
        // The value is the account's now, and the one that nobody kept is free.
        let bo = try await stage.signIn("bo@example.org").access
        #expect(try await put("handle", "countess", bo) == 409)
        #expect(try await put("badge", "tin", bo) == 200)
    }

    @Test("A guest's value that is somebody else's by now stays out, and keeps nobody from signing in")
    func othersValue() async throws {
        let stage = try await IdentityStage()
        let path = stage.data + "/fields/first_name"
        _ = try await stage.signIn()
        let guest = try await stage.guest()
        for token in [guest.access, try await stage.signIn("bo@example.org").access] {
            #expect(try await stage.call(.put, path, ["value": "Kim"], token: token).status == 200)
        }
        var schema = ProfileField.usual
        schema["first_name"]?.unique = true
        #expect(try await stage.store.set(AppSettings(schema: schema), of: stage.app.appId))
        _ = try await stage.signIn("bo@example.org")
        let ada = try await stage.signIn(token: guest.access)
        #expect(try await stage.call(.get, stage.data, token: ada.access)["data"]?["first_name"] == nil)
    }

    @Test("A guest whom nobody can use any more is removed after thirty days, and nobody else is")
    func removal() async throws {
        let stage = try await IdentityStage()
        let (gone, late, kept, ada) = (
            try await stage.guest(), try await stage.guest(), try await stage.guest(), try await stage.signIn()
        )
        let withPasskey = try await stage.guest()
        let user = try #require(try await stage.store.user(withPasskey.user, of: stage.app.appId))
        let passkey = Passkey(
            id: [1], publicKey: [1], counter: 0, aaguid: [], isBackupEligible: false, isBackedUp: false,
            userHandle: Array(user.id.utf8))
        try await stage.store.add(passkey, to: user, userAgent: nil, at: stage.clock.now)
        let admin = "applications/\(stage.app.appId)/users"
        #expect(try await stage.call(.put, admin + "/u1/data", ["data": [:]], secret: true).status == 200)
        let signOut = "me/applications/\(stage.app.appId)/signout"
        for guest in [gone, late] {
            #expect(try await stage.call(.post, signOut, [:], token: guest.access).status == 204)
        }
        stage.clock.advance(29 * 86_400)
        let path = "\(admin)/\(late.user)/data"
        #expect(try await stage.call(.patch, path, ["data": ["first_name": "L"]], secret: true).status == 200)
        #expect(try await stage.refresh(kept.refresh).status == 200)
        try await stage.service.removeExpired()
        #expect(try await stage.call(.get, admin + "/data", secret: true)["total_results"] == 6)
        stage.clock.advance(86_400)
        try await stage.service.removeExpired()
        let left = try await stage.call(.get, admin + "/data", secret: true)
        guard case .array(let results)? = left["results"] else { throw CancellationError() }
        let expected: Set<String> = [late.user, kept.user, ada.user, withPasskey.user, "u1"]
        #expect(Set(results.compactMap { $0["rownd_user"]?.string }) == expected)
    }
}
