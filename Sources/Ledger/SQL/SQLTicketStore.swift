import Envelopes
import Essentials
import Foundation

/// One-use tickets for signing URLs, in SQL.
public struct SQLTicketStore: Sendable {
    private let database: any SQLDatabase

    /// - Parameter database: has the tables of ``SQLSchema/Step/service``
    public init(_ database: any SQLDatabase) {
        self.database = database
    }

    static let tables = """
        CREATE TABLE ticket (
            hash BYTES PRIMARY KEY NOT NULL,
            envelopeID TEXT NOT NULL REFERENCES envelope(id) ON DELETE CASCADE,
            recipientID TEXT NOT NULL,
            returnURL TEXT NOT NULL,
            vouching BYTES,
            createdAt BIGINT NOT NULL,
            expiresAt BIGINT NOT NULL,
            usedAt BIGINT
        ) BY KEY;
        CREATE INDEX ticketByEnd ON ticket(expiresAt);
        CREATE INDEX ticketByRecipient ON ticket(envelopeID, recipientID);

        """

    /// Issues a ticket.
    ///
    /// - Parameter life: seconds until it expires
    public func issue(_ visit: TicketTarget, at date: Date, life: TimeInterval) async throws -> Secret {
        let ticket = Secret.random()
        let vouching = try visit.vouching.map { try CanonicalJSON.bytes(of: $0) }
        try await database.write { connection in
            // Expired tickets are kept for 30 days.
            try connection.run("DELETE FROM ticket WHERE expiresAt < ?", [date.addingTimeInterval(-30 * 86_400)])
            try connection.run(
                """
                INSERT INTO ticket (hash, envelopeID, recipientID, returnURL, vouching, createdAt, expiresAt)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    ticket.hash, visit.envelopeID.rawValue, visit.recipientID.rawValue,
                    visit.returnURL.absoluteString, vouching, date, date.addingTimeInterval(life),
                ])
        }
        return ticket
    }

    /// Redeems a ticket. If several requests present the same ticket at once, only one succeeds.
    public func redeem(_ ticket: Secret, at date: Date) async throws -> TicketAnswer {
        try await database.write { connection in
            let used = try connection.run(
                "UPDATE ticket SET usedAt = ? WHERE hash = ? AND usedAt IS NULL AND expiresAt > ?",
                [date, ticket.hash, date])
            let row = try connection.row(
                "SELECT envelopeID, recipientID, returnURL, vouching FROM ticket WHERE hash = ?", [ticket.hash])
            guard let visit = try row.map({ try TicketTarget($0, vouching: try Self.vouching($0)) }) else {
                return .unknown
            }
            return used == 1 ? .opened(visit) : .spent(visit)
        }
    }

    private static func vouching(_ row: SQLRow) throws -> Identification? {
        let bytes: Data? = try row["vouching"]
        return try bytes.map { try CanonicalJSON.value(Identification.self, from: $0) }
    }
}

extension TicketTarget {
    init(_ row: SQLRow, vouching: Identification? = nil) throws {
        let recipient: String = try row["recipientID"]
        guard let envelopeID = EnvelopeID(rawValue: try row["envelopeID"]),
            let returnURL = URL(string: try row["returnURL"])
        else {
            throw StorageError.unreadable(
                what: "A signing visit", reason: "its envelope id or return address is not valid")
        }
        self.init(
            envelopeID: envelopeID, recipientID: RecipientID(rawValue: recipient), returnURL: returnURL,
            vouching: vouching)
    }
}
