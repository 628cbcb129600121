import Foundation
import Ledger
import TestSupport
import Testing

@testable import IdentityService

@Suite("Passwords")
struct PasswordTests {
    static let cost = PasswordCost(rounds: 16, blockSize: 1, parallelism: 1)
    private let password = "correct horse battery"

    /// Ada has a password; she is the user `u1` of the program that has the service.
    private func stage(
        changing change: (inout IdentityServiceConfiguration) -> Void = { _ in }
    ) async throws -> IdentityStage {
        let stage = try await IdentityStage(changing: {
            $0.passwordCost = Self.cost
            change(&$0)
        })
        try await set(password, "ada@example.org", "u1", stage)
        return stage
    }

    private func set(_ password: String, _ email: String, _ owner: String, _ stage: IdentityStage) async throws {
        let stored = try StoredPassword(password, cost: Self.cost)
        try await stage.store.database.write {
            try PasswordStore.set(stored, email: email, owner: owner, at: stage.clock.now, in: $0)
        }
    }

    private func owner(
        _ stage: IdentityStage, _ email: String, _ password: String, browser: Secret? = nil
    ) async throws -> String? {
        try await stage.service.ownSignIn.owner(of: email, password: password, browser: browser, from: "192.0.2.1")
    }

    @Test("A password signs its user in, and nobody else's does")
    func signIn() async throws {
        let stage = try await stage()
        try await set("another good password", "bo@example.org", "u2", stage)
        #expect(try await owner(stage, "ADA@example.org", password) == "u1")
        #expect(try await owner(stage, "bo@example.org", password) == nil)
        #expect(try await owner(stage, "bo@example.org", "another good password") == "u2")
        #expect(try await owner(stage, "eve@example.org", password) == nil)
        #expect(try await owner(stage, "ada@example.org", "") == nil)
    }

    @Test("An unknown address takes the same work as a wrong password; a password that must wait takes none")
    func work() async throws {
        let stage = try await stage()
        let bench = stage.service.passwordBench
        for (number, email) in ["ada@example.org", "eve@example.org"].enumerated() {
            #expect(try await owner(stage, email, "wrong") == nil)
            #expect(await bench.judged == number + 1)
        }
        for _ in 1...4 { #expect(try await owner(stage, "ada@example.org", "wrong") == nil) }
        let judged = await bench.judged
        await #expect(throws: HubError.self) { try await owner(stage, "ada@example.org", password) }
        // Nobody can choose a password that long, so it keeps the service busy for nothing.
        #expect(try await owner(stage, "eve@example.org", String(repeating: "x", count: 1025)) == nil)
        #expect(await bench.judged == judged)
    }

    @Test("If too many passwords wait, a stranger's is not checked and not counted, and a known browser's is")
    func busy() async throws {
        let stage = try await stage { $0.passwords.waiting = 0 }
        for _ in 1...6 {
            let refusal = await #expect(throws: HubError.self) {
                try await owner(stage, "ada@example.org", password)
            }
            #expect(refusal?.status == 503 && refusal?.wait == 5)
        }
        let cookie = try await stage.service.ownSignIn.remember("u1", insteadOf: nil)
        #expect(try await owner(stage, "ada@example.org", password, browser: cookie) == "u1")
    }

    @Test(
        "No other spelling of an address has tries of its own",
        arguments: ["\0", "\0\0x", " ", "\n", "\u{200B}", "\u{FEFF}", "\u{301}"])
    func spellings(suffix: String) async throws {
        let stage = try await stage()
        let cookie = try await stage.service.ownSignIn.remember("u1", insteadOf: nil)
        for email in ["ada@example.org" + suffix, suffix + "ada@example.org", "ada" + suffix + "@example.org"] {
            #expect(try await owner(stage, email, password) == nil)
            #expect(try await owner(stage, email, password, browser: cookie) == nil)
        }
    }

