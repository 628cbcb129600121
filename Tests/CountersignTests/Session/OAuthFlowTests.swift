import ClientSupport
import Crypto
import Essentials
import Foundation
import TestSupport
import Testing

@testable import Countersign

@Suite("Log-in with a code and PKCE")
struct OAuthFlowTests {
    /// Plays the person and the browser: gives back what a test makes of the sign-in page's address.
    private struct Browser: AuthorizationPresenter {
        let answer: @Sendable (URL) throws -> URL
        func authorize(at page: URL, redirectURL: URL) async throws -> URL { try answer(page) }
    }

    private static let redirect = "countersign-test://signed-in"

    private static func items(_ url: URL) -> [String: String] {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }

    private static let agreeing = Browser { page in
        try #require(URL(string: "\(redirect)?code=c-1&state=\(items(page)["state"] ?? "")"))
    }

    /// A server with a sign-in page, and a table of refresh tokens that work once.
    private final class Server: Sendable {
        let renewals = Tally()
        let codes = Locked<[[String: String]]>([])
        let refuses = Locked(false)
        let valid = Locked("access-0")

        var transport: ScriptedTransport {
            ScriptedTransport { [self] call in
                if call.path == "/oauth/token" { return token(call.form) }
                guard call.token == valid.withLock({ $0 }) else { return .refusal(401, "AUTHORIZATION_INVALID_TOKEN") }
                return call.isUserInfo ? TestUser.ada.userInfo() : .json("{}")
            }
        }

        private func token(_ form: [String: String]) -> HTTPReply {
            if form["grant_type"] == "authorization_code" {
                codes.withLock { $0.append(form) }
                return .json(
                    #"{"access_token":"access-0","refresh_token":"refresh-0","token_type":"Bearer","expires_in":28800}"#
                )
            }
            let expected = "refresh-\(renewals.value)"
            guard !refuses.withLock({ $0 }), form["refresh_token"] == expected else {
                return .json(#"{"error":"invalid_grant","error_description":"expired_client_token"}"#, status: 400)
            }
            let number = renewals.add()
            valid.withLock { $0 = "access-\(number)" }
            return .json(
                #"{"access_token":"access-\#(number)","refresh_token":"refresh-\#(number)","expires_in":28800}"#)
        }
    }

    private func configuration(
        _ folder: URL, _ server: Server, _ store: MemoryCredentialStore = MemoryCredentialStore()
    ) throws -> CountersignConfiguration {
        var configuration = try CountersignConfiguration.test(folder, server.transport, credentials: store)
        configuration.oauth = OAuthSettings(
            clientID: "key & more", redirectURL: try #require(URL(string: Self.redirect)))
        return configuration
    }

    @Test("The verifier sent with the code matches the challenge on the sign-in page")
    func verifier() async throws {
        try await withTestFolder { folder in
            let server = Server()
            let page = Locked<URL?>(nil)
            let countersign = try CountersignClient(configuration(folder, server))
            let session = try await countersign.logIn(
                with: Browser { url in
                    page.withLock { $0 = url }
                    return try Self.agreeing.answer(url)
                })
            let asked = Self.items(try #require(page.withLock { $0 }))
            #expect(page.withLock { $0?.absoluteString.hasPrefix("https://sign.example.org/oauth/auth?") } == true)
            #expect(asked["response_type"] == "code" && asked["scope"] == "signature")
            #expect(asked["client_id"] == "key & more" && asked["redirect_uri"] == Self.redirect)
            #expect(asked["code_challenge_method"] == "S256")
            let form = try #require(server.codes.withLock { $0.first })
            #expect(form["code"] == "c-1" && form["client_id"] == "key & more")
            let verifier = try #require(form["code_verifier"])
            #expect((43...128).contains(verifier.count))
            let hash = Data(SHA256.hash(data: Data(verifier.utf8))).base64EncodedString()
                .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
            #expect(asked["code_challenge"] == hash)
            #expect(session.user.account.userName == "Ada Sender")
        }
    }

    @Test("The sign-in page gets a password prompt and a language only if configured")
    func pageSettings() async throws {
        for isSet in [true, false] {
            try await withTestFolder { folder in
                let page = Locked<URL?>(nil)
                var configuration = try configuration(folder, Server())
                if isSet {
                    configuration.oauth?.asksForPassword = true
                    configuration.language = SigningLanguage(rawValue: "fr_CA")
                }
                _ = try await CountersignClient(configuration).logIn(
                    with: Browser { url in
                        page.withLock { $0 = url }
                        return try Self.agreeing.answer(url)
                    })
                let asked = Self.items(try #require(page.withLock { $0 }))
                #expect(asked["prompt"] == (isSet ? "login" : nil))
                #expect(asked["ui_locales"] == (isSet ? "fr-CA" : nil))
            }
        }
    }

    @Test("Each attempt has a new state and verifier")
    func fresh() {
        let attempts = (0..<100).map { _ in AuthorizationAttempt() }
        #expect(Set(attempts.map(\.state) + attempts.map(\.verifier)).count == 200)
    }

    @Test(
        "An answer to another attempt is refused, and no code is sent",
        arguments: [
            "countersign-test://signed-in?code=c-1&state=another", "countersign-test://signed-in?code=c-1",
            "countersign-test://elsewhere?code=c-1&state=STATE", "https://signed-in?code=c-1&state=STATE",
            "countersign-test://signed-in/other?code=c-1&state=STATE",
            "countersign-test://signed-in?code=c-1&state=STATE&state=STATE",
            "countersign-test://signed-in?error=access_denied&state=another",
            "countersign-test://signed-in?code=&state=STATE", "countersign-test://signed-in?state=STATE",
        ])
    func forged(_ answer: String) async throws {
        try await withTestFolder { folder in
            let server = Server()
            let countersign = try CountersignClient(configuration(folder, server))
            await #expect(throws: CountersignError.authorizationForged) {
                try await countersign.logIn(
                    with: Browser { page in
                        try #require(
                            URL(string: answer.replacing("STATE", with: Self.items(page)["state"] ?? "")))
                    })
            }
            #expect(server.codes.withLock { $0.isEmpty })
        }
    }

    @Test("A refusal on the sign-in page keeps its message; closing the page cancels the log-in")
    func refused() async throws {
        try await withTestFolder { folder in
            let countersign = try CountersignClient(configuration(folder, Server()))
            await #expect(
                throws: CountersignError.authorizationRefused(code: "access_denied", message: "The user said no")
            ) {
                try await countersign.logIn(
                    with: Browser { page in
                        try #require(
                            URL(
                                string:
                                    "\(Self.redirect)?error=access_denied&error_message=The%20user%20said%20no&state="
                                    + (Self.items(page)["state"] ?? "")))
                    })
            }
            await #expect(throws: CountersignError.cancelled) {
                try await countersign.logIn(with: Browser { _ in throw CancellationError() })
            }
        }
    }

