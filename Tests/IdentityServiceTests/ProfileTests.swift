import Essentials
import Foundation
import RowndDialect
import ServiceCalls
import Testing

@testable import IdentityService

@Suite("Profiles and guests")
struct ProfileTests {
    private static let schema: [String: ProfileField] = [
        "email": ProfileField(unique: true, writer: .app), "first_name": ProfileField(required: true),
        "age": ProfileField(.number), "likes": ProfileField(.array), "member": ProfileField(.boolean, writer: .app),
        "handle": ProfileField(unique: true), "born": ProfileField(readOnly: true),
        "secret": ProfileField(.object, encrypted: true),
    ]

    @Test("A user sets all of a profile or one field, and gets both back")
    func set() async throws {
        let stage = try await IdentityStage(AppSettings(schema: Self.schema))
        let answer = try await stage.signIn()
        let token = answer.access
        let all = try await stage.call(
            .put, stage.data, ["data": ["first_name": "Ada", "age": 36.5, "likes": ["tea"], "user_id": "ignored"]],
            token: token)
        #expect(all.status == 200 && all["data"]?["age"] == 36.5, "\(all.text)")
        #expect(all["data"]?["user_id"]?.string == answer.user && all["data"]?["email"] == "ada@example.org")
        let field = stage.data + "/fields/age"
        #expect(try await stage.call(.put, field, ["value": 37], token: token)["value"] == 37)
        #expect(try await stage.call(.get, field, token: token)["value"] == 37)
        #expect(try await stage.call(.put, field, ["value": nil], token: token)["value"] == .null)
        let rest = try await stage.call(.get, stage.data, token: token)
        #expect(rest["data"]?["age"] == nil && rest["data"]?["first_name"] == "Ada")
        #expect(
            try await stage.call(.put, stage.data, ["data": ["first_name": "A"]], token: token)["data"]?["likes"] == nil
        )
        try await stage.call(.get, stage.data + "/fields/nothing", token: token).expectRefusal(404, "E_NOT_FOUND")
    }

    @Test("Every problem of a profile is named at once, and nothing is stored")
    func problems() async throws {
        let stage = try await IdentityStage(AppSettings(schema: Self.schema))
        let token = try await stage.signIn().access
        let answer = try await stage.call(
            .put, stage.data,
            [
                "data": [
                    "age": "old", "likes": 3, "member": true, "email": "eve@example.org", "nothing": 1,
                    "secret": ["a": 1],
                ]
            ], token: token)
        answer.expectRefusal(400, "E_PROFILE")
        guard case .array(let messages)? = answer["messages"] else { throw CancellationError() }
        let text = messages.compactMap(\.string).joined(separator: "\n")
        for name in ["age", "likes", "member", "email", "nothing", "secret", "first_name"] {
            #expect(text.contains("“\(name)”"), "\(text)")
        }
        #expect(messages.count == 7)
        #expect(try await stage.call(.get, stage.data, token: token)["data"]?.object?.count == 2)
    }

    @Test("Read-only values stay once set, unique values are one user's, and encrypted ones are texts")
    func rules() async throws {
        let stage = try await IdentityStage(AppSettings(schema: Self.schema))
        let (ada, bo) = (try await stage.signIn().access, try await stage.signIn("bo@example.org").access)
        func put(_ name: String, _ value: JSONValue, _ token: String) async throws -> HubAnswer {
            try await stage.call(.put, stage.data + "/fields/\(name)", ["value": value], token: token)
        }
        #expect(try await put("born", "1815", ada).status == 200)
        try await put("born", "1816", ada).expectRefusal(400, "E_PROFILE")
        #expect(try await put("born", "1815", ada).status == 200)
        #expect(try await put("handle", "ada", ada).status == 200)
        try await put("handle", "ada", bo).expectRefusal(409, "E_PROFILE")
        #expect(try await put("handle", "countess", ada).status == 200)
        #expect(try await put("handle", "ada", bo).status == 200)
        #expect(try await put("secret", "v1.abc", ada).status == 200)
        let admin = "applications/\(stage.app.appId)/users"
        let user = try await stage.call(.get, "me", token: ada)["sub"]?.string ?? ""
        let changed = try await stage.call(
            .patch, "\(admin)/\(user)/data", ["data": ["born": "1816", "member": true]], secret: true)
        #expect(changed["data"]?["born"] == "1816" && changed["data"]?["member"] == true)
        try await stage.call(.patch, "\(admin)/\(user)/data", ["data": ["email": "bo@example.org"]], secret: true)
            .expectRefusal(409, "E_PROFILE")
    }

    @Test("A guest who proves an address keeps their data, and one with an account brings it along")
    func guests() async throws {
        let stage = try await IdentityStage()
        let guest = try await stage.guest()
        let path = stage.data + "/fields/first_name"
        _ = try await stage.call(.put, path, ["value": "Ada"], token: guest.access)
        let ada = try await stage.signIn(token: guest.access)
        #expect(ada.user == guest.user && ada.claims[HubClaim.level] == "verified")
        #expect(try await stage.call(.get, path, token: ada.access)["value"] == "Ada")
        let second = try await stage.guest()
        _ = try await stage.call(.put, path, ["value": "Somebody"], token: second.access)
        _ = try await stage.call(.put, stage.data + "/fields/last_name", ["value": "Lovelace"], token: second.access)
        let again = try await stage.signIn(token: second.access)
        #expect(again.user == ada.user && again["user_type"] == "existing_user")
        let data = try await stage.call(.get, stage.data, token: again.access)["data"]
        #expect(data?["first_name"] == "Ada" && data?["last_name"] == "Lovelace")
        try await stage.call(.get, stage.data, token: second.access).expectRefusal(401, "E_TOKEN")
        // A user who is no guest is not merged into another.
        let bo = try await stage.signIn("bo@example.org", token: ada.access)
        #expect(bo.user != ada.user && bo["user_type"] == "new_user")
    }

    @Test("Equal values from before a field was unique keep nobody from signing in")
    func laterUnique() async throws {
        let stage = try await IdentityStage()
        let path = stage.data + "/fields/first_name"
        for address in ["ada@example.org", "bo@example.org"] {
            let token = try await stage.signIn(address).access
            #expect(try await stage.call(.put, path, ["value": "Kim"], token: token).status == 200)
        }
        var schema = ProfileField.usual
        schema["first_name"]?.unique = true
        #expect(try await stage.store.set(AppSettings(schema: schema), of: stage.app.appId))
        let ada = try await stage.signIn().access
        let bo = try await stage.signIn("bo@example.org").access
        #expect(try await stage.call(.put, stage.data + "/fields/last_name", ["value": "L"], token: bo).status == 200)
        // Each change is checked.
        #expect(try await stage.call(.put, path, ["value": "Bo"], token: bo).status == 200)
        try await stage.call(.put, path, ["value": "Kim"], token: bo).expectRefusal(409, "E_PROFILE")
        #expect(try await stage.call(.put, path, ["value": "Ada"], token: ada).status == 200)
        #expect(try await stage.call(.put, path, ["value": "Kim"], token: bo).status == 200)
    }

    @Test("An application without guests refuses them")
    func noGuests() async throws {
        let stage = try await IdentityStage(AppSettings(guests: false))
        try await stage.call(.post, "hub/auth/init", ["is_anonymous": true]).expectRefusal(403, "E_GUESTS")
        try await stage.call(.post, "hub/auth/instant", [:]).expectRefusal(403, "E_GUESTS")
    }

    @Test("An instant user begins with data and becomes a verified one")
    func instant() async throws {
        let stage = try await IdentityStage()
        let answer = try await stage.call(.post, "hub/auth/instant", ["user_data": ["first_name": "Ada"]])
        #expect(answer["user_type"] == "instant_user", "\(answer.text)")
        let instant = HubAnswer(answer.reply, below: "auth_tokens")
        #expect(instant.claims[HubClaim.level] == "instant")
        let ada = try await stage.signIn(token: instant.access)
        #expect(ada.user == instant.user)
        #expect(try await stage.call(.get, stage.data, token: ada.access)["data"]?["first_name"] == "Ada")
    }

    @Test("Deleting an account removes every trace, and the receipt says what")
    func delete() async throws {
        let stage = try await IdentityStage()
        let (ada, desk) = (try await stage.signIn(), try await stage.signIn())
        _ = try await stage.begin()
        let receipt = try await stage.call(.delete, stage.data, token: ada.access)
        #expect(receipt["user_id"]?.string == ada.user && receipt["removed"]?["sessions"] == 2, "\(receipt.text)")
        #expect(receipt["removed"]?["profiles"] == 1 && receipt["removed"]?["identifiers"] == 1)
        try await stage.call(.get, stage.data, token: desk.access).expectRefusal(401, "E_TOKEN")
        try await stage.refresh(desk.refresh).expectRefusal(400, "E_REFRESH_TOKEN")
        for table in [
            "identityUser", "identityIdentifier", "identitySession", "identityRefresh", "identityChallenge", "job",
        ] {
            let count: Int? = try await stage.store.database.read { try $0.value("SELECT count(*) FROM \(table)") }
            #expect(count == 0, "\(table)")
        }
        let again = try await stage.signIn()
        #expect(again.user != ada.user && again["user_type"] == "new_user")
    }

    @Test("With an account go its messages that wait or were given up, and no others")
    func deletedMessages() async throws {
        let stage = try await IdentityStage(changing: { $0.sendsTextMessages = true })
        let ada = try await stage.signIn()
        let jobs = stage.service.stores.jobs
        _ = try await stage.begin()
        for job in try await jobs.claim(
            1, kinds: [.identityMail], except: [], by: "t", lease: 60, at: stage.clock.now + 1)
        {
            try await jobs.bury(job, because: "no such mailbox")
        }
        _ = try await stage.begin()
        let number: JSONValue = ["phone": "+41790000000", "adds_address": true]
        #expect(try await stage.call(.post, "hub/auth/init", number, token: ada.access).status == 200)
        // Somebody else's, to the same number.
        #expect(try await stage.call(.post, "hub/auth/init", ["phone": "+41790000000"]).status == 200)
        _ = try await stage.begin("bo@example.org")
        let there = try await stage.call(.post, "hub/auth/init", ["email": "ada@example.org"], as: stage.other)
        #expect(there.status == 200)
        #expect(try await jobs.jobs(in: nil, after: 0, count: 100).count == 6)
        #expect(try await stage.call(.delete, stage.data, token: ada.access).status == 200)
        #expect(try await jobs.jobs(in: nil, after: 0, count: 100).count == 3)
    }
}

