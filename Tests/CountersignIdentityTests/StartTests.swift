import ClientSupport
import Essentials
import Foundation
import IdentityStandIn
import Testing

@testable import CountersignIdentity

@Suite("A start with a store that cannot be read")
struct StartTests {
    let scene = IdentityScene()

    /// A store that is locked until the device is.
    private struct LockedStore: CredentialStore {
        let store: any CredentialStore
        let isLocked: Locked<Bool>

        private func check() throws {
            if isLocked.withLock({ $0 }) { throw ClientError.credentials(reason: "the device is locked") }
        }

        func secret(named name: String) async throws -> Data? {
            try check()
            return try await store.secret(named: name)
        }
        func keep(_ secret: Data, named name: String) async throws {
            try check()
            try await store.keep(secret, named: name)
        }
        func remove(named name: String) async throws {
            try check()
            try await store.remove(named: name)
        }
    }

    @Test("After the device is unlocked, the next token shows who is signed in", arguments: [true, false])
    func locked(_ isSomebody: Bool) async throws {
        if isSomebody { _ = try await scene.signedIn() }
        let isLocked = Locked(true)
        var configuration = try scene.configuration()
        configuration.credentials = LockedStore(store: configuration.credentials, isLocked: isLocked)
        let identity = try IdentityClient(configuration)
        await identity.start()
        #expect(identity.snapshot.phase == .unknown)
        #expect(identity.snapshot.error == .credentials(reason: "the device is locked"))
        await #expect(throws: IdentityError.self) { try await identity.accessToken() }
        isLocked.withLock { $0 = false }
        #expect((try await identity.accessToken() != nil) == isSomebody)
        #expect(identity.snapshot.phase == (isSomebody ? .signedIn : .signedOut))
        #expect(identity.snapshot.error == nil)
        guard isSomebody else { return }
        #expect(try await identity.user.setValue("Ada", for: "first_name") == .saved)
    }

    @Test("Before the start nothing is known, whatever other processes do")
    func unstarted() async throws {
        let identity = try IdentityClient(try scene.configuration())
        _ = try await scene.signedIn()
        // Long enough for the folder's change to be heard of.
        try await Task.sleep(for: .milliseconds(300))
        #expect(identity.snapshot == IdentitySnapshot())
        await identity.start()
        #expect(identity.snapshot.userID == "ada")
    }

    @Test("A stored session that cannot be decoded is nobody's, and the next sign-in replaces it")
    func damaged() async throws {
        _ = try await scene.signedIn()
        let configuration = try scene.configuration()
        try await configuration.credentials.keep(
            Data("{".utf8), named: "identity.\(configuration.scope).session")
        let identity = try await scene.app()
        #expect(identity.snapshot.phase == .signedOut)
        try await identity.signOut()
        let challenge = try await identity.startSignIn(email: "ada@example.org")
        #expect(try await challenge.complete(code: "123456").userID == "ada@example.org")
        #expect(try await scene.app().snapshot.isSignedIn)
    }
}
