import ClientSupport
import CountersignIdentity
import CountersignTesting
import Essentials
import Foundation
import TestSupport
import Testing

/// The app's library and the service, face to face.
@Suite("The app's library with the service")
struct ClientTests {
    private let folder = TemporaryFolder()
    /// Milliseconds since the devices were started.
    private let monotonic = Locked(1_000_000)

    private func pass(_ seconds: Double, _ server: SignInServer) {
        server.advance(by: seconds)
        monotonic.withLock { $0 += Int(seconds * 1000) }
    }

    private func client(_ server: SignInServer, device: String = "phone") throws -> IdentityClient {
        let place = folder.url.appending(path: device)
        var configuration = IdentityConfiguration(
            server: server.url, appKey: server.appKey, folder: place,
            credentials: FileCredentialStore(folder: place.appending(path: "credentials")), transport: server)
        configuration.worksInBackground = false
        configuration.clock = DeviceClock(sinceBoot: { monotonic.withLock { $0 } }, boot: { "boot" })
        return try IdentityClient(configuration)
    }

    @Test("A code signs in, the profile follows, and signing out everywhere ends it")
    func code() async throws {
        let server = try await SignInServer()
        let (phone, desk) = (try client(server), try client(server, device: "desk"))
        for identity in [phone, desk] {
            await identity.start()
            let challenge = try await identity.startSignIn(email: "ada@example.org")
            await #expect(throws: IdentityError.self) { try await challenge.complete(code: "00000x") }
            let code = try #require(try await server.code(sentTo: "ada@example.org"))
            #expect(try await challenge.complete(code: code).method == .email)
        }
        #expect(try await phone.user.setValue("Ada", for: "first_name") == .saved)
        try await desk.user.reload()
        #expect(try await desk.user.value(for: "first_name", as: String.self) == "Ada")
        try await phone.signOut(.all)
        #expect(try await phone.accessToken() == nil)
        pass(3600, server)
        #expect(try await desk.accessToken() == nil)
    }

    @Test("A link signs in on a cold start, and only on the device that asked")
    func link() async throws {
        let server = try await SignInServer()
        let (phone, other) = (try client(server), try client(server, device: "other"))
        await phone.start()
        _ = try await phone.startSignIn(email: "ada@example.org")
        let link = try #require(try await server.link(sentTo: "ada@example.org"))
        #expect(phone.isSignInLink(link))
        guard case .failure = await other.start(opening: link) else {
            Issue.record("another device used the link")
            return
        }
        let restarted = try client(server)
        guard case .success(let signedIn)? = await restarted.start(opening: link) else {
            Issue.record("the link did not sign in")
            return
        }
        #expect(signedIn.kind == .new)
        #expect(try await restarted.accessToken()?.isEmpty == false)
    }

    @Test("A guest's data stays when they sign in, and encrypted fields reach the service encrypted")
    func guest() async throws {
        var schema = ProfileField.usual
        schema["diary"] = ProfileField(.any, encrypted: true)
        let server = try await SignInServer(AppSettings(schema: schema))
        let identity = try client(server)
        await identity.start()
        let guest = try await identity.signInAsGuest()
        try await identity.user.reload()
        #expect(try await identity.user.setValue("Dear diary", for: "diary") == .saved)
        let challenge = try await identity.startSignIn(email: "ada@example.org")
        let signedIn = try await challenge.complete(
            code: try #require(try await server.code(sentTo: "ada@example.org")))
        #expect(signedIn.userID == guest.userID)
        try await identity.user.reload()
        #expect(try await identity.user.value(for: "diary", as: String.self) == "Dear diary")
        let stored = try await server.profile(of: guest.userID)
        #expect(stored.contains("diary") && !stored.contains("Dear"))
    }

    @Test("Tokens are renewed for as long as the app is used, and a day offline changes nothing")
    func renewal() async throws {
        let server = try await SignInServer()
        let identity = try client(server)
        await identity.start()
        _ = try await identity.signInAsGuest()
        var tokens: Set<String> = []
        for _ in 1...5 {
            pass(86_400, server)
            tokens.insert(try #require(try await identity.accessToken()))
        }
        #expect(tokens.count == 5)
    }
}
