import Essentials
import Foundation
import TestSupport
import Testing

@testable import Countersign

@Suite("Shared refresh tokens")
struct SharedRefreshTests {
    private struct Browser: AuthorizationPresenter {
        func authorize(at page: URL, redirectURL: URL) async throws -> URL {
            let items = URLComponents(url: page, resolvingAgainstBaseURL: true)?.queryItems ?? []
            let state = items.first { $0.name == "state" }?.value ?? ""
            return try #require(URL(string: "\(redirectURL.absoluteString)?code=c-1&state=\(state)"))
        }
    }

    /// A server that takes everything back when a refresh token is shown twice; of access tokens only the newest is
    /// good, and the first is not.
    private final class StrictServer: Sendable {
        private struct State {
            var newest = 0
            var isTakenBack = false
        }

        private let state = Locked(State())
        private let holdsFirst: Gate?
        let firstArrived = Gate()

        init(holdingFirst gate: Gate? = nil) { holdsFirst = gate }

        var isTakenBack: Bool { state.withLock { $0.isTakenBack } }

        /// As a renewal that another process asked for.
        func renewElsewhere() -> String {
            state.withLock { state in
                state.newest += 1
                return "refresh-\(state.newest)"
            }
        }

        func transport(
            _ meanwhile: @escaping @Sendable (HTTPCall) async throws -> HTTPReply? = { _ in nil }
        ) -> ScriptedTransport {
            ScriptedTransport { [self] call in
                if let reply = try await meanwhile(call) { return reply }
                if call.path == "/oauth/token" { return await token(call) }
                if call.isUserInfo { return TestUser.ada.userInfo() }
                let isGood = state.withLock {
                    !$0.isTakenBack && $0.newest > 0 && call.token == "access-\($0.newest)"
                }
                return isGood ? .json("{}") : .refusal(401, "AUTHORIZATION_INVALID_TOKEN")
            }
        }

        private func token(_ call: HTTPCall) async -> HTTPReply {
            guard call.form["grant_type"] == "refresh_token" else {
                return .json(#"{"access_token":"access-0","refresh_token":"refresh-0"}"#)
            }
            let next: Int? = state.withLock { state in
                guard !state.isTakenBack, call.form["refresh_token"] == "refresh-\(state.newest)" else {
                    state.isTakenBack = true
                    return nil
                }
                state.newest += 1
                return state.newest
            }
            guard let next else { return .json(#"{"error":"invalid_grant"}"#, status: 400) }
            if next == 1, let holdsFirst {
                firstArrived.open()
                await holdsFirst.wait()
            }
            return .json(#"{"access_token":"access-\#(next)","refresh_token":"refresh-\#(next)"}"#)
        }
    }

    private func configuration(
        _ folder: URL, _ transport: ScriptedTransport, _ store: MemoryCredentialStore
    ) throws -> CountersignConfiguration {
        var configuration = try CountersignConfiguration.test(folder, transport, credentials: store)
        configuration.oauth = OAuthSettings(
            clientID: "key", redirectURL: try #require(URL(string: "countersign-test://signed-in")))
        return configuration
    }

    @Test("Two instances of one saved session refresh in turn, each with the other's newest token")
    func twoInstances() async throws {
        try await withTestFolder { folder in
            let server = StrictServer()
            let configuration = try configuration(folder, server.transport(), MemoryCredentialStore())
            let one = try await CountersignClient(configuration).logIn(with: Browser())
            let two = try await CountersignClient(configuration).resumeSavedSession()
            for session in [one, two, one, two] {
                #expect(try await session.api.exchange(APIRequest(.get, ["envelopes"])).status == 200)
            }
            #expect(!server.isTakenBack)
        }
    }

    @Test("Instances that refresh at the same moment take turns")
    func atOnce() async throws {
        try await withTestFolder { folder in
            let server = StrictServer()
            let configuration = try configuration(folder, server.transport(), MemoryCredentialStore())
            try await CountersignClient(configuration).logIn(with: Browser())
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...8 {
                    group.addTask {
                        let session = try await CountersignClient(configuration).resumeSavedSession()
                        _ = try await session.api.tokens.current()
                    }
                }
                try await group.waitForAll()
            }
            #expect(!server.isTakenBack)
        }
    }

    @Test("A resumed session waits for the refresh of the one before it")
    func resumedMeanwhile() async throws {
        try await withTestFolder { folder in
            let go = Gate()
            let server = StrictServer(holdingFirst: go)
            let countersign = try CountersignClient(configuration(folder, server.transport(), MemoryCredentialStore()))
            let one = try await countersign.logIn(with: Browser())
            let call = Task { try? await one.api.exchange(APIRequest(.get, ["envelopes"])) }
            await server.firstArrived.wait()
            let two = try await countersign.resumeSavedSession()
            let next = Task { try await two.api.exchange(APIRequest(.get, ["envelopes"])).status }
            go.open()
            _ = await call.value
            #expect(try await next.value == 200)
            #expect(!server.isTakenBack)
        }
    }

    @Test("A token that another process just used is replaced by the newer one in the store")
    func otherProcess() async throws {
        try await withTestFolder { folder in
            let (server, store) = (StrictServer(), MemoryCredentialStore())
            let key = Locked("")
            let transport = server.transport { call in
                guard call.form["refresh_token"] == "refresh-0" else { return nil }
                let newer = server.renewElsewhere()
                let isKept = try await SavedSessions(store: store).update(
                    key.withLock { $0 }, to: newer, replacing: "refresh-0")
                #expect(isKept)
                return .json(#"{"error":"invalid_grant"}"#, status: 400)
            }
            let countersign = try CountersignClient(configuration(folder, transport, store))
            let session = try await countersign.logIn(with: Browser())
            key.withLock { $0 = session.user.key }
            #expect(try await session.api.exchange(APIRequest(.get, ["envelopes"])).status == 200)
            #expect(try await countersign.savedSession()?.refreshToken == "refresh-2")
        }
    }
}
