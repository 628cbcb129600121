import Essentials
import Foundation
import RowndDialect
import TestSupport
import Testing

@testable import IdentityService

@Suite("What strangers may do with an address, and to the service")
struct StrangerTests {
    private func begin(_ stage: IdentityStage, _ email: String = "ada@example.org", from address: String) async throws
        -> HubAnswer
    {
        try await stage.call(.post, "hub/auth/init", ["email": .string(email)], from: address)
    }

    /// Moves the clock to the beginning of an hour, so that a test knows its windows.
    private func atFullHour(_ stage: IdentityStage) {
        stage.clock.advance(3600 - stage.clock.now.timeIntervalSince1970.truncatingRemainder(dividingBy: 3600))
    }

    @Test("Strangers use up no codes of an owner in a network in which they have signed in, and others learn the wait")
    func ownersCodes() async throws {
        let stage = try await IdentityStage()
        _ = try await stage.signIn()
        for number in 10...40 { _ = try await begin(stage, from: "198.51.100.\(number)") }
        let refused = try await begin(stage, from: "203.0.113.9")
        refused.expectRefusal(429, "E_TOO_MANY")
        #expect(refused["message"]?.string?.contains("try again in") == true)
        #expect(try await stage.signIn().status == 200)
        // The address is not known in another application.
        let other = try await stage.call(
            .post, "hub/auth/init", ["email": "ada@example.org"], as: stage.other, from: "203.0.113.9")
        #expect(other.status == 200)
        // What was long ago is forgotten.
        stage.clock.advance(91 * 86_400)
        try await stage.service.removeExpired()
        for number in 10...40 { _ = try await begin(stage, from: "198.51.100.\(number)") }
        try await begin(stage, from: "192.0.2.1").expectRefusal(429, "E_TOO_MANY")
    }

    @Test("All strange networks together enter only so many wrong codes an hour, and the owner's own still signs in")
    func wrongCodes() async throws {
        let stage = try await IdentityStage(changing: { $0.wrongCodesPerHour = 7 })
        atFullHour(stage)
        _ = try await stage.signIn()
        let first = try await stage.begin(from: "198.51.100.1")
        for _ in 1...5 { _ = try await stage.complete(first, "00000x", from: "198.51.100.1") }
        // A sign-in that is locked takes no more tries, and uses up none.
        for _ in 1...5 {
            try await stage.complete(first, "00000x", from: "198.51.100.1").expectRefusal(429, "E_LOCKED")
        }
        let second = try await stage.begin(from: "198.51.100.2")
        let code = try #require(try await stage.message(to: "ada@example.org")).code
        for _ in 1...2 { try await stage.complete(second, "00000x", from: "198.51.100.2").expectRefusal(400, "E_CODE") }
        try await stage.complete(second, code, from: "198.51.100.2").expectRefusal(429, "E_TOO_MANY")
        stage.clock.advance(1000)
        let third = try await stage.begin(from: "198.51.100.3")
        let refused = try await stage.complete(third, "00000x", from: "198.51.100.3")
        refused.expectRefusal(429, "E_TOO_MANY")
        #expect(refused.reply.headers[.retryAfter] == "2600")
        #expect(try await stage.signIn().status == 200)
        stage.clock.advance(2600)
        let later = try await stage.begin(from: "198.51.100.3")
        let new = try #require(try await stage.message(to: "ada@example.org")).code
        #expect(try await stage.complete(later, new, from: "198.51.100.3").status == 200)
    }

    @Test("One person's sub-addresses share the codes of one mailbox")
    func subAddresses() async throws {
        let stage = try await IdentityStage(changing: { $0.codesFromEverywhere = 8 })
        for number in 1...5 {
            #expect(try await begin(stage, "boss+\(number)@example.org", from: "192.0.2.1").status == 200)
        }
        try await begin(stage, "boss+6@example.org", from: "192.0.2.1").expectRefusal(429, "E_TOO_MANY")
        for number in 7...9 {
            #expect(try await begin(stage, "Boss+\(number)@example.org", from: "192.0.2.\(number)").status == 200)
        }
        try await begin(stage, "boss@example.org", from: "192.0.2.10").expectRefusal(429, "E_TOO_MANY")
        #expect(try await begin(stage, "+boss@example.org", from: "192.0.2.11").status == 200)
    }

    @Test("All networks together cause only so many text messages")
    func texts() async throws {
        let stage = try await IdentityStage(changing: { ($0.sendsTextMessages, $0.textMessagesInAll) = (true, 3) })
        func begin(_ number: Int) async throws -> HubAnswer {
            try await stage.call(
                .post, "hub/auth/init", ["phone": .string("+4179000000\(number)")], from: "192.0.2.\(number)")
        }
        for number in 1...3 { #expect(try await begin(number).status == 200) }
        try await begin(4).expectRefusal(429, "E_TOO_MANY")
        #expect(try await self.begin(stage, from: "192.0.2.4").status == 200)
        stage.clock.advance(900)
        #expect(try await begin(4).status == 200)
    }

    @Test("A network makes only so many guests, and a guest's profile stays small until they sign in")
    func guests() async throws {
        let stage = try await IdentityStage(changing: { ($0.guestsPerNetwork, $0.guestProfileLimit) = (2, 1024) })
        let guest = try await stage.guest()
        let long: JSONValue = ["data": ["first_name": .string(String(repeating: "a", count: 2000))]]
        #expect(try await stage.call(.post, stage.data + "/merge", long, token: guest.access).status == 400)
        let instant: JSONValue = ["user_data": ["first_name": .string(String(repeating: "a", count: 2000))]]
        #expect(try await stage.call(.post, "hub/auth/instant", instant).status == 400)
        #expect(try await stage.call(.post, "hub/auth/instant", [:]).status == 200)
        for path in ["init", "instant"] {
            try await stage.call(.post, "hub/auth/\(path)", ["is_anonymous": true]).expectRefusal(429, "E_TOO_MANY")
        }
        let elsewhere = try await stage.call(
            .post, "hub/auth/init", ["is_anonymous": true], from: "198.51.100.1")
        #expect(elsewhere.status == 200)
        let ada = try await stage.signIn(token: guest.access)
        #expect(try await stage.call(.post, stage.data + "/merge", long, token: ada.access).status == 200)
    }

    @Test("A user begins only so many registrations of passkeys and visits to the account page")
    func openings() async throws {
        let stage = try await IdentityStage(
            AppSettings(redirects: ["https://app.example/done"]), changing: { $0.openingsPerUser = 3 })
        let (ada, bo) = (try await stage.signIn(), try await stage.signIn("bo@example.org"))
        let passkeys = "hub/auth/passkeys/registration"
        let visit: JSONValue = ["return_url": "https://app.example/done"]
        for _ in 1...2 { #expect(try await stage.call(.get, passkeys, token: ada.access).status == 200) }
        #expect(try await stage.call(.post, "hub/auth/browser/account", visit, token: ada.access).status == 200)
        try await stage.call(.post, "hub/auth/browser/account", visit, token: ada.access)
            .expectRefusal(429, "E_TOO_MANY")
        try await stage.call(.get, passkeys, token: ada.access).expectRefusal(429, "E_TOO_MANY")
        #expect(try await stage.call(.get, passkeys, token: bo.access).status == 200)
        stage.clock.advance(900)
        #expect(try await stage.call(.get, passkeys, token: ada.access).status == 200)
    }
}