    @Test("Calls that are refused at once refresh once, and the new refresh token is saved")
    func refreshOnce() async throws {
        try await withTestFolder { folder in
            let (server, store) = (Server(), MemoryCredentialStore())
            let countersign = try CountersignClient(configuration(folder, server, store))
            let session = try await countersign.logIn(with: Self.agreeing)
            server.valid.withLock { $0 = "none yet" }
            try await withThrowingTaskGroup(of: Int.self) { calls in
                for _ in 0..<50 { calls.addTask { try await session.api.send(APIRequest(.get, ["x"])).status } }
                for try await status in calls { #expect(status == 200) }
            }
            #expect(server.renewals.value == 1)

            // The next start of the app goes on from the token that was renewed.
            let later = try CountersignClient(configuration(folder, server, store))
            let resumed = try await later.resumeSavedSession()
            #expect(resumed.canCallServer)
            _ = try await resumed.api.send(APIRequest(.get, ["x"]))
            #expect(server.renewals.value == 2)
        }
    }

    @Test("A used-up refresh token is deleted, and a new log-in is needed")
    func usedUp() async throws {
        try await withTestFolder { folder in
            let (server, store) = (Server(), MemoryCredentialStore())
            let countersign = try CountersignClient(configuration(folder, server, store))
            let session = try await countersign.logIn(with: Self.agreeing)
            server.valid.withLock { $0 = "none" }
            server.refuses.withLock { $0 = true }
            for _ in 0..<2 {
                await #expect(throws: CountersignError.needsLogIn) {
                    try await session.api.send(APIRequest(.get, ["x"]))
                }
            }
            #expect(store.all.values.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("refresh-0") })
            #expect(try await countersign.savedSession() != nil)
        }
    }

    @Test("A refresh that finishes after the log-out restores no token")
    func afterLogOut() async throws {
        try await withTestFolder { folder in
            let (store, refreshing, go) = (MemoryCredentialStore(), Gate(), Gate())
            let server = Server()
            let script = server.transport
            let slow = ScriptedTransport { call in
                if call.form["grant_type"] == "refresh_token" {
                    refreshing.open()
                    await go.wait()
                }
                return try await script.send(call)
            }
            var configuration = try configuration(folder, server, store)
            configuration.transport = slow
            let countersign = try CountersignClient(configuration)
            let session = try await countersign.logIn(with: Self.agreeing)
            server.valid.withLock { $0 = "none" }
            let call = Task { try await session.api.send(APIRequest(.get, ["x"])) }
            await refreshing.wait()
            try await countersign.logOut()
            go.open()
            await #expect(throws: CountersignError.sessionEnded) { try await call.value }
            #expect(store.all.isEmpty)
        }
    }

    @Test("Without OAuth settings this log-in is not available")
    func withoutSettings() async throws {
        try await withTestFolder { folder in
            let countersign = try CountersignClient(.test(folder, Server().transport))
            await #expect(throws: CountersignError.invalidConfiguration(what: "oauth is missing")) {
                try await countersign.logIn(with: Self.agreeing)
            }
        }
    }
}
