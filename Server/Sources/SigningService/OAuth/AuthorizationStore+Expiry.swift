import Foundation
import Ledger

extension AuthorizationStore {
    /// The maximum number of authorizations to clean up whenever tokens are issued.
    private static let mostForgotten = 100

    /// Deletes expired data: access and refresh tokens, unredeemed codes, and authorizations without any of them.
    static func forgetExpired(at date: Date, in connection: any SQLConnection) throws {
        try connection.run("DELETE FROM token WHERE expiresAt IS NOT NULL AND expiresAt < ?", [date])
        try connection.run("DELETE FROM appAuthorization WHERE codeUsedAt IS NULL AND codeExpiresAt < ?", [date])
        let ids: [String] = try connection.values(
            "SELECT DISTINCT authorizationID FROM refreshToken WHERE expiresAt < ? LIMIT ?", [date, mostForgotten])
        for id in ids {
            let goesOn = try connection.exists(
                "SELECT 1 FROM refreshToken WHERE authorizationID = ? AND expiresAt >= ?", [id, date])
            let hasToken = try connection.exists("SELECT 1 FROM token WHERE authorizationID = ?", [id])
            // An access token may outlive the refresh tokens; revoking it requires the authorization.
            guard goesOn || !hasToken else { continue }
            try connection.run("DELETE FROM refreshToken WHERE authorizationID = ? AND expiresAt < ?", [id, date])
            if !goesOn { try connection.run("DELETE FROM appAuthorization WHERE id = ?", [id]) }
        }
    }
}
