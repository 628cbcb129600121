import EnvelopeService
import Foundation
import Ledger

extension AuthorizationStore {
    /// Lets a refresh token be used again if its answer may have been lost: before anyone has used the refresh token
    /// from that answer, and within the grace period after its first use.
    ///
    /// The tokens from the first use become invalid. Anyone who already works with that access token has to refresh it
    /// with the other refresh token, which reveals that two parties hold tokens.
    ///
    /// - Parameter used: the time of the first use; later uses do not extend the grace period
    /// - Returns: whether the token may be used
    func takeBackUnused(
        after used: Date, _ token: Secret, _ authorization: String, at date: Date, in connection: any SQLConnection
    ) throws -> Bool {
        // Of requests at once, one may have read the clock before the other used the token.
        guard used > Self.takenBack, max(date, used) < used.addingTimeInterval(lives.refreshGrace) else { return false }
        let later = "authorizationID = ? AND hash <> ? AND createdAt >= ?"
        let isFollowed = try connection.exists(
            "SELECT 1 FROM refreshToken WHERE \(later) AND usedAt > ?",
            [authorization, token.hash, used, Self.takenBack])
        guard !isFollowed else { return false }
        try connection.run(
            "UPDATE refreshToken SET usedAt = ? WHERE \(later) AND usedAt IS NULL",
            [Self.takenBack, authorization, token.hash, used])
        // An app that never gets an answer may try for days.
        try connection.run(
            """
            DELETE FROM refreshToken WHERE authorizationID = ? AND usedAt = ? AND hash NOT IN (
                SELECT hash FROM refreshToken WHERE authorizationID = ? AND usedAt = ? ORDER BY createdAt DESC LIMIT ?)
            """, [authorization, Self.takenBack, authorization, Self.takenBack, Self.mostTakenBack])
        try connection.run("DELETE FROM token WHERE authorizationID = ? AND createdAt >= ?", [authorization, used])
        return true
    }

    /// How many invalid refresh tokens of one authorization are kept to recognize.
    static let mostTakenBack = 20

    /// The time of use that marks an unused refresh token as invalid. Presenting such a token reveals that two parties
    /// hold tokens.
    private static var takenBack: Date { Date(timeIntervalSince1970: 0) }
}
