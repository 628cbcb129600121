import ClientSupport
import CountersignIdentity
import CountersignTesting
import Essentials
import Foundation
import HTTPMessages
import RowndDialect
import TestSupport
import Testing

@testable import IdentityService

@Suite("Signing in to an app in a browser")
struct BrowserSignInTests {
    private static let back = "com.example.shop://in"

    private func stage() async throws -> IdentityStage {
        try await IdentityStage(AppSettings(redirects: ["com.example.shop://"]))
    }

    private func begin(
        _ stage: IdentityStage, token: String? = nil, with more: [String: JSONValue] = [:]
    ) async throws -> HubAnswer {
        var body: [String: JSONValue] = ["return_url": .string(Self.back), "code_challenge": IdentityStage.binding]
        body.merge(more) { $1 }
        return try await stage.call(.post, "hub/auth/browser", .object(body), token: token)
    }

    /// The link that the page's address has in its fragment.
    private func link(_ begun: HubAnswer) throws -> String {
        let text = try #require(begun["url"]?.string)
        let url = try #require(URL(string: text))
        return try #require(FormText.items(url.fragment() ?? "")["browser"])
    }

    private func finish(
        _ stage: IdentityStage, _ link: String, token: String? = nil, with more: [String: JSONValue] = [:]
    ) async throws -> HubAnswer {
        let body: [String: JSONValue] = ["link": .string(link)]
        return try await stage.call(
            .post, "hub/auth/browser/finish", .object(body.merging(more) { $1 }), token: token)
    }

    private func code(_ finished: HubAnswer) throws -> String {
        let redirect = try #require(finished["redirect"]?.string, "\(finished.text)")
        #expect(redirect.hasPrefix(Self.back + "#code="))
        return String(redirect.dropFirst((Self.back + "#code=").count))
    }

    @Test("The app gets a session of its own, once, and the page's session ends")
    func whole() async throws {
        let stage = try await stage()
        let begun = try await begin(stage)
        let id = try #require(begun["challenge_id"]?.string)
        let link = try link(begun)
        stage.clock.advance(1)
        let page = try await stage.signIn()
        // Nothing is proven yet: neither the link nor anything else ends the sign-in.
        try await stage.complete(id, link).expectRefusal(400, "E_CHALLENGE")
        #expect(try await stage.status(id)["status"] == "pending")
        let code = try code(try await finish(stage, link, token: page.access))
        try await stage.call(.get, stage.data, token: page.access).expectRefusal(401, "E_TOKEN")
        try await finish(stage, link, token: page.access).expectRefusal(401, "E_TOKEN")
        #expect(try await stage.complete(id, code).status == 200)
        let answer = try await stage.status(id)
        #expect(answer.user == page.user && answer["user_type"] == "new_user" && answer["sign_in_method"] == "email")
        #expect(try await stage.call(.get, stage.data, token: answer.access).status == 200)
        try await stage.complete(id, code).expectRefusal(400, "E_CHALLENGE")
        try await stage.status(id).expectRefusal(400, "E_CHALLENGE")
        // The next time, the user is no new one, whatever the page says.
        let again = try await begin(stage)
        stage.clock.advance(1)
        let known = try await stage.signIn()
        let next = try self.code(
            try await finish(stage, try self.link(again), token: known.access, with: ["user_type": "new_user"]))
        let second = try #require(again["challenge_id"]?.string)
        #expect(try await stage.complete(second, next).status == 200)
        #expect(try await stage.status(second)["user_type"] == "existing_user")
    }

    @Test("Only the app that asked can use what the browser brings back")
    func binding() async throws {
        let stage = try await stage()
        let begun = try await begin(stage)
        let id = try #require(begun["challenge_id"]?.string)
        let page = try await stage.signIn()
        let code = try code(try await finish(stage, try link(begun), token: page.access))
        try await stage.complete(id, code, verifier: "another-app's-verifier").expectRefusal(400, "E_CHALLENGE")
        try await stage.status(id, verifier: "another-app's-verifier").expectRefusal(400, "E_CHALLENGE")
        // The one try is for the right app.
        #expect(try await stage.complete(id, code).status == 200)
    }