    @Test("A password that was changed or removed while somebody waited signs nobody in")
    func changedWhileWaiting() async throws {
        let stage = try await stage()
        for change in ["changed", "removed"] {
            stage.service.passwordBench.beforeCheck.withLock { $0 = nil }
            try await set(password, "ada@example.org", "u1", stage)
            #expect(try await owner(stage, "ada@example.org", password) == "u1")
            stage.service.passwordBench.beforeCheck.withLock { waits in
                waits = {
                    if change == "changed" {
                        try await set("another good password", "ada@example.org", "u1", stage)
                    } else {
                        try await stage.store.database.write { try PasswordStore.remove("u1", in: $0) }
                    }
                }
            }
            #expect(try await owner(stage, "ada@example.org", password) == nil, "\(change)")
        }
    }

    @Test("A user's former address stops working, and an address belongs to one user")
    func addresses() async throws {
        let stage = try await stage()
        try await set(password, "grace@example.org", "u1", stage)
        #expect(try await owner(stage, "ada@example.org", password) == nil)
        #expect(try await owner(stage, "grace@example.org", password) == "u1")
        await #expect(throws: PasswordError.addressTaken("Grace@example.org")) {
            try await set(password, "Grace@example.org", "u2", stage)
        }
        let cookie = try await stage.service.ownSignIn.remember("u1", insteadOf: nil)
        try await stage.store.database.write { try PasswordStore.remove("u1", in: $0) }
        #expect(try await owner(stage, "grace@example.org", password) == nil)
        // Whoever gets the same id next does not find the browser known.
        try await set(password, "grace@example.org", "u1", stage)
        let browsers = KnownBrowsers(database: stage.store.database, limits: stage.service.configuration.passwords)
        #expect(try await !browsers.isKnown(cookie, email: "grace@example.org", at: stage.clock.now))
    }

    @Test("A code signs in the user whose password the address has, and tells of none without")
    func codes() async throws {
        let stage = try await stage()
        let browser = Secret.random()
        for (email, user) in [("ada@example.org", "u1"), ("eve@example.org", nil)] {
            let id = try await stage.service.ownSignIn.begin(email, browser: browser, from: "192.0.2.1")
            let code = try #require(try await stage.message(to: email)).code
            let outcome = try await stage.service.ownSignIn.complete(
                id, code: code, browser: browser, from: "192.0.2.1")
            #expect(outcome == .proven(address: email, owner: user))
        }
    }

    @Test("A known browser has tries of its own, until the password changes")
    func knownBrowser() async throws {
        let stage = try await stage()
        let people = stage.service.ownSignIn
        let cookie = try await people.remember("u1", insteadOf: nil)
        for _ in 1...5 { #expect(try await owner(stage, "ada@example.org", "wrong") == nil) }
        await #expect(throws: HubError.self) { try await owner(stage, "ada@example.org", password) }
        #expect(try await owner(stage, "ada@example.org", password, browser: cookie) == "u1")
        await #expect(throws: HubError.self) {
            try await owner(stage, "ada@example.org", password, browser: .random())
        }
        try await set(password, "ada@example.org", "u1", stage)
        await #expect(throws: HubError.self) {
            try await owner(stage, "ada@example.org", password, browser: cookie)
        }
    }

    @Test("A user's newest browsers stay known, and another user's are not forgotten for them")
    func newestBrowsers() async throws {
        let stage = try await stage {
            $0.passwords.browsersPerUser = 2
            $0.passwords.browserLife = 1000
        }
        try await set(password, "bo@example.org", "u2", stage)
        let browsers = KnownBrowsers(
            database: stage.store.database, limits: stage.service.configuration.passwords)
        let start = stage.clock.now
        func welcome(_ owner: String, _ seconds: Double, insteadOf former: Secret? = nil) async throws -> Secret {
            try await browsers.welcome(owner, insteadOf: former, at: start + seconds)
        }
        func isKnown(_ cookie: Secret, _ email: String, at seconds: Double) async throws -> Bool {
            try await browsers.isKnown(cookie, email: email, at: start + seconds)
        }
        let other = try await welcome("u2", 0)
        var own: [Secret] = []
        for seconds in [1.0, 2, 3] { own.append(try await welcome("u1", seconds)) }
        #expect(try await !isKnown(own[0], "ada@example.org", at: 4))
        #expect(try await isKnown(own[1], "ada@example.org", at: 4))
        #expect(try await isKnown(own[2], "ADA@example.org", at: 4))
        #expect(try await !isKnown(own[2], "bo@example.org", at: 4))
        #expect(try await isKnown(other, "bo@example.org", at: 4))

        // The same browser again is no further one, and no reason to forget another user's.
        let again = try await welcome("u1", 5, insteadOf: own[2])
        #expect(try await !isKnown(own[2], "ada@example.org", at: 6))
        #expect(try await isKnown(own[1], "ada@example.org", at: 6))
        #expect(try await isKnown(again, "ada@example.org", at: 6))
        _ = try await welcome("u1", 7, insteadOf: other)
        #expect(try await isKnown(other, "bo@example.org", at: 8))
        #expect(try await !isKnown(again, "ada@example.org", at: 1005))
    }

    @Test("Waiting password checks are limited, with some places reserved for known browsers")
    func fullBench() async throws {
        let stored = try StoredPassword("right password", cost: Self.cost)
        let full = PasswordBench(places: 0, reserved: 1, share: 1)
        await #expect(throws: PasswordBenchFull.self) {
            try await full.judge("right password", stored, isKnown: false)
        }
        #expect(try await full.judge("right password", stored, isKnown: true))
        #expect(await full.judged == 1)
        // A place is free again afterwards.
        let one = PasswordBench(places: 1, reserved: 0, share: 1)
        for password in ["right password", "wrong", "right password"] {
            #expect(try await one.judge(password, stored, isKnown: false) == (password != "wrong"))
        }
    }

    @Test("A network gets only its share of the waiting places, and a known browser has a reserved one")
    func shares() async throws {
        let stored = try StoredPassword("right password", cost: Self.cost)
        let bench = PasswordBench(places: 8, reserved: 1, share: 0)
        await #expect(throws: PasswordBenchFull.self) {
            try await bench.judge("right password", stored, isKnown: false, network: "192.0.2.1")
        }
        #expect(try await bench.judge("right password", stored, isKnown: true, network: "192.0.2.1"))
        #expect(try await bench.judge("right password", stored, isKnown: false))
    }

    @Test("Passwords of the shortest and the longest length are accepted, and none beyond")
    func lengths() throws {
        let longest = StoredPassword.longest
        #expect(throws: PasswordError.tooShort(shortest: 10)) { try StoredPassword("123456789", cost: Self.cost) }
        #expect(try StoredPassword("1234567890", cost: Self.cost).matches("1234567890"))
        let long = String(repeating: "x", count: longest)
        #expect(try StoredPassword(long, cost: Self.cost).matches(long))
        #expect(throws: PasswordError.tooLong(longest: longest)) {
            try StoredPassword(long + "x", cost: Self.cost)
        }
    }

    @Test("A password is compared whole: one that goes on after a zero byte, or is a long one's hash, is another")
    func whole() async throws {
        for text in [password, String(repeating: "long ", count: 20)] {
            let stored = try StoredPassword(text, cost: Self.cost)
            #expect(try stored.matches(text))
            for tail in ["\0", "\0\0", "\0x", " ", "\n"] { #expect(try !stored.matches(text + tail)) }
        }
        let stage = try await stage()
        #expect(try await owner(stage, "ada@example.org", password + "\0") == nil)
        #expect(try await owner(stage, "ada@example.org", password) == "u1")
        for other in ["a good\0password", "a good password\0", "a good\npassword", "a good \u{202E}password"] {
            #expect(throws: PasswordError.controlCharacter) { try StoredPassword(other, cost: Self.cost) }
        }
    }

    @Test("A stored password matches only itself, with accents in any composition")
    func forms() throws {
        let stored = try StoredPassword("caf\u{E9} cr\u{E8}me", cost: Self.cost)
        #expect(try stored.matches("cafe\u{301} cre\u{300}me"))
        #expect(try !stored.matches("cafe creme"))
        let same = try (1...2).map { _ in try StoredPassword("the same word", cost: Self.cost) }
        #expect(same[0].hash != same[1].hash && same[0].salt != same[1].salt)
    }
}
