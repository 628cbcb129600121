import EnvelopeService
import Envelopes
import Foundation
import GRDB

/// The sessions of browsers that came with a ticket, in the service's database.
public struct SQLiteSessionStore: SessionStore {
    private let pool: DatabasePool
    /// Seconds of silence after which a session ends.
    private let idleLife: TimeInterval
    /// Seconds after which a session ends in any case.
    private let life: TimeInterval

    public init(_ database: ServiceDatabase, idleLife: TimeInterval, life: TimeInterval = 24 * 3600) {
        pool = database.pool
        self.idleLife = idleLife
        self.life = life
    }

    public func open(_ visit: SigningVisit, at date: Date) async throws -> (id: UUID, cookie: Secret) {
        let id = UUID.random()
        let cookie = Secret.random()
        try await pool.write { database in
            try database.execute(
                sql: "DELETE FROM session WHERE seenAt < ?",
                arguments: [StoredTime(date.addingTimeInterval(-30 * 86_400))])
            try database.execute(
                sql: """
                    INSERT INTO session (id, hash, envelopeID, recipientID, returnURL, createdAt, seenAt)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    id.uuidString.lowercased(), cookie.hash, visit.envelopeID.rawValue, visit.recipientID.rawValue,
                    visit.returnURL.absoluteString, StoredTime(date), StoredTime(date),
                ])
        }
        return (id, cookie)
    }

    public func visit(_ id: String, cookie: Secret?, at date: Date) async throws -> SessionAnswer {
        guard let cookie else { return .unknown }
        let found = try await pool.read { database -> (SigningVisit, openedAt: StoredTime, seenAt: StoredTime)? in
            let row = try Row.fetchOne(
                database,
                sql:
                    "SELECT envelopeID, recipientID, returnURL, createdAt, seenAt FROM session WHERE id = ? AND hash = ?",
                arguments: [id.lowercased(), cookie.hash])
            return try row.map { (try SigningVisit(row: $0), $0["createdAt"], $0["seenAt"]) }
        }
        guard let (visit, openedAt, seenAt) = found else { return .unknown }
        let silence = date.timeIntervalSince(seenAt.date)
        guard silence < idleLife, date.timeIntervalSince(openedAt.date) < life else { return .timedOut(visit) }
        // A page asks for many pictures at once; one write in a while is enough to know that it lives.
        if silence > min(15, idleLife / 4) {
            try await pool.write { database in
                try database.execute(
                    sql: "UPDATE session SET seenAt = max(seenAt, ?) WHERE id = ?",
                    arguments: [StoredTime(date), id.lowercased()])
            }
        }
        return .open(visit)
    }
}