    @Test("A link works once, and in its application only")
    func links() async throws {
        let stage = try await stage()
        let begun = try await begin(stage)
        let link = try link(begun)
        let (first, second) = (try await stage.signIn(), try await stage.signIn("bo@example.org"))
        _ = try code(try await finish(stage, link, token: first.access))
        try await finish(stage, link, token: second.access).expectRefusal(404, "E_CHALLENGE")
        let other = try self.link(try await begin(stage))
        try await stage.call(
            .post, "hub/auth/browser/finish", ["link": .string(other), "cancelled": true], as: stage.other
        ).expectRefusal(404, "E_CHALLENGE")
        // Somebody who is signed in to another application is nobody here.
        let begunThere = try await stage.call(
            .post, "hub/auth/init", ["is_anonymous": true], as: stage.other)
        let stranger = HubAnswer(begunThere.reply, below: "auth_tokens").access
        let third = try self.link(try await begin(stage))
        try await finish(stage, third, token: stranger).expectRefusal(404, "E_CHALLENGE")
        try await finish(stage, "nothing", token: second.access).expectRefusal(404, "E_CHALLENGE")
        try await finish(stage, other).expectRefusal(401, "E_TOKEN")
    }

    @Test("Who closes the page comes back to the app without a code")
    func cancelled() async throws {
        let stage = try await stage()
        let begun = try await begin(stage)
        let answer = try await finish(stage, try link(begun), with: ["cancelled": true])
        #expect(answer["redirect"]?.string == Self.back + "#error=access_denied")
        let id = try #require(begun["challenge_id"]?.string)
        #expect(try await stage.status(id)["status"] == "pending")
    }

    @Test(
        "A visit needs an address of the application's and a hash",
        arguments: [
            (["return_url": "https://evil.example/"], "E_REDIRECT"),
            (["return_url": "com.example.shop://in#x"], "E_REDIRECT"),
            (["return_url": nil], "E_REQUEST"), (["code_challenge": nil], "E_REQUEST"),
            (["code_challenge_method": "plain"], "E_REQUEST"), (["intent": "x"], "E_REQUEST"),
        ] as [([String: JSONValue], String)])
    func badVisits(members: [String: JSONValue], code: String) async throws {
        try await begin(try await stage(), with: members).expectRefusal(400, code)
    }

    @Test("A guest of the app keeps their data, and a disabled or deleted user does not sign in")
    func users() async throws {
        let stage = try await stage()
        let guest = try await stage.guest()
        _ = try await stage.call(.put, stage.data + "/fields/first_name", ["value": "Ada"], token: guest.access)
        for step in ["", "disabled", "deleted"] {
            let begun = try await begin(stage, token: step.isEmpty ? guest.access : nil)
            let id = try #require(begun["challenge_id"]?.string)
            let page = try await stage.signIn()
            let code = try code(try await finish(stage, try link(begun), token: page.access))
            let path = "applications/\(stage.app.appId)/users/\(page.user)"
            if step == "disabled" {
                let answer = try await stage.call(.post, path + "/state", ["state": "disabled"], secret: true)
                #expect(answer.status == 200)
                // It does not go on when the user is enabled again.
                _ = try await stage.call(.post, path + "/state", ["state": "enabled"], secret: true)
                try await stage.complete(id, code).expectRefusal(400, "E_CHALLENGE")
                continue
            } else if step == "deleted" {
                #expect(try await stage.call(.delete, path + "/data", secret: true).status == 200)
                try await stage.complete(id, code).expectRefusal(400, "E_CHALLENGE")
                continue
            }
            #expect(try await stage.complete(id, code).status == 200)
            let profile = try await stage.call(.get, stage.data, token: try await stage.status(id).access)
            #expect(profile["data"]?["first_name"] == "Ada" && profile["data"]?["email"] == "ada@example.org")
        }
    }
}

@Suite("The account page of an app's user")
struct AccountVisitTests {
    private func stage() async throws -> IdentityStage {
        try await IdentityStage(AppSettings(redirects: ["com.example.shop://"]))
    }

    private func link(_ stage: IdentityStage, _ token: String) async throws -> String {
        let answer = try await stage.call(
            .post, "hub/auth/browser/account", ["return_url": "com.example.shop://in"], token: token)
        let url = try #require(URL(string: answer["url"]?.string ?? ""), "\(answer.text)")
        return try #require(FormText.items(url.fragment() ?? "")["account"])
    }

    private func token(_ stage: IdentityStage, _ link: String, as app: AppCredentials? = nil) async throws -> HubAnswer
    {
        try await stage.call(.post, "hub/auth/browser/account/token", ["link": .string(link)], as: app)
    }

