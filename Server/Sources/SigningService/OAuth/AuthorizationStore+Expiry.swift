import Foundation
import GRDB

extension AuthorizationStore {
    static let expiryIndexes = """
        CREATE INDEX refreshTokenByAuthorization ON refreshToken(authorizationID);
        CREATE INDEX refreshTokenByEnd ON refreshToken(expiresAt);
        CREATE INDEX authorizationByCodeEnd ON authorization(codeExpiresAt) WHERE codeUsedAt IS NULL;
        """

    /// How many sign-ins are looked at for what is over whenever tokens are given.
    private static let mostForgotten = 100

    /// Forgets what is worth nothing any more: access and refresh tokens past their end, codes that nobody redeemed, and
    /// sign-ins of which nothing is left.
    static func forgetExpired(at date: Date, in database: Database) throws {
        let now = StoredTime(date)
        try database.execute(sql: "DELETE FROM token WHERE expiresAt IS NOT NULL AND expiresAt < ?", arguments: [now])
        try database.execute(
            sql: "DELETE FROM authorization WHERE codeUsedAt IS NULL AND codeExpiresAt < ?", arguments: [now])
        let ids = try String.fetchAll(
            database, sql: "SELECT DISTINCT authorizationID FROM refreshToken WHERE expiresAt < ? LIMIT ?",
            arguments: [now, mostForgotten])
        for id in ids {
            let (goesOn, hasToken) = try (
                Self.has("refreshToken", of: id, "AND expiresAt >= ?", [now], in: database),
                Self.has("token", of: id, in: database)
            )
            // An access token may outlast the refresh tokens; the sign-in is what takes it back.
            guard goesOn || !hasToken else { continue }
            try database.execute(
                sql: "DELETE FROM refreshToken WHERE authorizationID = ? AND expiresAt < ?", arguments: [id, now])
            if !goesOn { try database.execute(sql: "DELETE FROM authorization WHERE id = ?", arguments: [id]) }
        }
    }

    private static func has(
        _ table: String, of id: String, _ condition: String = "", _ arguments: StatementArguments = [],
        in database: Database
    ) throws -> Bool {
        try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE authorizationID = ? \(condition))",
            arguments: [id] + arguments) ?? false
    }
}
