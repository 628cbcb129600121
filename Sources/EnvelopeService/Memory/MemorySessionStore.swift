import Envelopes
import Foundation

/// The sessions of browsers in memory: for tests, and for whoever needs no more.
public actor MemorySessionStore: SessionStore {
    private var sessions: [String: (cookie: Data, visit: SigningVisit, openedAt: Date, seenAt: Date)] = [:]
    /// Seconds of silence after which a session ends.
    private let idleLife: TimeInterval
    /// Seconds after which a session ends in any case.
    private let life: TimeInterval

    public init(idleLife: TimeInterval, life: TimeInterval = 24 * 3600) {
        self.idleLife = idleLife
        self.life = life
    }

    public func open(_ visit: SigningVisit, at date: Date) async throws -> (id: UUID, cookie: Secret) {
        let id = UUID.random()
        let cookie = Secret.random()
        sessions[id.uuidString.lowercased()] = (cookie.hash, visit, date, date)
        return (id, cookie)
    }

    public func visit(_ id: String, cookie: Secret?, at date: Date) async throws -> SessionAnswer {
        guard let cookie, let session = sessions[id.lowercased()], session.cookie == cookie.hash else {
            return .unknown
        }
        guard date.timeIntervalSince(session.seenAt) < idleLife, date.timeIntervalSince(session.openedAt) < life else {
            return .timedOut(session.visit)
        }
        sessions[id.lowercased()]?.seenAt = max(session.seenAt, date)
        return .open(session.visit)
    }
}