    @Test("The page gets a token of the app's session, once, valid no longer than the app's own")
    func whole() async throws {
        let stage = try await stage()
        let ada = try await stage.signIn()
        stage.clock.advance(600)
        let link = try await link(stage, ada.access)
        let page = try await token(stage, link)
        #expect(page["redirect"] == "com.example.shop://in" && page["refresh_token"] == nil)
        #expect(page.user == ada.user && page.claims["sid"] == ada.claims["sid"])
        #expect(page.claims["exp"] == ada.claims["exp"] && page.access != ada.access)
        #expect(try await stage.call(.get, stage.data, token: page.access).status == 200)
        try await token(stage, link).expectRefusal(404, "E_CHALLENGE")
    }

    @Test("Nobody else, no other application, and nobody later gets one")
    func refusals() async throws {
        let stage = try await stage()
        let ada = try await stage.signIn()
        let body: JSONValue = ["return_url": "com.example.shop://in"]
        try await stage.call(.post, "hub/auth/browser/account", body).expectRefusal(401, "E_TOKEN")
        try await stage.call(
            .post, "hub/auth/browser/account", ["return_url": "https://evil.example/"], token: ada.access
        ).expectRefusal(400, "E_REDIRECT")
        try await token(stage, try await link(stage, ada.access), as: stage.other).expectRefusal(404, "E_CHALLENGE")
        let late = try await link(stage, ada.access)
        stage.clock.advance(121)
        try await token(stage, late).expectRefusal(404, "E_CHALLENGE")
        // The page's token would be valid longer than the app's.
        let old = try await stage.signIn()
        stage.clock.advance(3550)
        let short = try await link(stage, old.access)
        stage.clock.advance(60)
        try await token(stage, short).expectRefusal(404, "E_CHALLENGE")
        // A sign-in's link opens no account page, and an account page's link ends no sign-in.
        let begun = try await stage.call(
            .post, "hub/auth/browser", ["return_url": "com.example.shop://in", "code_challenge": IdentityStage.binding])
        let url = try #require(URL(string: begun["url"]?.string ?? ""))
        let signIn = try #require(FormText.items(url.fragment() ?? "")["browser"])
        try await token(stage, signIn).expectRefusal(404, "E_CHALLENGE")
        let again = try await stage.signIn()
        let account = try await link(stage, again.access)
        try await stage.call(.post, "hub/auth/browser/finish", ["link": .string(account)], token: again.access)
            .expectRefusal(404, "E_CHALLENGE")
        let ended = try await link(stage, again.access)
        let path = "me/applications/\(stage.app.appId)/signout"
        #expect(try await stage.call(.post, path, [:], token: again.access).status == 204)
        try await token(stage, ended).expectRefusal(404, "E_CHALLENGE")
    }
}

/// A browser in which somebody signs in by a code on the service's page, closes it, or is led elsewhere.
private struct Browser: AuthorizationPresenter {
    enum Doing: Sendable { case signIn, close, deny, lead(to: String), signOut }
    let server: SignInServer
    let doing: Doing

    func authorize(at page: URL, redirectURL: URL) async throws -> URL {
        let link = FormText.items(page.fragment() ?? "")["browser"] ?? ""
        #expect(page.path() == "/web_app")
        var body: [String: JSONValue] = ["link": .string(link)]
        var token: String?
        switch doing {
        case .close: throw CancellationError()
        case .lead(let address): return try #require(URL(string: address))
        case .deny: body["cancelled"] = true
        case .signOut:
            let link = FormText.items(page.fragment() ?? "")["account"] ?? ""
            let answer = try await post("hub/auth/browser/account/token", ["link": .string(link)])
            let path = "me/applications/\(server.appID)/signout"
            _ = try? await post(path, [:], token: answer["access_token"]?.string)
            return try #require(URL(string: answer["redirect"]?.string ?? ""))
        case .signIn:
            let begun = try await post("hub/auth/init", ["email": "ada@example.org"])
            let id = try #require(begun["challenge_id"])
            let code = try #require(try await server.code(sentTo: "ada@example.org"))
            _ = try await post("hub/auth/complete", ["challenge_id": id, "token": .string(code)])
            token = try await post("hub/auth/challenge_status", ["challenge_id": id])["access_token"]?.string
        }
        let answer = try await post("hub/auth/browser/finish", body, token: token)
        return try #require(URL(string: answer["redirect"]?.string ?? ""))
    }

    private func post(
        _ path: String, _ body: [String: JSONValue], token: String? = nil
    ) async throws -> [String: JSONValue] {
        var call = HTTPCall(.post, url: server.url.appending(path: path))
        call.headers[.contentType] = "application/json"
        call.headers[named: "x-rownd-app-key"] = server.appKey
        if let token { call.headers[.authorization] = "Bearer \(token)" }
        call.body = try JSONValue.object(body).bytes()
        return try JSONDecoder().decode([String: JSONValue].self, from: try await server.send(call, timeout: 10).body)
    }
}

