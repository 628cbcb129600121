import Essentials
import Foundation
import IdentityStandIn
import Testing

@testable import CountersignIdentity

@Suite("Signing in and out")
struct SignInTests {
    let scene = IdentityScene()

    private final class Person: SignInPresenter, PasskeyPresenter {
        let codes: Locked<[String]>
        let problems = Locked<[IdentityError?]>([])

        init(codes: [String]) { self.codes = Locked(codes) }

        func code(sentTo address: String, problem: IdentityError?) async -> String? {
            problems.withLock { $0.append(problem) }
            return codes.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        }

        func assertion(for request: JSONValue) async throws -> JSONValue? {
            request["challenge"] == "abc" ? ["userHandle": "ada"] : nil
        }

        func registration(for request: JSONValue) async throws -> JSONValue? { nil }
    }

    private final class Recorder: IdentityEventHandler {
        let events: Locked<[IdentityEvent]>

        nonisolated init(_ events: Locked<[IdentityEvent]>) {
            self.events = events
        }

        func handle(_ event: IdentityEvent) {
            MainActor.preconditionIsolated("A handler is called on the main actor.")
            events.withLock { $0.append(event) }
        }
    }

    @Test("A code signs in, and completion is announced once the token works")
    func code() async throws {
        let identity = try await scene.app()
        #expect(identity.snapshot.phase == .signedOut && !identity.snapshot.hasPreviouslySignedIn)
        var events = identity.events().makeAsyncIterator()
        let challenge = try await identity.startSignIn(email: " ada@example.org ")
        let signedIn = try await challenge.complete(code: "123 456")
        #expect(signedIn == SignedIn(userID: "ada@example.org", method: .email, kind: .new))
        #expect(identity.snapshot.isVerified && identity.snapshot.authLevel == .verified)
        for expected: IdentityEvent in [
            .signInStarted(.email), .verificationStarted, .verificationCompleted, .signInCompleted(.email, .new),
        ] {
            #expect(await events.next() == expected)
        }
        #expect(try await scene.app().snapshot.userID == "ada@example.org")
    }

