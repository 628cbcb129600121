import Foundation
import Ledger
import TestSupport
import Testing

@testable import IdentityService

@Suite("Wrong passwords")
struct PasswordAttemptTests {
    private let database: any SQLDatabase
    private let box = KeyedSecretBox()

    init() throws {
        database = try TestDatabase.make(SQLSchema([.ledger, .lists, .service, .identity]))
    }

    /// What one of several processes on the same database counts.
    private func attempts() -> PasswordAttempts {
        PasswordAttempts(
            counts: SignInAttemptCounts(
                counts: SQLCallCountStore(database), secrets: box,
                configuration: IdentityServiceConfiguration()),
            limits: PasswordLimits())
    }

    private func visitor(_ email: String, _ address: String?, browser: Secret? = nil) -> PasswordVisitor {
        PasswordVisitor(email: email, remoteAddress: address, knownBrowser: browser)
    }

    private func expectWait(
        _ attempt: () async throws -> Void, _ location: SourceLocation = #_sourceLocation
    ) async {
        let refusal = await #expect(throws: HubError.self, sourceLocation: location) { try await attempt() }
        #expect(refusal?.status == 429 && (1...900).contains(refusal?.wait ?? 0), sourceLocation: location)
    }

    @Test("Wrong passwords from one network do not lock out visitors from another")
    func otherNetwork() async throws {
        let attempts = attempts()
        for _ in 1...5 {
            try await attempts.begin(visitor("ada@example.org", "192.0.2.66"), at: Moment.start)
        }
        await expectWait { try await attempts.begin(visitor("ADA@example.org", "192.0.2.66"), at: Moment.start) }
        try await attempts.begin(visitor("ada@example.org", "198.51.100.7"), at: Moment.start)
    }

    @Test("Guesses from many networks at one address are limited, and a known browser still gets in")
    func manyNetworks() async throws {
        let attempts = attempts()
        for number in 1...50 {
            try await attempts.begin(visitor("ada@example.org", "192.0.2.\(number)"), at: Moment.start)
        }
        await expectWait { try await attempts.begin(visitor("ada@example.org", "192.0.2.99"), at: Moment.start) }
        let known = visitor("ada@example.org", "192.0.2.99", browser: Secret(text: "known"))
        for _ in 1...5 { try await attempts.begin(known, at: Moment.start) }
        await expectWait { try await attempts.begin(known, at: Moment.start) }
        try await attempts.begin(known, at: Moment.start + 15 * 60)
    }

    @Test("Fifty wrong passwords from one network lock it, whatever addresses were typed; right ones do not count")
    func manyAddresses() async throws {
        let attempts = attempts()
        for number in 1...50 {
            try await attempts.begin(visitor("user\(number)@example.org", "192.0.2.1"), at: Moment.start)
        }
        await expectWait { try await attempts.begin(visitor("new@example.org", "192.0.2.1"), at: Moment.start) }
        try await attempts.begin(visitor("new@example.org", "192.0.2.2"), at: Moment.start)
        try await attempts.succeed(visitor("user1@example.org", "192.0.2.1"), at: Moment.start)
        try await attempts.begin(visitor("next@example.org", "192.0.2.1"), at: Moment.start)
        await expectWait { try await attempts.begin(visitor("last@example.org", "192.0.2.1"), at: Moment.start) }
        try await attempts.withdraw(visitor("next@example.org", "192.0.2.1"), at: Moment.start)
        try await attempts.begin(visitor("last@example.org", "192.0.2.1"), at: Moment.start)
    }

    @Test("If networks are unknown, an address is locked after fifty wrong passwords instead of five")
    func unknownNetworks() async throws {
        let attempts = attempts()
        for _ in 1...50 { try await attempts.begin(visitor("ada@example.org", nil), at: Moment.start) }
        await expectWait { try await attempts.begin(visitor("ada@example.org", nil), at: Moment.start) }
        try await attempts.begin(visitor("bo@example.org", nil), at: Moment.start)
    }

    @Test("A correct password clears the person's own count")
    func cleared() async throws {
        let attempts = attempts()
        let ada = visitor("ada@example.org", "192.0.2.1")
        for _ in 1...5 { try await attempts.begin(ada, at: Moment.start) }
        try await attempts.succeed(ada, at: Moment.start)
        for _ in 1...5 { try await attempts.begin(ada, at: Moment.start) }
        await expectWait { try await attempts.begin(ada, at: Moment.start) }
    }

    @Test("An attempt that has to wait counts nowhere: nobody locks others out by trying on and on")
    func waitingCountsNowhere() async throws {
        let attempts = attempts()
        for _ in 1...5 { try await attempts.begin(visitor("ada@example.org", "192.0.2.66"), at: Moment.start) }
        for _ in 1...60 {
            await expectWait { try await attempts.begin(visitor("ada@example.org", "192.0.2.66"), at: Moment.start) }
        }
        try await attempts.begin(visitor("ada@example.org", "198.51.100.7"), at: Moment.start)
        try await attempts.begin(visitor("bo@example.org", "192.0.2.66"), at: Moment.start)
    }

    @Test("An address that is locked everywhere uses up neither the network's attempts nor the person's")
    func refusedByTheLastCount() async throws {
        let attempts = attempts()
        for number in 1...50 {
            try await attempts.begin(visitor("ada@example.org", "192.0.2.\(number)"), at: Moment.start)
        }
        for _ in 1...60 {
            await expectWait { try await attempts.begin(visitor("ada@example.org", "192.0.2.99"), at: Moment.start) }
        }
        try await attempts.begin(visitor("bo@example.org", "192.0.2.99"), at: Moment.start)
        for number in 1...5 {
            try await attempts.withdraw(visitor("ada@example.org", "192.0.2.\(number)"), at: Moment.start)
        }
        for _ in 1...5 { try await attempts.begin(visitor("ada@example.org", "192.0.2.99"), at: Moment.start) }
    }

    @Test("Of many simultaneous attempts, five are made")
    func simultaneous() async throws {
        let attempts = attempts()
        let ada = visitor("ada@example.org", "192.0.2.1")
        let begun = await withTaskGroup(of: Bool.self) { group in
            for _ in 1...20 {
                group.addTask { (try? await attempts.begin(ada, at: Moment.start)) != nil }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(begun == 5)
    }

    @Test("Processes that share a database count together")
    func sharedCounts() async throws {
        let (one, other) = (attempts(), attempts())
        for _ in 1...3 { try await one.begin(visitor("ada@example.org", "192.0.2.1"), at: Moment.start) }
        for _ in 1...2 { try await other.begin(visitor("ada@example.org", "192.0.2.1"), at: Moment.start) }
        await expectWait { try await one.begin(visitor("ada@example.org", "192.0.2.1"), at: Moment.start) }
        await expectWait { try await other.begin(visitor("ada@example.org", "192.0.2.1"), at: Moment.start) }
    }
}