@Suite("What an application's servers do with users")
struct AdministrationTests {
    @Test("Users are made, listed in pages, searched, changed and deleted")
    func users() async throws {
        let stage = try await IdentityStage()
        let base = "applications/\(stage.app.appId)/users"
        for number in 1...5 {
            let answer = try await stage.call(
                .put, "\(base)/u\(number)/data", ["data": ["email": .string("p\(number)@example.org")]], secret: true)
            #expect(answer.status == 200 && answer["auth_level"] == "unverified", "\(answer.text)")
        }
        var seen: [String] = []
        var after = ""
        repeat {
            let page = try await stage.call(.get, "\(base)/data?page_size=2&after=\(after)&fields=email", secret: true)
            #expect(page["total_results"] == 5)
            guard case .array(let results)? = page["results"] else { break }
            let ids = results.compactMap { $0["rownd_user"]?.string }
            seen += ids
            after = ids.last ?? ""
            if ids.isEmpty { break }
        } while seen.count < 10
        #expect(seen == ["u1", "u2", "u3", "u4", "u5"])
        let found = try await stage.call(.get, "\(base)/data?lookup_filter=P3@example.org", secret: true)
        #expect(found["total_results"] == 1)
        let some = try await stage.call(.get, "\(base)/data?id_filter=u2,u4,nobody", secret: true)
        #expect(some["total_results"] == 2)
        // The person of the address takes the account that waits for them.
        let signedIn = try await stage.signIn("p3@example.org")
        #expect(signedIn.user == "u3" && signedIn["user_type"] == "existing_user")
        #expect(try await stage.call(.post, "\(base)/u3/signout", [:], secret: true).status == 204)
        try await stage.refresh(signedIn.refresh).expectRefusal(400, "E_REFRESH_TOKEN")
        #expect(try await stage.call(.delete, "\(base)/u3/data", secret: true)["user_id"] == "u3")
        try await stage.call(.get, "\(base)/u3/data", secret: true).expectRefusal(404, "E_NOT_FOUND")
        try await stage.call(.get, "\(base)/data?page_size=1001", secret: true).expectRefusal(400, "E_REQUEST")
    }

