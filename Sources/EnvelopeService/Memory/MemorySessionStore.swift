import Foundation

/// The sessions of browsers in memory: for tests, and for whoever needs no more.
public actor MemorySessionStore: SessionStore {
    private var sessions: [String: (cookie: Data, visit: SigningVisit, seenAt: Date)] = [:]
    /// Seconds of silence after which a session ends.
    private let idleLife: TimeInterval

    public init(idleLife: TimeInterval) {
        self.idleLife = idleLife
    }

    public func open(_ visit: SigningVisit, at date: Date) async throws -> (id: UUID, cookie: Secret) {
        let id = UUID()
        let cookie = Secret.random()
        sessions[id.uuidString.lowercased()] = (cookie.hash, visit, date)
        return (id, cookie)
    }

    public func visit(_ id: String, cookie: Secret?, at date: Date) async throws -> SessionAnswer {
        guard let cookie, let session = sessions[id.lowercased()], session.cookie == cookie.hash else {
            return .unknown
        }
        guard date.timeIntervalSince(session.seenAt) < idleLife else { return .timedOut(session.visit) }
        sessions[id.lowercased()]?.seenAt = max(session.seenAt, date)
        return .open(session.visit)
    }
}
