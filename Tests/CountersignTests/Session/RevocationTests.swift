import Essentials
import Foundation
import TestSupport
import Testing

@testable import Countersign

@Suite("Revoking a refresh token")
struct RevocationTests {
    private struct Browser: AuthorizationPresenter {
        func authorize(at page: URL, redirectURL: URL) async throws -> URL {
            let items = URLComponents(url: page, resolvingAgainstBaseURL: true)?.queryItems ?? []
            let state = items.first { $0.name == "state" }?.value ?? ""
            return try #require(URL(string: "\(redirectURL.absoluteString)?code=c-1&state=\(state)"))
        }
    }

    /// Everybody's tokens are valid; `meanwhile` sees each call before it is answered.
    private static func server(
        _ meanwhile: @escaping @Sendable (HTTPCall) async throws -> HTTPReply? = { _ in nil }
    ) -> ScriptedTransport {
        ScriptedTransport { call in
            if let reply = try await meanwhile(call) { return reply }
            if call.isUserInfo { return (call.token == "bo" ? TestUser.bo : .ada).userInfo() }
            switch call.path {
            case "/oauth/token":
                return call.form["grant_type"] == "refresh_token"
                    ? .json(#"{"access_token":"access-1","refresh_token":"refresh-1"}"#)
                    : .json(#"{"access_token":"access-0","refresh_token":"refresh-0"}"#)
            case "/oauth/revoke": return .json("")
            default: return call.token == "access-0" ? .refusal(401, "AUTHORIZATION_INVALID_TOKEN") : .json("{}")
            }
        }
    }

    private func configuration(
        _ folder: URL, _ transport: ScriptedTransport, _ store: MemoryCredentialStore = MemoryCredentialStore()
    ) throws -> CountersignConfiguration {
        var configuration = try CountersignConfiguration.test(folder, transport, credentials: store)
        configuration.oauth = OAuthSettings(
            clientID: "key", redirectURL: try #require(URL(string: "countersign-test://signed-in")))
        return configuration
    }

    @Test("A log-out revokes the refresh token at the server")
    func revoked() async throws {
        try await withTestFolder { folder in
            let (transport, asked) = (Self.server(), Gate())
            let watched = ScriptedTransport { call in
                let reply = try await transport.send(call)
                if call.path == "/oauth/revoke" { asked.open() }
                return reply
            }
            var configuration = try configuration(folder, watched)
            // The log-out waits for the server, and no limit ends that before it has answered.
            configuration.retries.wait = { _ in await asked.wait() }
            let countersign = try CountersignClient(configuration)
            try await countersign.logIn(with: Browser())
            try await countersign.logOut()
            let call = try #require(watched.calls.last)
            #expect(call.method == .post && call.url?.absoluteString == "https://sign.example.org/oauth/revoke")
            #expect(
                call.form == ["token": "refresh-0", "token_type_hint": "refresh_token", "client_id": "key"])
            #expect(call.headers[.contentType] == "application/x-www-form-urlencoded")
        }
    }

    @Test("A log-out waits at most four seconds for the revocation")
    func patience() async throws {
        try await withTestFolder { folder in
            let limits = Locked<[TimeInterval]>([])
            let answered = Gate()
            let transport = Self.server { call in
                guard call.path == "/oauth/revoke" else { return nil }
                await answered.wait()
                return nil
            }
            var configuration = try configuration(folder, transport)
            configuration.retries.wait = { seconds in
                limits.withLock { $0.append(seconds) }
                try await Task.sleep(for: .milliseconds(200))
            }
            let countersign = try CountersignClient(configuration)
            try await countersign.logIn(with: Browser())
            let clock = ContinuousClock()
            let duration = try await clock.measure { try await countersign.logOut() }
            #expect(duration >= .milliseconds(200))
            #expect(limits.withLock { $0 } == [4])
            answered.open()
        }
    }

    @Test(
        "A user is logged out even without a network or with a silent server",
        .timeLimit(.minutes(10)))
    func unanswered() async throws {
        for answers in [false, true] {
            try await withTestFolder { folder in
                let (store, never) = (MemoryCredentialStore(), Gate())
                let transport = Self.server { call in
                    guard call.path == "/oauth/revoke" else { return nil }
                    if answers { await never.wait() }
                    throw CountersignError.unreachable(reason: "no network")
                }
                let countersign = try CountersignClient(configuration(folder, transport, store))
                let session = try await countersign.logIn(with: Browser())
                try await countersign.logOut()
                #expect(session.hasEnded && store.all.isEmpty)
                never.open()
            }
        }
    }

    @Test("A session with an app's own token has nothing to revoke")
    func ownToken() async throws {
        try await withTestFolder { folder in
            let transport = Self.server()
            let countersign = try CountersignClient(configuration(folder, transport))
            try await countersign.logIn(accessToken: "ada", account: TestUser.ada.details)
            try await countersign.logOut()
            #expect(transport.count(.post, "/oauth/revoke") == 0)
        }
    }

    @Test("A refresh that finishes after another log-in still saves the valid token")
    func refreshAcrossUsers() async throws {
        try await withTestFolder { folder in
            let (store, refreshing, go) = (MemoryCredentialStore(), Gate(), Gate())
            let transport = Self.server { call in
                if call.form["grant_type"] == "refresh_token" {
                    refreshing.open()
                    await go.wait()
                }
                return nil
            }
            let countersign = try CountersignClient(configuration(folder, transport, store))
            let ada = try await countersign.logIn(with: Browser())
            let call = Task { try await ada.api.send(APIRequest(.get, ["x"])) }
            await refreshing.wait()
            try await countersign.logIn(accessToken: "bo", account: TestUser.bo.details)
            go.open()
            await #expect(throws: CountersignError.sessionEnded) { try await call.value }
            let sessions = try await countersign.savedSessions()
            #expect(sessions.map(\.account.userName) == ["Bo Signer", "Ada Sender"])
            #expect(sessions.last?.refreshToken == "refresh-1")
        }
    }
}