    @Test("Two applications may use one user id, and each has a user of its own")
    func sameID() async throws {
        let stage = try await IdentityStage()
        func path(_ app: AppCredentials) -> String { "applications/\(app.appId)/users/42/data" }
        for (app, name) in [(stage.app, "Ada"), (stage.other, "Bo")] {
            let body: JSONValue = ["data": ["first_name": .string(name), "email": "same@example.org"]]
            let answer = try await stage.call(.put, path(app), body, as: app, secret: true)
            #expect(answer.status == 200, "\(answer.text)")
        }
        let ada = try await stage.signIn("same@example.org")
        #expect(ada.user == "42")
        let signOut = "applications/\(stage.other.appId)/users/42/signout"
        #expect(try await stage.call(.post, signOut, [:], as: stage.other, secret: true).status == 204)
        #expect(try await stage.call(.delete, path(stage.other), as: stage.other, secret: true).status == 200)
        #expect(try await stage.call(.get, path(stage.app), secret: true)["data"]?["first_name"] == "Ada")
        #expect(try await stage.refresh(ada.refresh).status == 200)
    }

    @Test("Calls that create one user at once all succeed")
    func createdAtOnce() async throws {
        let stage = try await IdentityStage()
        let path = "applications/\(stage.app.appId)/users/42/data"
        let answers = try await withThrowingTaskGroup(of: HubAnswer.self) { group in
            for number in 1...16 {
                group.addTask {
                    try await stage.call(
                        .put, path, ["data": ["first_name": .string("n\(number)")]], secret: true)
                }
            }
            return try await group.reduce(into: [HubAnswer]()) { $0.append($1) }
        }
        #expect(answers.allSatisfy { $0.status == 200 }, "\(answers.map(\.text))")
        let app = try #require(try await stage.store.app(stage.app.appId))
        // Also where the second call has looked before the first one has stored.
        #expect(try await stage.store.create("42", of: app, data: [:], at: stage.clock.now) == nil)
    }

