import Envelopes
import Foundation

/// The tokens of return addresses, in SQL.
public struct SQLReturnStore: Sendable {
    private let database: any SQLDatabase

    /// - Parameter database: has the tables of ``SQLSchema/Step/mail``
    public init(_ database: any SQLDatabase) {
        self.database = database
    }

    static let tables = """
        CREATE TABLE sentMessage (
            hash BYTES PRIMARY KEY NOT NULL,
            envelopeID TEXT NOT NULL REFERENCES envelope(id) ON DELETE CASCADE,
            jobID BIGINT NOT NULL,
            message TEXT NOT NULL,
            recipientID TEXT,
            address TEXT NOT NULL,
            createdAt BIGINT NOT NULL
        ) BY KEY;
        CREATE INDEX sentMessageByEnvelope ON sentMessage(envelopeID);

        """

    /// Returns a new token: 26 lower-case letters and digits, as mail servers may change the case.
    public func issue(_ message: SentMessage, at date: Date) async throws -> String {
        let token = Self.newToken()
        try await database.write { connection in
            try connection.run(
                """
                INSERT INTO sentMessage (hash, envelopeID, jobID, message, recipientID, address, createdAt)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    Secret(text: token).hash, message.envelopeID.rawValue, message.jobID, message.message.rawValue,
                    message.recipientID?.rawValue, message.address, date,
                ])
        }
        return token
    }

    /// Returns the message of a token; `nil` for one that was never issued.
    public func find(_ token: String) async throws -> SentMessage? {
        let hash = Secret(text: token.lowercased()).hash
        let row = try await database.read { connection in
            try connection.row(
                "SELECT envelopeID, jobID, message, recipientID, address FROM sentMessage WHERE hash = ?", [hash])
        }
        guard let row, let id = EnvelopeID(rawValue: try row["envelopeID"]),
            let message = MessageKind(rawValue: try row["message"])
        else { return nil }
        let recipient: String? = try row["recipientID"]
        return SentMessage(
            envelopeID: id, jobID: try row["jobID"], message: message,
            recipientID: recipient.map(RecipientID.init(rawValue:)), address: try row["address"])
    }

    /// Returns 130 random bits in the alphabet of base32 (RFC 4648 §6).
    private static func newToken() -> String {
        let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567")
        var generator = SystemRandomNumberGenerator()
        return String((0..<26).map { _ in alphabet[Int.random(in: 0..<32, using: &generator)] })
    }
}
