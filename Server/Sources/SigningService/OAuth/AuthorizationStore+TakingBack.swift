import EnvelopeService
import Foundation
import GRDB
import Ledger

extension AuthorizationStore {
    /// Takes back what one sign-in gave, by any token of it (RFC 7009 §2.1): its refresh tokens and its access tokens.
    /// A token that there is not, or not any more, is nothing to take back.
    ///
    /// - Throws: ``OAuthError`` for a token that another application was given, or that no application was.
    func revoke(_ token: Secret, application: OAuthApplication, at date: Date) async throws {
        let refusal: OAuthError? = try await pool.write { database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT found.authorizationID AS id, authorization.applicationID AS applicationID
                    FROM (
                        SELECT authorizationID FROM refreshToken WHERE hash = ?
                        UNION ALL SELECT authorizationID FROM token WHERE hash = ?
                    ) AS found LEFT JOIN authorization ON authorization.id = found.authorizationID
                    """, arguments: [token.hash, token.hash])
            guard let row else { return nil }
            guard let id: String = row["id"], row["applicationID"] == application.id else {
                return OAuthError(.invalidGrant, "the token was not given to this application")
            }
            try Self.revoke(id, at: date, in: database)
            return nil
        }
        if let refusal { throw refusal }
    }

    static func revoke(_ id: String, at date: Date, in database: Database) throws {
        try database.execute(
            sql: "UPDATE authorization SET revokedAt = ? WHERE id = ? AND revokedAt IS NULL",
            arguments: [StoredTime(date), id])
        try database.execute(sql: "DELETE FROM token WHERE authorizationID = ?", arguments: [id])
    }

    /// Takes back what a person has let applications do.
    static func revokeAll(of userID: String, at date: Date, in database: Database) throws {
        let ids = try String.fetchAll(
            database, sql: "SELECT id FROM authorization WHERE userID = ? AND revokedAt IS NULL", arguments: [userID])
        for id in ids { try revoke(id, at: date, in: database) }
    }
}
