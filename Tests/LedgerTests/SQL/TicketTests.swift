import Envelopes
import Foundation
import Testing

@testable import Ledger
@testable import TestSupport

@Suite("Tickets and sessions")
struct TicketTests {
    private func visit(_ store: LedgerFixture) async throws -> TicketTarget {
        TicketTarget(
            envelopeID: try await store.envelope().id, recipientID: "1",
            returnURL: try #require(URL(string: "https://example.org/done?order=42")))
    }

    @Test("A ticket opens once", arguments: Engine.allCases)
    func once(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let tickets = SQLTicketStore(store.database)
        let visit = try await visit(store)
        let ticket = try await tickets.issue(visit, at: Moment.start, life: 300)
        #expect(try await tickets.redeem(ticket, at: Moment.start + 299) == .opened(visit))
        #expect(try await tickets.redeem(ticket, at: Moment.start + 299) == .spent(visit))
    }

    @Test("A ticket expires after five minutes", arguments: Engine.allCases)
    func lifetime(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let tickets = SQLTicketStore(store.database)
        let visit = try await visit(store)
        let ticket = try await tickets.issue(visit, at: Moment.start, life: 300)
        #expect(try await tickets.redeem(ticket, at: Moment.start + 300) == .spent(visit))
        #expect(try await tickets.redeem(.random(), at: Moment.start) == .unknown)
    }

    @Test("If a ticket is used many times at once, it opens once", arguments: Engine.allCases)
    func parallelUse(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let tickets = SQLTicketStore(store.database)
        let visit = try await visit(store)
        let ticket = try await tickets.issue(visit, at: Moment.start, life: 300)
        let opened = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 1...20 {
                group.addTask { try await tickets.redeem(ticket, at: Moment.start + 1) == .opened(visit) }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(opened == 1)
    }

    @Test(
        "A session lives while its browser is heard of, and ends after twenty minutes of silence",
        arguments: Engine.allCases)
    func idleSession(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let sessions = SQLSessionStore(store.database, idleLife: 1200)
        let visit = try await visit(store)
        let (id, cookie) = try await sessions.open(visit, at: Moment.start)
        let name = id.uuidString
        for minutes in stride(from: 10.0, through: 60, by: 10) {
            #expect(try await sessions.visit(name, cookie: cookie, at: Moment.start + minutes * 60) == .open(visit))
        }
        #expect(try await sessions.visit(name, cookie: cookie, at: Moment.start + 80 * 60) == .timedOut(visit))
    }

    @Test("A session ends after a day, whatever happens in it", arguments: Engine.allCases)
    func sessionEnd(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let visit = try await visit(store)
        let sessions = SQLSessionStore(store.database, idleLife: 1200, life: 7200)
        let (id, cookie) = try await sessions.open(visit, at: Moment.start)
        let name = id.uuidString
        for minutes in stride(from: 10.0, to: 120, by: 10) {
            #expect(try await sessions.visit(name, cookie: cookie, at: Moment.start + minutes * 60) == .open(visit))
        }
        #expect(try await sessions.visit(name, cookie: cookie, at: Moment.start + 7199) == .open(visit))
        #expect(try await sessions.visit(name, cookie: cookie, at: Moment.start + 7200) == .timedOut(visit))
    }

    @Test("A session opens to its own cookie only", arguments: Engine.allCases)
    func cookie(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let visit = try await visit(store)
        let sessions = SQLSessionStore(store.database, idleLife: 1200)
        let first = try await sessions.open(visit, at: Moment.start)
        let second = try await sessions.open(visit, at: Moment.start)
        let name = first.id.uuidString
        #expect(try await sessions.visit(name, cookie: first.cookie, at: Moment.start) == .open(visit))
        #expect(try await sessions.visit(name, cookie: second.cookie, at: Moment.start) == .unknown)
        #expect(try await sessions.visit(name, cookie: nil, at: Moment.start) == .unknown)
        #expect(try await sessions.visit("nowhere", cookie: first.cookie, at: Moment.start) == .unknown)
    }
}
