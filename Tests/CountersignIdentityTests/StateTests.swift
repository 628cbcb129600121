import Essentials
import Foundation
import IdentityStandIn
import Testing

@testable import CountersignIdentity

@Suite("State")
struct StateTests {
    let scene = IdentityScene()

    @Test("A selected part comes with its value, and again only when it changed")
    func selected() async throws {
        let identity = try await scene.app()
        var users = identity.values(of: \.userID).makeAsyncIterator()
        #expect(await users.next() == .some(nil))
        _ = try await identity.accessToken(exchanging: "valid-ada")
        #expect(await users.next() == "ada")
        try await scene.advance(4000)
        _ = try await identity.accessToken()
        try await identity.user.setValue("Ada", for: "first_name")
        try await identity.signOut()
        // The new token and the new name came in between.
        #expect(await users.next() == .some(nil))
    }

    @Test("Views see the state on the main actor: unknown, then signed out or signed in")
    @MainActor func observed() async throws {
        let identity = try IdentityClient(try scene.configuration())
        #expect(identity.state.phase == .unknown)
        await identity.start()
        try await until { identity.state.phase == .signedOut }
        _ = try await identity.accessToken(exchanging: "valid-ada")
        try await until { identity.state.userID == "ada" && identity.state.isSignedIn }
        #expect(identity.state.isVerified && identity.state.hasPreviouslySignedIn && identity.state.accessToken != nil)
        try await identity.signOut()
        try await until { identity.state.phase == .signedOut && identity.state.userID == nil }
    }

    @Test("A store that cannot be read leaves the state unknown, and signs nobody out")
    func unreadable() async throws {
        _ = try await scene.signedIn()
        struct LockedStore: CredentialStore {
            func secret(named name: String) async throws -> Data? { throw ClientError.credentials(reason: "locked") }
            func keep(_ secret: Data, named name: String) async throws {}
            func remove(named name: String) async throws {}
        }
        var configuration = try scene.configuration()
        configuration.credentials = LockedStore()
        let identity = try IdentityClient(configuration)
        await identity.start()
        #expect(identity.snapshot.phase == .unknown && identity.snapshot.error == .credentials(reason: "locked"))
        await #expect(throws: IdentityError.credentials(reason: "locked")) { try await identity.accessToken() }
        #expect(try await scene.app().snapshot.isSignedIn)
    }

    @MainActor private func until(_ condition: () -> Bool) async throws {
        for _ in 0..<2000 where !condition() { try await Task.sleep(for: .milliseconds(1)) }
        #expect(condition())
    }
}
