import ClientSupport
import Essentials
import Foundation
import IdentityStandIn
import Testing

@testable import CountersignIdentity

@Suite("Access tokens")
struct AccessTokenTests {
    let scene = IdentityScene()

    @Test("A thousand tasks that ask for an expired token cause one refresh and get the same token")
    func thousand() async throws {
        let identity = try await scene.signedIn()
        try await scene.advance(3590)
        let tokens = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<1000 { group.addTask { try await identity.accessToken() } }
            var tokens: Set<String?> = []
            for try await token in group { tokens.insert(token) }
            return tokens
        }
        #expect(tokens.count == 1 && tokens.first != .some(nil))
        #expect(try await scene.hub.change { $0.refreshes } == 1)
    }

    @Test("A token is refreshed once it is valid for less than another minute", arguments: [3538.0, 3542.0])
    func minute(after seconds: Double) async throws {
        let identity = try await scene.signedIn()
        try await scene.advance(seconds)
        #expect(try await identity.accessToken() != nil)
        #expect(try await scene.hub.change { $0.refreshes } == (seconds > 3540 ? 1 : 0))
    }

    @Test(
        "A temporary condition throws, and the user stays signed in",
        arguments: [
            HubFault.offline, .lostAnswer, .answer(status: 503, body: ""), .answer(status: 429, body: "{}"),
            .answer(status: 400, body: "<html>Log in to this hotel's network</html>"),
            .answer(status: 401, body: "{\"message\":\"proxy\"}"), .answer(status: 404, body: "{}"),
            .answer(status: 200, body: "<html></html>"), .answer(status: 200, body: "{\"access_token\":\"x\"}"),
            .answer(status: 302, body: ""),
        ])
    func temporary(_ fault: HubFault) async throws {
        let identity = try await scene.signedIn()
        try await scene.advance(4000)
        scene.fail(fault)
        await #expect(throws: IdentityError.self) { try await identity.accessToken() }
        #expect(identity.snapshot.isSignedIn)
        scene.fail(nil)
        #expect(try await identity.accessToken() != nil)
        // And after a restart.
        #expect(try await scene.app().snapshot.userID == "ada")
    }

    @Test("Without a network for a day, with a try every hour, the user is still signed in")
    func offlineForADay() async throws {
        let identity = try await scene.signedIn()
        scene.fail(.offline)
        for _ in 0..<24 {
            try await scene.advance(3600)
            await #expect(throws: IdentityError.unreachable(reason: "the network is down")) {
                try await identity.accessToken()
            }
            #expect(try await scene.app().snapshot.isSignedIn)
        }
        scene.fail(nil)
        #expect(try await identity.accessToken() != nil)
    }

    @Test("A definite refusal returns nil and signs out, here and after a restart")
    func refused() async throws {
        let identity = try await scene.signedIn()
        var events = identity.events().makeAsyncIterator()
        try await scene.hub.change { state in
            for token in state.tokens.values { state.revoked.insert(token.family) }
        }
        try await scene.advance(4000)
        #expect(try await identity.accessToken() == nil)
        #expect(identity.snapshot.phase == .signedOut && identity.snapshot.userID == nil)
        #expect(identity.snapshot.hasPreviouslySignedIn)
        #expect(await events.next() == .signOut)
        #expect(try await scene.app().snapshot.phase == .signedOut)
        // It does not ask again.
        #expect(try await identity.accessToken() == nil)
        #expect(try await scene.hub.change { $0.refreshes } == 1)
    }

    @Test("Without a session there is no token, and nobody is asked")
    func nobody() async throws {
        let identity = try await scene.app()
        #expect(try await identity.accessToken() == nil)
        #expect(try await scene.hub.change { $0.calls } == [])
    }

    @Test("A late answer for one user never reaches another")
    func lateAnswer() async throws {
        let identity = try await scene.signedIn("ada")
        try await scene.advance(4000)
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let (arrival, arrived) = AsyncStream.makeStream(of: Void.self)
        scene.hub.before.withLock { before in
            before = { call in
                guard String(decoding: call.body, as: UTF8.self).contains("refresh_token") else { return nil }
                arrived.yield()
                for await _ in gate { break }
                return nil
            }
        }
        let late = Task { try await identity.accessToken() }
        for await _ in arrival { break }
        let bobs = try await identity.accessToken(exchanging: "valid-bob")
        open.yield()
        let result = await late.result
        #expect(throws: IdentityError.sessionEnded) { try result.get() }
        #expect(try await identity.accessToken() == bobs)
        #expect(identity.snapshot.userID == "bob")
        #expect(try await scene.app().snapshot.userID == "bob")
    }

    @Test("A sign-out during a refresh is the last word")
    func signOutMeanwhile() async throws {
        let identity = try await scene.signedIn("ada")
        try await scene.advance(4000)
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let (arrival, arrived) = AsyncStream.makeStream(of: Void.self)
        scene.hub.before.withLock { before in
            before = { _ in
                arrived.yield()
                for await _ in gate { break }
                return nil
            }
        }
        let late = Task { try await identity.accessToken() }
        for await _ in arrival { break }
        try await identity.signOut()
        open.yield()
        #expect(try await late.value == nil)
        #expect(try await scene.app().snapshot.phase == .signedOut)
    }

    @Test("The first caller's cancellation does not end the refresh of the others")
    func cancelled() async throws {
        let identity = try await scene.signedIn()
        try await scene.advance(4000)
        scene.hub.before.withLock { before in
            before = { _ in
                try? await Task.sleep(for: .milliseconds(50))
                return nil
            }
        }
        let first = Task { try await identity.accessToken() }
        try await Task.sleep(for: .milliseconds(10))
        let second = Task { try await identity.accessToken() }
        first.cancel()
        #expect(try await second.value != nil)
        #expect(try await scene.hub.change { $0.refreshes } == 1)
    }

    @Test("A device's clock that is wrong by a day, or set during the session, changes nothing", arguments: [-1.0, 1])
    func skew(_ direction: Double) async throws {
        scene.wall.withLock { $0 += direction * 86_400 }
        let identity = try await scene.signedIn()
        #expect(try await identity.accessToken() != nil)
        scene.wall.withLock { $0 += direction * 86_400 }
        #expect(try await identity.accessToken() != nil)
        #expect(try await scene.hub.change { $0.refreshes } == 0)
        // The measurement survives a restart of the app.
        #expect(try await scene.app().accessToken() != nil)
        #expect(try await scene.hub.change { $0.refreshes } == 0)
        try await scene.advance(3600)
        #expect(try await identity.accessToken() != nil)
        #expect(try await scene.hub.change { $0.refreshes } == 1)
    }

    @Test("A token that the store cannot take works on, and is stored with the next refresh")
    func fullDisk() async throws {
        struct FailingStore: CredentialStore {
            let store: FileCredentialStore
            let fails = Locked(false)
            func secret(named name: String) async throws -> Data? { try await store.secret(named: name) }
            func remove(named name: String) async throws { try await store.remove(named: name) }
            func keep(_ secret: Data, named name: String) async throws {
                if fails.withLock({ $0 }) { throw ClientError.credentials(reason: "the disk is full") }
                try await store.keep(secret, named: name)
            }
        }
        var configuration = try scene.configuration()
        let store = FailingStore(store: FileCredentialStore(folder: scene.folder.url.appending(path: "credentials")))
        configuration.credentials = store
        let identity = try IdentityClient(configuration)
        _ = try await identity.accessToken(exchanging: "valid-ada")
        store.fails.withLock { $0 = true }
        for _ in 0..<2 {
            try await scene.advance(4000)
            #expect(try await identity.accessToken() != nil)
        }
        store.fails.withLock { $0 = false }
        try await scene.advance(4000)
        let last = try await identity.accessToken()
        #expect(last != nil)
        #expect(try await scene.app().accessToken() == last)
    }

    @Test("Two instances with one store refresh once, and both see a sign-out")
    func instances() async throws {
        let one = try await scene.signedIn()
        let other = try await scene.app()
        try await scene.advance(4000)
        async let first = one.accessToken()
        async let second = other.accessToken()
        #expect(try await first == second)
        #expect(try await scene.hub.change { $0.refreshes } == 1)
        try await one.signOut()
        #expect(try await other.accessToken() == nil)
    }

    @Test("Another service's token is exchanged; nil if it is not valid, an error if nobody can say")
    func exchanging() async throws {
        let identity = try await scene.app()
        #expect(try await identity.accessToken(exchanging: "forged") == nil)
        #expect(!identity.snapshot.isSignedIn)
        scene.fail(.answer(status: 503, body: ""))
        await #expect(throws: IdentityError.self) { try await identity.accessToken(exchanging: "valid-ada") }
        scene.fail(nil)
        #expect(try await identity.accessToken(exchanging: "valid-ada") == identity.snapshot.accessToken)
        #expect(identity.snapshot.userID == "ada")
    }

    @Test("Tokens are in no file beside the credential store")
    func noTokenInState() async throws {
        let identity = try await scene.signedIn()
        try await identity.user.reload()
        let token = try #require(try await identity.accessToken())
        let files = try FileManager.default.contentsOfDirectory(
            at: scene.folder.url, includingPropertiesForKeys: nil
        ).filter { !$0.hasDirectoryPath }
        #expect(files.count >= 3)
        for file in files {
            let text = try String(decoding: Data(contentsOf: file), as: UTF8.self)
            #expect(!text.contains(token) && !text.contains("refresh-1"))
        }
    }

    @Test("A token that was asked for one session is never another's")
    func otherSession() async throws {
        let identity = try await scene.signedIn()
        let session = try #require(try await identity.tokens.session())
        #expect(try await identity.tokens.accessToken(of: session.id) == session.accessToken)
        await #expect(throws: IdentityError.sessionEnded) { try await identity.tokens.accessToken(of: UUID()) }
    }
}
