import Essentials
import Foundation
import RowndDialect
import Testing

@testable import IdentityService

@Suite("Signing in by text message, and an account's second address")
struct PhoneSignInTests {
    private static let number = "+41790000000"

    private func stage() async throws -> IdentityStage {
        try await IdentityStage(changing: { $0.sendsTextMessages = true })
    }

    /// Begins with a number and returns the challenge's id and its code.
    private func begin(
        _ stage: IdentityStage, _ number: String = number, token: String? = nil, adds: Bool = false
    ) async throws -> (id: String, code: String) {
        let body: JSONValue = [
            "phone": .string(number), "code_challenge": IdentityStage.binding, "adds_address": .bool(adds),
        ]
        let answer = try await stage.call(.post, "hub/auth/init", body, token: token)
        #expect(answer.status == 200, "\(answer.text)")
        let message = try #require(try await stage.message(to: Self.number))
        return (try #require(answer["challenge_id"]?.string), message.code)
    }

    private func signIn(
        _ stage: IdentityStage, token: String? = nil, adds: Bool = false
    ) async throws -> HubAnswer {
        let (id, code) = try await begin(stage, token: token, adds: adds)
        #expect(try await stage.complete(id, code).status == 200)
        return try await stage.status(id)
    }

    @Test("A code signs in; spellings of a number are one user's, who is verified and has no e-mail address")
    func number() async throws {
        let stage = try await stage()
        let first = try await signIn(stage)
        #expect(first["user_type"] == "new_user")
        #expect(first.claims["https://auth.rownd.io/is_verified_user"] == true && first.claims["email"] == nil)
        let (id, code) = try await begin(stage, "+41 (79) 000-00.00")
        #expect(try await stage.complete(id, code).status == 200)
        let again = try await stage.status(id)
        #expect(again["user_type"] == "existing_user" && again.user == first.user)
        let profile = try await stage.call(.get, stage.data, token: again.access)
        #expect(profile["data"]?["phone_number"]?.string == Self.number && profile["auth_level"] == "verified")
        #expect(profile["verified_data"]?["phone_number"]?.string == Self.number)
        let claims = try await stage.call(.get, "me", token: again.access)
        #expect(claims["phone_number_verified"] == true && claims["email"] == nil)
        // Signing documents needs an e-mail address.
        #expect(try await stage.service.provenAddress(of: again.access) == nil)
    }

    @Test(
        "Texts that are no number with its country's code get no message",
        arguments: [
            "", "0790000000", "+0790000000", "+4179", "+4179000000000000", "+41 79 abc 00 00", "+41\n790000000",
            "+41790000000" + String(repeating: " ", count: 30),
        ])
    func noNumbers(typed: String) async throws {
        let stage = try await stage()
        let answer = try await stage.call(.post, "hub/auth/init", ["phone": .string(typed)])
        #expect(answer.status == 400)
        #expect(try await stage.message(to: Self.number) == nil)
    }

    @Test("A network gets few text messages, whatever the numbers; mail is not counted")
    func messages() async throws {
        let stage = try await IdentityStage(changing: {
            ($0.sendsTextMessages, $0.textMessagesPerNetwork) = (true, 3)
        })
        for last in 0..<3 { _ = try await stage.call(.post, "hub/auth/init", ["phone": .string("+4179000000\(last)")]) }
        try await stage.call(.post, "hub/auth/init", ["phone": "+41790000009"]).expectRefusal(429, "E_TOO_MANY")
        let elsewhere = try await stage.call(
            .post, "hub/auth/init", ["phone": "+41790000009"], from: "198.51.100.7")
        #expect(elsewhere.status == 200)
        #expect(try await stage.signIn().status == 200)
    }

    @Test("A guest who proves a number keeps their data")
    func guest() async throws {
        let stage = try await stage()
        let guest = try await stage.guest()
        _ = try await stage.call(.put, stage.data + "/fields/first_name", ["value": "Ada"], token: guest.access)
        let known = try await signIn(stage, token: guest.access)
        #expect(known.user == guest.user)
        let profile = try await stage.call(.get, stage.data, token: known.access)
        #expect(profile["data"]?["first_name"] == "Ada")
    }

    @Test("Somebody with an account adds a number, and either of the two signs in")
    func second() async throws {
        let stage = try await stage()
        let ada = try await stage.signIn()
        let added = try await signIn(stage, token: ada.access, adds: true)
        #expect(added.user == ada.user && added["user_type"] == "existing_user")
        #expect(try await signIn(stage).user == ada.user)
        #expect(try await stage.signIn().user == ada.user)
        // Writing the profile, with what it has or without, takes no address away.
        _ = try await stage.call(
            .put, stage.data, ["data": ["first_name": "Ada", "phone_number": .string(Self.number)]], token: ada.access)
        _ = try await stage.call(.put, stage.data, ["data": ["first_name": "Ada"]], token: ada.access)
        #expect(try await signIn(stage).user == ada.user)
        let found = try await stage.call(
            .get, "applications/\(stage.app.appId)/users/data?lookup_filter=%2B41%2079%20000%2000%2000", secret: true)
        #expect(found["total_results"] == 1)
    }

    @Test("Nobody adds an address without a token")
    func nobody() async throws {
        let stage = try await stage()
        let body: JSONValue = ["phone": .string(Self.number), "adds_address": true]
        try await stage.call(.post, "hub/auth/init", body).expectRefusal(401, "E_TOKEN")
        #expect(try await stage.message(to: Self.number) == nil)
    }

    @Test("Another user's address is not added, and neither is a second one of a kind")
    func taken() async throws {
        let stage = try await stage()
        let (ada, bo) = (try await stage.signIn(), try await signIn(stage))
        #expect(ada.user != bo.user)
        let (id, code) = try await begin(stage, token: ada.access, adds: true)
        #expect(try await stage.complete(id, code).status == 200)
        try await stage.status(id).expectRefusal(409, "E_ADDRESS_TAKEN")
        let second = try await stage.begin(
            "ada.king@example.org", with: ["adds_address": true], token: ada.access)
        let mail = try #require(try await stage.message(to: "ada.king@example.org"))
        #expect(try await stage.complete(second, mail.code).status == 200)
        try await stage.status(second).expectRefusal(409, "E_ADDRESS_KNOWN")
        #expect(try await stage.signIn("ada.king@example.org")["user_type"] == "new_user")
        #expect(try await signIn(stage).user == bo.user)
    }

    @Test("A schema without the field keeps the number; a number that users may write signs nobody in")
    func schema() async throws {
        let stage = try await stage()
        #expect(try await stage.store.set(AppSettings(schema: ["nick": ProfileField()]), of: stage.app.appId))
        let first = try await signIn(stage)
        #expect(
            try await stage.call(.put, stage.data, ["data": ["nick": "A"]], token: first.access).status == 200)
        #expect(try await signIn(stage).user == first.user)
        let other: JSONValue = ["data": ["phone_number": "+41790000001"]]
        try await stage.call(.put, stage.data, other, token: first.access).expectRefusal(400, "E_PROFILE")
        let open = AppSettings(schema: ["phone_number": ProfileField()])
        #expect(open.problems().contains { $0.contains("“phone_number”") && $0.contains("writer app") })
    }

    @Test("Where a schema of old lets users write a number, nobody waits in an account for the person who has it")
    func oldSchema() async throws {
        let stage = try await stage()
        let settings = try JSONEncoder().encode(
            AppSettings(schema: ["email": ProfileField(writer: .app), "phone_number": ProfileField()]))
        let id = stage.app.appId
        _ = try await stage.store.database.write {
            try $0.run("UPDATE identityApp SET settings = ? WHERE id = ?", [settings, id])
        }
        let eve = try await stage.signIn("eve@example.org")
        let written = try await stage.call(
            .put, stage.data + "/fields/phone_number", ["value": .string(Self.number)], token: eve.access)
        #expect(written.status == 200)
        let ada = try await signIn(stage)
        #expect(ada["user_type"] == "new_user" && ada.user != eve.user)
    }

    @Test("Deleting a user ends the sign-ins that were begun with the number")
    func deleted() async throws {
        let stage = try await stage()
        let ada = try await signIn(stage)
        let (id, code) = try await begin(stage)
        #expect(try await stage.call(.delete, stage.data, token: ada.access).status == 200)
        try await stage.complete(id, code).expectRefusal(400, "E_CHALLENGE")
    }
}
