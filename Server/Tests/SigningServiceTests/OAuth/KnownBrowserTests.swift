import EnvelopeService
import Envelopes
import Foundation
import HTTPMessages
import Ledger
import Testing

@testable import SigningService

@Suite struct KnownBrowserTests {
    @Test func `A user's newest browsers stay known, and another user's are not forgotten for them`() async throws {
        let store = try await StoreFixture()
        let browsers = KnownBrowsers(store.database, limits: .init(perUser: 2, life: 1000))
        let passwords = PasswordStore(store.database, cost: .init(rounds: 16, blockSize: 1, parallelism: 1))
        _ = try await store.accounts.addUser(named: "Bo", email: "bo@example.org", at: Moment.start)
        var ids: [String: String] = [:]
        for user in try await store.accounts.users() {
            ids[user.email] = user.userId
            try await passwords.set("long enough to be one", email: user.email, at: Moment.start)
        }
        func welcome(_ email: String, _ seconds: Double, insteadOf former: Secret? = nil) async throws -> Secret {
            try await browsers.welcome(
                userID: try #require(ids[email]), insteadOf: former?.hash, at: Moment.start + seconds)
        }
        func isKnown(_ cookie: Secret, _ email: String, at seconds: Double) async throws -> Bool {
            let request = ServiceCall(
                HTTPCall(.post, "/", headers: [.cookie: "\(KnownBrowsers.cookieName)=\(cookie.text)"]),
                base: try #require(URL(string: "http://127.0.0.1")))
            return try await browsers.known(request, email: email, at: Moment.start + seconds) == cookie.hash
        }
        let other = try await welcome("bo@example.org", 0)
        var own: [Secret] = []
        for seconds in [1.0, 2, 3] { own.append(try await welcome("ada@example.org", seconds)) }
        #expect(try await !isKnown(own[0], "ada@example.org", at: 4))
        #expect(try await isKnown(own[1], "ada@example.org", at: 4))
        #expect(try await isKnown(own[2], "ADA@example.org", at: 4))
        #expect(try await !isKnown(own[2], "bo@example.org", at: 4))
        #expect(try await isKnown(other, "bo@example.org", at: 4))

        // The same browser again is no further one.
        let again = try await welcome("ada@example.org", 5, insteadOf: own[2])
        #expect(try await !isKnown(own[2], "ada@example.org", at: 6))
        #expect(try await isKnown(own[1], "ada@example.org", at: 6))
        #expect(try await isKnown(again, "ada@example.org", at: 6))
        #expect(try await !isKnown(again, "ada@example.org", at: 1005))
    }
}
