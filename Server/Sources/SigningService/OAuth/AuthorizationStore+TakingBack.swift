import EnvelopeService
import Foundation
import Ledger

extension AuthorizationStore {
    /// Revokes all access and refresh tokens of one authorization, given any of them (RFC 7009 §2.1). Of the tokens for
    /// assertions it revokes only this one: only the person takes their consent back. Does nothing for an unknown or
    /// expired token.
    ///
    /// - Throws: ``OAuthError`` for a token that was issued to another application, or to none
    func revoke(_ token: Secret, application: OAuthApplication, at date: Date) async throws {
        let refusal: OAuthError? = try await database.write { connection in
            let row = try connection.row(
                """
                SELECT found.authorizationID AS id, appAuthorization.applicationID AS applicationID
                FROM (
                    SELECT authorizationID FROM refreshToken WHERE hash = ?
                    UNION ALL SELECT authorizationID FROM token WHERE hash = ?
                ) AS found LEFT JOIN appAuthorization ON appAuthorization.id = found.authorizationID
                """, [token.hash, token.hash])
            guard let row else { return nil }
            let (id, owner): (String?, String?) = (try row["id"], try row["applicationID"])
            guard let id, owner == application.id else {
                return OAuthError(.invalidGrant, "the token belongs to another application")
            }
            if try connection.exists("SELECT 1 FROM applicationConsent WHERE authorizationID = ?", [id]) {
                try connection.run("DELETE FROM token WHERE hash = ?", [token.hash])
            } else {
                try Self.revoke(id, at: date, in: connection)
            }
            return nil
        }
        if let refusal { throw refusal }
    }

    static func revoke(_ id: String, at date: Date, in connection: any SQLConnection) throws {
        try connection.run(
            "UPDATE appAuthorization SET revokedAt = ? WHERE id = ? AND revokedAt IS NULL", [date, id])
        try connection.run("DELETE FROM token WHERE authorizationID = ?", [id])
    }

    /// Revokes all authorizations of a person.
    static func revokeAll(of userID: String, at date: Date, in connection: any SQLConnection) throws {
        let ids: [String] = try connection.values(
            "SELECT id FROM appAuthorization WHERE userID = ? AND revokedAt IS NULL", [userID])
        for id in ids { try revoke(id, at: date, in: connection) }
    }
}