    @Test("A text that is no address is refused with all other problems, and the proven address stays")
    func unusableAddress() async throws {
        let stage = try await IdentityStage()
        let ada = try await stage.signIn()
        let path = "applications/\(stage.app.appId)/users/\(ada.user)/data"
        let answer = try await stage.call(
            .patch, path, ["data": ["email": "ada@", "phone_number": "12", "first_name": 3]], secret: true)
        answer.expectRefusal(400, "E_PROFILE")
        guard case .array(let messages)? = answer["messages"] else { throw CancellationError() }
        #expect(messages.count == 3, "\(answer.text)")
        #expect(try await stage.call(.get, path, secret: true)["verified_data"]?["email"] == "ada@example.org")
        #expect(try await stage.call(.patch, path, ["data": ["email": nil]], secret: true).status == 200)
        #expect(try await stage.call(.get, path, secret: true)["auth_level"] == "unverified")
    }

    @Test("Only the application's own key and secret work, and another application's users appear not to exist")
    func secrets() async throws {
        let stage = try await IdentityStage()
        let user = try await stage.signIn().user
        let path = "applications/\(stage.app.appId)/users/\(user)/data"
        try await stage.call(.get, path).expectRefusal(401, "E_APP_SECRET")
        try await stage.call(.get, path, as: stage.other, secret: true).expectRefusal(404, "E_NOT_FOUND")
        let mixed = AppCredentials(
            appId: stage.app.appId, appKey: stage.app.appKey, appSecret: stage.other.appSecret)
        try await stage.call(.get, path, as: mixed, secret: true).expectRefusal(401, "E_APP_SECRET")
        try await stage.call(
            .get, "applications/\(stage.other.appId)/users/\(user)/data", as: stage.other, secret: true
        ).expectRefusal(404, "E_NOT_FOUND")
        #expect(try await stage.call(.get, path, secret: true)["data"]?["email"] == "ada@example.org")
        let new = try #require(try await stage.store.rotate(stage.app.appId))
        try await stage.call(.get, path, secret: true).expectRefusal(401, "E_APP_SECRET")
        #expect(try await stage.call(.get, path, as: new, secret: true).status == 200)
    }

    @Test("A token of one application is worth nothing in another")
    func tokens() async throws {
        let stage = try await IdentityStage()
        let token = try await stage.signIn().access
        try await stage.call(.get, "me/applications/\(stage.other.appId)/data", token: token)
            .expectRefusal(404, "E_NOT_FOUND")
    }

    @Test("Origins are stored as browsers name them")
    func origins() async throws {
        let stage = try await IdentityStage()
        let text = #"{"origins": ["https://WWW.example.com/", "https://shop.example:443", "http://localhost:8080"]}"#
        let settings = try JSONDecoder().decode(AppSettings.self, from: Data(text.utf8))
        #expect(settings.problems().isEmpty)
        #expect(try await stage.store.set(settings, of: stage.app.appId))
        let answer = try await stage.call(.get, "hub/page/origins")
        #expect(answer["origins"] == ["https://www.example.com", "https://shop.example", "http://localhost:8080"])
    }

    @Test("Settings with problems are refused with all of them")
    func settings() throws {
        let bad = AppSettings(
            schema: [
                "email": ProfileField(), "a b": ProfileField(), "user_id": ProfileField(),
                "handle": ProfileField(unique: true, encrypted: true),
            ],
            origins: ["https://shop.example/path", "ftp://x", "*"], redirects: ["javascript:x", "nothing"],
            issuers: [TrustedIssuer(issuer: "", audience: "a", keys: "{}", method: "m")])
        #expect(bad.problems().count == 11, "\(bad.problems())")
        #expect(AppSettings().problems().isEmpty)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(AppSettings.self, from: Data(#"{"colour": "red"}"#.utf8))
        }
    }
}