/// A service whose pages are on another server.
private struct ForeignPages: HTTPTransport {
    let server: SignInServer

    func send(_ call: HTTPCall, timeout: TimeInterval) async throws -> HTTPReply {
        var reply = try await server.send(call, timeout: timeout)
        reply.body = Data(
            String(decoding: reply.body, as: UTF8.self)
                .replacingOccurrences(of: "identity.example\\/web_app", with: "evil.example\\/web_app")
                .replacingOccurrences(of: "identity.example/web_app", with: "evil.example/web_app").utf8)
        return reply
    }
}

@Suite("An app's sign-in in a browser")
struct BrowserSignInClientTests {
    let folder = TemporaryFolder()

    private func client(
        _ server: SignInServer, through transport: (any HTTPTransport)? = nil
    ) async throws -> IdentityClient {
        var configuration = IdentityConfiguration(
            server: server.url, appKey: server.appKey, folder: folder.url,
            credentials: FileCredentialStore(folder: folder.url.appending(path: "credentials")),
            transport: transport ?? server)
        configuration.postSignInRedirect = URL(string: "com.example.shop://in")
        configuration.worksInBackground = false
        let identity = try IdentityClient(configuration)
        await identity.start()
        return identity
    }

    @Test("It signs in, says how, and gives up when the person does")
    func ways() async throws {
        let server = try await SignInServer(AppSettings(redirects: ["com.example.shop://"]))
        let identity = try await client(server)
        var events = identity.events().makeAsyncIterator()
        for doing in [Browser.Doing.close, .deny] {
            #expect(try await identity.signIn(in: Browser(server: server, doing: doing)) == .cancelled)
            #expect(try await identity.accessToken() == nil)
        }
        let outcome = try await identity.signIn(in: Browser(server: server, doing: .signIn), hint: .email)
        guard case .signedIn(let signedIn) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(signedIn.method == .email && identity.snapshot.authLevel == .verified)
        // The start names the way that the person chose on the page; a page that was closed started nothing.
        #expect(await events.next() == .signInStarted(.email))
        #expect(try await identity.accessToken() != nil)
    }

    @Test("A page of another server is not shown")
    func foreignPages() async throws {
        let server = try await SignInServer(AppSettings(redirects: ["com.example.shop://"]))
        let identity = try await client(server, through: ForeignPages(server: server))
        let problem = IdentityError.unreadableAnswer(what: "its page is on another server")
        await #expect(throws: problem) {
            try await identity.signIn(in: Browser(server: server, doing: .signIn))
        }
        try await identity.signInAsGuest()
        await #expect(throws: problem) {
            try await identity.showAccount(in: Browser(server: server, doing: .close))
        }
    }

    @Test("The account page shows the user, and a sign-out there signs the app out")
    func account() async throws {
        let server = try await SignInServer(AppSettings(redirects: ["com.example.shop://"]))
        let identity = try await client(server)
        await #expect(throws: IdentityError.signedOut) {
            try await identity.showAccount(in: Browser(server: server, doing: .close))
        }
        _ = try await identity.signIn(in: Browser(server: server, doing: .signIn))
        for doing in [Browser.Doing.close, .lead(to: "com.example.shop://in")] {
            try await identity.showAccount(in: Browser(server: server, doing: doing))
            #expect(identity.snapshot.isSignedIn)
        }
        try await identity.showAccount(in: Browser(server: server, doing: .signOut))
        #expect(identity.snapshot.phase == .signedOut)
        #expect(try await identity.accessToken() == nil)
    }

    @Test(
        "An address that the browser does not bring from the page signs nobody in",
        arguments: [
            "com.example.shop://in", "com.example.shop://in#code=", "com.example.shop://in?code=x",
            "com.example.shop://in2#code=x", "https://evil.example/#code=x", "com.example.shop://in#error=other",
        ])
    func foreign(address: String) async throws {
        let server = try await SignInServer(AppSettings(redirects: ["com.example.shop://"]))
        let identity = try await client(server)
        await #expect(throws: IdentityError.foreignLink) {
            try await identity.signIn(in: Browser(server: server, doing: .lead(to: address)))
        }
        // A code that was guessed is refused by the service.
        await #expect(throws: IdentityError.self) {
            try await identity.signIn(
                in: Browser(server: server, doing: .lead(to: "com.example.shop://in#code=guessed")))
        }
        #expect(try await identity.accessToken() == nil)
    }
}
