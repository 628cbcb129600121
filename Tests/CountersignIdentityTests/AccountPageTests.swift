import ClientSupport
import Essentials
import Foundation
import IdentityStandIn
import Testing

@testable import CountersignIdentity

@Suite("The account page, from an app")
struct AccountPageTests {
    let scene = IdentityScene()

    /// A browser in which something happens until the page is closed.
    private struct Browser: AuthorizationPresenter {
        let meanwhile: @Sendable () async throws -> Void

        func authorize(at page: URL, redirectURL: URL) async throws -> URL {
            try await meanwhile()
            return redirectURL
        }
    }

    private func visit(_ identity: IdentityClient, _ meanwhile: @escaping @Sendable () async throws -> Void)
        async throws
    {
        let back = try #require(URL(string: "shop://account"))
        try await identity.showAccount(in: Browser(meanwhile: meanwhile), returningTo: back)
    }

    @Test("Somebody who reads the page for hours stays signed in")
    func hours() async throws {
        let identity = try await scene.signedIn()
        try await visit(identity) { try await scene.advance(7_200) }
        #expect(identity.snapshot.isSignedIn)
        #expect(try await identity.accessToken() != nil)
    }

    @Test("A proxy's refusal after the page does not sign out")
    func proxy() async throws {
        let identity = try await scene.signedIn()
        await #expect(throws: IdentityError.self) {
            try await visit(identity) { scene.fail(.answer(status: 401, body: "<html>")) }
        }
        #expect(identity.snapshot.isSignedIn)
    }

    @Test("Whoever ends the session on the page is signed out in the app")
    func ended() async throws {
        let identity = try await scene.signedIn()
        try await visit(identity) {
            try await scene.hub.change { state in state.revoked.formUnion(state.tokens.values.map(\.family)) }
        }
        #expect(identity.snapshot.phase == .signedOut)
    }

    @Test("A guest who proves an address there is shown as what they have become, with an event")
    func proven() async throws {
        let identity = try await scene.app()
        let guest = try await identity.signInAsGuest()
        var events = identity.events().makeAsyncIterator()
        try await visit(identity) { try await scene.hub.change { $0.users[guest.userID]?.level = "verified" } }
        #expect(identity.snapshot.authLevel == .verified && identity.snapshot.isVerified)
        #expect(await events.next() == .userUpdated)
    }

    @Test("Whoever has signed in while the page was open stays so")
    func others() async throws {
        let identity = try await scene.signedIn("ada")
        try await visit(identity) {
            _ = try await identity.accessToken(exchanging: "valid-bob")
            try await scene.hub.change { state in
                state.revoked.formUnion(state.tokens.values.filter { $0.userID == "ada" }.map(\.family))
            }
        }
        #expect(identity.snapshot.userID == "bob")
    }
}
