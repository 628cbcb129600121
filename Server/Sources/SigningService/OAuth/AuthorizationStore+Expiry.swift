import Foundation
import Ledger

extension AuthorizationStore {
    /// How many sign-ins are looked at for what is over whenever tokens are given.
    private static let mostForgotten = 100

    /// Forgets what is worth nothing any more: access and refresh tokens past their end, codes that nobody redeemed, and
    /// sign-ins of which nothing is left.
    static func forgetExpired(at date: Date, in connection: any SQLConnection) throws {
        try connection.run("DELETE FROM token WHERE expiresAt IS NOT NULL AND expiresAt < ?", [date])
        try connection.run("DELETE FROM appAuthorization WHERE codeUsedAt IS NULL AND codeExpiresAt < ?", [date])
        let ids: [String] = try connection.values(
            "SELECT DISTINCT authorizationID FROM refreshToken WHERE expiresAt < ? LIMIT ?", [date, mostForgotten])
        for id in ids {
            let goesOn = try connection.exists(
                "SELECT 1 FROM refreshToken WHERE authorizationID = ? AND expiresAt >= ?", [id, date])
            let hasToken = try connection.exists("SELECT 1 FROM token WHERE authorizationID = ?", [id])
            // An access token may outlast the refresh tokens; the sign-in is what takes it back.
            guard goesOn || !hasToken else { continue }
            try connection.run("DELETE FROM refreshToken WHERE authorizationID = ? AND expiresAt < ?", [id, date])
            if !goesOn { try connection.run("DELETE FROM appAuthorization WHERE id = ?", [id]) }
        }
    }
}