    @Test("A wrong code is told to the person, who may enter another one or give up")
    func wrongCode() async throws {
        let identity = try await scene.app()
        let person = Person(codes: ["000000", "123456"])
        let outcome = try await identity.signIn(email: "ada@example.org", asking: person)
        guard case .signedIn(let signedIn) = outcome else { throw IdentityError.signedOut }
        #expect(signedIn.userID == "ada@example.org")
        #expect(person.problems.withLock { $0 } == [nil, .wrongCode(message: "The code does not match.")])
        try await identity.signOut()
        #expect(
            try await identity.signIn(email: "ada@example.org", asking: Person(codes: []))
                == .cancelled)
        #expect(!identity.snapshot.isSignedIn)
    }

    @Test("Once the sign-in has ended at the service, no further code is asked for, and the end is announced")
    func expired() async throws {
        let identity = try await scene.app()
        let challenge = try await identity.startSignIn(email: "ada@example.org")
        var events = identity.events().makeAsyncIterator()
        try await scene.hub.change { $0.challenges = [:] }
        let ended = IdentityError.refused(status: 400, code: "E_CHALLENGE", message: "no such sign-in")
        await #expect(throws: ended) { try await challenge.complete(code: "123456") }
        #expect(await events.next() == .signInFailed(ended))
        await #expect(throws: ended) { try await challenge.approval() }
        #expect(await events.next() == .signInFailed(ended))
    }

    @Test("Waiting for the link goes on after answers that are not the service's")
    func patient() async throws {
        let pauses = Locked(0)
        let identity = try await scene.app(wait: { [scene] _ in
            let count = pauses.withLock { count in
                count += 1
                return count
            }
            scene.fail(count < 3 ? .answer(status: 503, body: "busy") : nil)
        })
        let challenge = try await identity.startSignIn(email: "ada@example.org")
        scene.fail(.offline)
        try await scene.hub.change { $0.challenges[challenge.id]?.isComplete = true }
        #expect(try await challenge.approval().userID == "ada@example.org")
        #expect(pauses.withLock { $0 } == 3)
    }

    @Test("An exchange that does not reach the service announces its end")
    func unreachedExchange() async throws {
        let identity = try await scene.app()
        var events = identity.events().makeAsyncIterator()
        scene.fail(.offline)
        await #expect(throws: IdentityError.self) { try await identity.accessToken(exchanging: "valid-ada") }
        #expect(await events.next() == .signInStarted(.token))
        #expect(
            await events.next() == .signInFailed(.unreachable(reason: "the network is down")))
    }

    @Test("A link opened in the app signs in, on a cold start as well")
    func link() async throws {
        let challenge = try await scene.app().startSignIn(email: "ada@example.org")
        let link = try #require(URL(string: "https://hub.example/hub/auth/magic/\(challenge.id)"))
        let identity = try IdentityClient(try scene.configuration())
        let result = await identity.start(opening: link)
        #expect(try result?.get().userID == "ada@example.org")
        #expect(identity.snapshot.isSignedIn)
        // Once.
        await #expect(throws: IdentityError.self) { try await identity.open(link) }
    }

    @Test("A link's sign-in says where the app goes on", arguments: ["com.example.shop://cart", "NATIVE_APP", nil])
    func redirect(_ address: String?) async throws {
        let identity = try await scene.app()
        let challenge = try await identity.startSignIn(email: "ada@example.org")
        try await scene.hub.change { $0.challenges[challenge.id]?.returnURL = address }
        let link = try #require(URL(string: "https://hub.example/hub/auth/magic/\(challenge.id)"))
        #expect(try await identity.open(link).redirectURL?.absoluteString == (address == "NATIVE_APP" ? nil : address))
    }

    @Test("A link that another device asked for does not sign in here")
    func othersLink() async throws {
        let other = IdentityScene()
        let challenge = try await scene.app().startSignIn(email: "ada@example.org")
        let link = try #require(URL(string: "https://hub.example/hub/auth/magic/\(challenge.id)"))
        var configuration = try other.configuration()
        configuration.transport = scene.hub
        let identity = try IdentityClient(configuration)
        guard case .failure(.refused(401, _, _)) = await identity.start(opening: link) else {
            Issue.record("signed in")
            return
        }
    }

    @Test(
        "Another address is not a sign-in link, and is not asked",
        arguments: [
            "https://hub.example.evil.org/hub/auth/magic/1", "http://hub.example/hub/auth/magic/1",
            "https://hub.example@evil.org/hub/auth/magic/1", "https://hub.example/profile",
            "https://evil.link/1", "https://app.example.link/verified/x/email", "app.example.link:8443/x",
            "https://example.link.evil.org/x",
        ])
    func foreignLink(_ address: String) async throws {
        var configuration = try scene.configuration()
        configuration.linkHosts = [".example.link"]
        let identity = try IdentityClient(configuration)
        let link = try #require(URL(string: address))
        #expect(await identity.start(opening: link) == nil)
        await #expect(throws: IdentityError.foreignLink) { try await identity.open(link) }
        #expect(try await scene.hub.change { $0.calls } == [])
        let own = try #require(URL(string: "https://app.example.link/abc"))
        #expect(identity.isSignInLink(own))
    }

    @Test("The code of an earlier sign-in is dropped once another has begun")
    func earlier() async throws {
        let identity = try await scene.app()
        let first = try await identity.startSignIn(email: "ada@example.org")
        let second = try await identity.startSignIn(email: "bob@example.org")
        await #expect(throws: IdentityError.self) { try await first.complete(code: "123456") }
        #expect(!identity.snapshot.isSignedIn)
        #expect(try await second.complete(code: "123456").userID == "bob@example.org")
    }

    @Test("A link opened on another device completes the sign-in that waits here")
    func approval() async throws {
        let identity = try await scene.app(wait: { _ in await Task.yield() })
        let challenge = try await identity.startSignIn(email: "ada@example.org")
        let waiting = Task { try await challenge.approval() }
        try await scene.hub.change { $0.challenges[challenge.id]?.isComplete = true }
        #expect(try await waiting.value.userID == "ada@example.org")
    }

    @Test("Guests and passkeys sign in; a guest's token goes with the sign-in that follows")
    func guestAndPasskey() async throws {
        let identity = try await scene.app()
        let guest = try await identity.signInAsGuest()
        #expect(identity.snapshot.authLevel == .guest && guest.kind == .new)
        let bearers = Locked<[String?]>([])
        scene.hub.before.withLock { before in
            before = { call in
                bearers.withLock { $0.append(call.headers[.authorization]) }
                return nil
            }
        }
        _ = try await identity.startSignIn(email: "ada@example.org")
        #expect(bearers.withLock { $0 } == ["Bearer \(identity.snapshot.accessToken ?? "")"])
        let outcome = try await identity.signIn(withPasskey: Person(codes: []))
        guard case .signedIn(let signedIn) = outcome else { throw IdentityError.signedOut }
        #expect(signedIn.userID == "ada" && signedIn.method == .passkey)
    }

    @Test("A failed sign-in is announced with its reason, and nobody is signed in")
    func failed() async throws {
        let identity = try await scene.app()
        var events = identity.events().makeAsyncIterator()
        scene.fail(.offline)
        await #expect(throws: IdentityError.self) { try await identity.startSignIn(email: "ada@example.org") }
        #expect(await events.next() == .signInStarted(.email))
        #expect(
            await events.next() == .signInFailed(.unreachable(reason: "the network is down")))
    }

    @Test("A sign-out works offline; one of all devices needs the server and otherwise changes nothing")
    func signOut() async throws {
        let identity = try await scene.signedIn()
        scene.fail(.offline)
        await #expect(throws: IdentityError.self) { try await identity.signOut(.all) }
        #expect(identity.snapshot.isSignedIn)
        try await identity.signOut()
        #expect(identity.snapshot.phase == .signedOut)
        #expect(try await scene.app().snapshot.phase == .signedOut)
        scene.fail(nil)
        let again = try await scene.signedIn()
        try await again.signOut(.all)
        #expect(try await again.accessToken() == nil)
        #expect(try await scene.hub.change { $0.calls.last } == "POST /me/applications/app-1/signout")
        #expect(
            try await scene.hub.change { $0.lastBodies["POST /me/applications/app-1/signout"] }
                == "{\"sign_out_all\":true}")
    }

    @Test("Handlers get events in order, and are held until they are removed or the client goes")
    func handlers() async throws {
        let (log, other) = (Locked<[IdentityEvent]>([]), Locked<[IdentityEvent]>([]))
        weak var held: Recorder?
        weak var removed: Recorder?
        do {
            let identity = try await scene.app()
            do {
                let (recorder, second) = (Recorder(log), Recorder(other))
                (held, removed) = (recorder, second)
                identity.addEventHandler(recorder)
                identity.addEventHandler(second).remove()
            }
            #expect(held != nil && removed == nil)
            _ = try await identity.signInAsGuest()
            try await identity.signOut()
            let expected: [IdentityEvent] = [.signInStarted(.guest), .signInCompleted(.guest, .new), .signOut]
            let end = ContinuousClock.now + .seconds(30)
            while log.withLock({ $0.count }) < expected.count, ContinuousClock.now < end {
                try await Task.sleep(for: .milliseconds(1))
            }
            #expect(log.withLock { $0 } == expected)
            #expect(other.withLock { $0 }.isEmpty)
        }
    }
}
