import EnvelopeService
import Envelopes
import Foundation
import GRDB

/// One-use tickets for signing URLs, in the service's database.
public struct SQLiteTicketStore: TicketStore {
    private let pool: DatabasePool

    public init(_ database: ServiceDatabase) {
        pool = database.pool
    }

    public func issue(_ visit: SigningVisit, at date: Date, life: TimeInterval) async throws -> Secret {
        let ticket = Secret.random()
        try await pool.write { database in
            // Tickets of last month tell nobody anything any more.
            try database.execute(
                sql: "DELETE FROM ticket WHERE expiresAt < ?",
                arguments: [StoredTime(date.addingTimeInterval(-30 * 86_400))])
            try database.execute(
                sql: """
                    INSERT INTO ticket (hash, envelopeID, recipientID, returnURL, createdAt, expiresAt)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    ticket.hash, visit.envelopeID.rawValue, visit.recipientID.rawValue,
                    visit.returnURL.absoluteString, StoredTime(date), StoredTime(date.addingTimeInterval(life)),
                ])
        }
        return ticket
    }

    public func redeem(_ ticket: Secret, at date: Date) async throws -> TicketAnswer {
        try await pool.write { database in
            try database.execute(
                sql: "UPDATE ticket SET usedAt = ? WHERE hash = ? AND usedAt IS NULL AND expiresAt > ?",
                arguments: [StoredTime(date), ticket.hash, StoredTime(date)])
            let opened = database.changesCount == 1
            let row = try Row.fetchOne(
                database, sql: "SELECT envelopeID, recipientID, returnURL FROM ticket WHERE hash = ?",
                arguments: [ticket.hash])
            guard let visit = try row.map(SigningVisit.init(row:)) else { return .unknown }
            return opened ? .opened(visit) : .spent(visit)
        }
    }
}

extension SigningVisit {
    init(row: Row) throws {
        let envelope: String = row["envelopeID"]
        let recipient: String = row["recipientID"]
        let address: String = row["returnURL"]
        guard let envelopeID = EnvelopeID(rawValue: envelope), let returnURL = URL(string: address) else {
            throw StorageError.unreadable(what: "A signing visit", reason: "its envelope or return address is no such")
        }
        self.init(envelopeID: envelopeID, recipientID: RecipientID(rawValue: recipient), returnURL: returnURL)
    }
}
