import Foundation

/// Tickets in memory: for tests, and for whoever needs no more.
public actor MemoryTicketStore: TicketStore {
    private var tickets: [Data: (visit: SigningVisit, expiresAt: Date, isUsed: Bool)] = [:]

    public init() {}

    public func issue(_ visit: SigningVisit, at date: Date, life: TimeInterval) async throws -> Secret {
        let ticket = Secret.random()
        tickets[ticket.hash] = (visit, date.addingTimeInterval(life), false)
        return ticket
    }

    public func redeem(_ ticket: Secret, at date: Date) async throws -> TicketAnswer {
        guard let known = tickets[ticket.hash] else { return .unknown }
        guard !known.isUsed, known.expiresAt > date else { return .spent(known.visit) }
        tickets[ticket.hash]?.isUsed = true
        return .opened(known.visit)
    }
}
