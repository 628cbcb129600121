import Crypto
import Envelopes
import Foundation

/// One-time codes and limited acts, in SQL.
public struct SQLCodeStore: Sendable {
    private let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    static let tables = """
        CREATE TABLE mailCode (
            envelopeID TEXT NOT NULL REFERENCES envelope(id) ON DELETE CASCADE,
            recipientID TEXT NOT NULL,
            salt BYTES NOT NULL,
            hash BYTES NOT NULL,
            expiresAt BIGINT NOT NULL,
            triesLeft BIGINT NOT NULL,
            PRIMARY KEY (envelopeID, recipientID)
        ) BY KEY;
        CREATE TABLE limitedAct (
            envelopeID TEXT NOT NULL REFERENCES envelope(id) ON DELETE CASCADE,
            recipientID TEXT NOT NULL,
            name TEXT NOT NULL,
            at BIGINT NOT NULL
        );
        CREATE INDEX limitedActByRecipient ON limitedAct(envelopeID, recipientID, name, at);

        """

    /// Makes a new code, which replaces the recipient's earlier one.
    ///
    /// - Parameters:
    ///   - life: seconds until it expires
    ///   - tries: the number of wrong codes after which it is used up
    public func issue(
        for target: LinkTarget, within act: LimitedAct, life: TimeInterval, tries: Int, at date: Date
    ) async throws -> CodeOrder {
        let code = Self.newCode()
        let salt = Secret.random().hash
        return try await database.write { connection in
            if let again = try Self.count(act, of: target, at: date, in: connection) { return .tooMany(again: again) }
            try connection.run(
                """
                INSERT INTO mailCode (envelopeID, recipientID, salt, hash, expiresAt, triesLeft) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (envelopeID, recipientID) DO UPDATE SET
                    salt = excluded.salt, hash = excluded.hash, expiresAt = excluded.expiresAt,
                    triesLeft = excluded.triesLeft
                """,
                Self.key(target) + [salt, Self.hash(code, salt), date.addingTimeInterval(life), tries])
            return .issued(code)
        }
    }

    /// Compares a code with the recipient's newest one.
    public func redeem(_ code: String, for target: LinkTarget, at date: Date) async throws -> CodeAnswer {
        let code = String(code.filter { !$0.isWhitespace })
        return try await database.write { connection in
            let row = try connection.row(
                "SELECT salt, hash, expiresAt, triesLeft FROM mailCode WHERE envelopeID = ? AND recipientID = ?",
                Self.key(target))
            guard let row else { return .unknown }
            let left: Int = try row["triesLeft"]
            guard left > 0 else { return .usedUp }
            guard try row["expiresAt"] > date else { return .expired }
            let stored: Data = try row["hash"]
            let isRight = Self.hash(code, try row["salt"]) == stored
            try connection.run(
                "UPDATE mailCode SET triesLeft = ? WHERE envelopeID = ? AND recipientID = ?",
                [isRight ? 0 : left - 1] + Self.key(target))
            return isRight ? .right : left > 1 ? .wrong(left: left - 1) : .usedUp
        }
    }

    /// Whether the recipient has a code that they may still enter.
    public func hasCode(_ target: LinkTarget, at date: Date) async throws -> Bool {
        try await database.read { connection in
            try connection.exists(
                """
                SELECT 1 FROM mailCode WHERE envelopeID = ? AND recipientID = ? AND triesLeft > 0 AND expiresAt > ?
                """, Self.key(target) + [date])
        }
    }

    /// Counts an act.
    ///
    /// - Returns: `nil` if it is allowed, otherwise the time at which it is allowed again
    public func count(_ act: LimitedAct, of target: LinkTarget, at date: Date) async throws -> Date? {
        try await database.write { try Self.count(act, of: target, at: date, in: $0) }
    }

    private static func count(
        _ act: LimitedAct, of target: LinkTarget, at date: Date, in connection: any SQLConnection
    ) throws -> Date? {
        let start = date.addingTimeInterval(-act.period)
        let place = "envelopeID = ? AND recipientID = ? AND name = ?"
        let key = Self.key(target) + [act.name]
        try connection.run("DELETE FROM limitedAct WHERE \(place) AND at <= ?", key + [start])
        let acts: [Date] = try connection.values("SELECT at FROM limitedAct WHERE \(place) ORDER BY at", key)
        guard acts.count < act.limit else {
            return (acts.first ?? date).addingTimeInterval(act.period)
        }
        try connection.run(
            "INSERT INTO limitedAct (envelopeID, recipientID, name, at) VALUES (?, ?, ?, ?)", key + [date])
        return nil
    }

    private static func key(_ target: LinkTarget) -> [any SQLConvertible] {
        [target.envelopeID.rawValue, target.recipientID.rawValue]
    }

    private static func newCode() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<6).map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined()
    }

    private static func hash(_ code: String, _ salt: Data) -> Data {
        Data(SHA256.hash(data: salt + Data(code.utf8)))
    }
}
