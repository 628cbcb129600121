import Envelopes
import Foundation

/// Browser sessions opened with a ticket or a link, in SQL.
public struct SQLSessionStore: Sendable {
    private let database: any SQLDatabase
    /// Seconds without a request after which a session expires.
    private let idleLife: TimeInterval
    /// Seconds after which a session expires in any case.
    private let life: TimeInterval

    /// - Parameters:
    ///   - database: has the tables of ``SQLSchema/Step/service``
    ///   - idleLife: seconds without a request after which a session expires
    ///   - life: seconds after which a session expires in any case
    public init(_ database: any SQLDatabase, idleLife: TimeInterval, life: TimeInterval = 24 * 3600) {
        self.database = database
        self.idleLife = idleLife
        self.life = life
    }

    static let tables = """
        CREATE TABLE session (
            id TEXT PRIMARY KEY NOT NULL,
            hash BYTES NOT NULL,
            envelopeID TEXT NOT NULL REFERENCES envelope(id) ON DELETE CASCADE,
            recipientID TEXT NOT NULL,
            returnURL TEXT NOT NULL,
            asked TEXT NOT NULL,
            createdAt BIGINT NOT NULL,
            seenAt BIGINT NOT NULL
        ) BY KEY;
        CREATE INDEX sessionBySight ON session(seenAt);
        CREATE INDEX sessionByRecipient ON session(envelopeID, recipientID);

        """

    /// Opens a session, and deletes those that were last seen more than 30 days ago.
    ///
    /// - Parameter proofs: what the visitor still has to prove
    /// - Returns: the session's id, for its address, and the cookie that belongs to it
    public func open(
        _ visit: TicketTarget, id: UUID = .random(), asking proofs: [Identification.Method] = [], at date: Date
    ) async throws -> (id: UUID, cookie: Secret) {
        let cookie = Secret.random()
        try await database.write { connection in
            try connection.run("DELETE FROM session WHERE seenAt < ?", [date.addingTimeInterval(-30 * 86_400)])
            try connection.run(
                """
                INSERT INTO session (id, hash, envelopeID, recipientID, returnURL, asked, createdAt, seenAt)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    id.uuidString.lowercased(), cookie.hash, visit.envelopeID.rawValue, visit.recipientID.rawValue,
                    visit.returnURL.absoluteString, Self.text(proofs), date, date,
                ])
        }
        return (id, cookie)
    }

    /// Notes that the visitor has given a proof.
    public func pass(_ proof: Identification.Method, in id: String) async throws {
        try await database.write { connection in
            let row = try connection.row("SELECT asked FROM session WHERE id = ?", [id.lowercased()])
            guard let row else { return }
            let left = Self.proofs(try row["asked"]).filter { $0 != proof }
            try connection.run("UPDATE session SET asked = ? WHERE id = ?", [Self.text(left), id.lowercased()])
        }
    }

    private static func text(_ proofs: [Identification.Method]) -> String {
        proofs.map(\.rawValue).joined(separator: ",")
    }

    private static func proofs(_ text: String) -> [Identification.Method] {
        text.split(separator: ",").compactMap { Identification.Method(rawValue: String($0)) }
    }

    /// Finds the session of a request and records the visit.
    public func visit(_ id: String, cookie: Secret?, at date: Date) async throws -> SessionAnswer {
        guard let cookie else { return .unknown }
        let found = try await database.read { connection in
            let row = try connection.row(
                """
                SELECT envelopeID, recipientID, returnURL, asked, createdAt, seenAt FROM session
                WHERE id = ? AND hash = ?
                """, [id.lowercased(), cookie.hash])
            return try row.map(FoundSession.init)
        }
        guard let found else { return .unknown }
        let silence = date.timeIntervalSince(found.seenAt)
        guard silence < idleLife, date.timeIntervalSince(found.openedAt) < life else { return .timedOut(found.visit) }
        // A page requests many images at once; an occasional write is enough to keep the session alive.
        if silence > min(15, idleLife / 4) {
            try await database.write { connection in
                try connection.run(
                    "UPDATE session SET seenAt = ? WHERE id = ? AND seenAt < ?", [date, id.lowercased(), date])
            }
        }
        let asked = Self.proofs(found.asked)
        return asked.isEmpty ? .open(found.visit) : .asking(found.visit, asked)
    }
}

/// A session's row.
private struct FoundSession: Sendable {
    let visit: TicketTarget
    let asked: String
    let openedAt: Date
    let seenAt: Date

    init(_ row: SQLRow) throws {
        visit = try TicketTarget(row)
        asked = try row["asked"]
        openedAt = try row["createdAt"]
        seenAt = try row["seenAt"]
    }
}
