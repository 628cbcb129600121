import Envelopes
import Foundation

/// The links of messages, in SQL.
public struct SQLLinkStore: Sendable {
    private let database: any SQLDatabase

    /// - Parameter database: has the tables of ``SQLSchema/Step/service``
    public init(_ database: any SQLDatabase) {
        self.database = database
    }

    static let tables = """
        CREATE TABLE link (
            hash BYTES PRIMARY KEY NOT NULL,
            envelopeID TEXT NOT NULL REFERENCES envelope(id) ON DELETE CASCADE,
            recipientID TEXT NOT NULL,
            createdAt BIGINT NOT NULL,
            expiresAt BIGINT NOT NULL,
            earlierHolder BIGINT
        ) BY KEY;
        CREATE INDEX linkByRecipient ON link(envelopeID, recipientID);

        """

    /// - Parameter life: seconds until it expires
    public func issue(_ target: LinkTarget, at date: Date, life: TimeInterval) async throws -> Secret {
        let link = Secret.random()
        try await database.write { connection in
            try connection.run(
                "INSERT INTO link (hash, envelopeID, recipientID, createdAt, expiresAt) VALUES (?, ?, ?, ?, ?)",
                [
                    link.hash, target.envelopeID.rawValue, target.recipientID.rawValue, date,
                    date.addingTimeInterval(life),
                ])
        }
        return link
    }

    /// Looks a link up, and who holds it. A link may be found any number of times.
    public func find(_ link: Secret, at date: Date) async throws -> LinkAnswer {
        let row = try await database.read { connection in
            try connection.row(
                "SELECT envelopeID, recipientID, expiresAt, earlierHolder FROM link WHERE hash = ?", [link.hash])
        }
        guard let row, let id = EnvelopeID(rawValue: try row["envelopeID"]) else { return .unknown }
        let target = LinkTarget(envelopeID: id, recipientID: RecipientID(rawValue: try row["recipientID"]))
        if let holder: Int = try row["earlierHolder"] { return .passedOn(target, holder: holder) }
        let end: Date = try row["expiresAt"]
        return end > date ? .valid(target) : .expired(target)
    }

    /// Takes all links of a recipient back, as when the sender corrects their address.
    public func revoke(_ target: LinkTarget) async throws {
        try await database.write { connection in
            try connection.run(
                "DELETE FROM link WHERE envelopeID = ? AND recipientID = ?",
                [target.envelopeID.rawValue, target.recipientID.rawValue])
        }
    }
}
