import EnvelopeService
import Foundation
import Ledger

extension AuthorizationStore {
    /// Lets a refresh token be traded once more whose answer may have been lost: shortly after the first time, and before
    /// anybody has traded the refresh token that it gave. What it gave becomes worth nothing: whoever works with that
    /// access token already has to renew it, and shows the other refresh token, which gives the two away.
    ///
    /// - Parameter used: when it was traded first; the time does not begin anew with each showing.
    /// - Returns: whether it may be.
    func takeBackUnused(
        after used: Date, _ token: Secret, _ authorization: String, at date: Date, in connection: any SQLConnection
    ) throws -> Bool {
        guard used > Self.takenBack, date < used.addingTimeInterval(lives.refreshGrace) else { return false }
        let later = "authorizationID = ? AND hash <> ? AND createdAt >= ?"
        let isFollowed = try connection.exists(
            "SELECT 1 FROM refreshToken WHERE \(later) AND usedAt > ?",
            [authorization, token.hash, used, Self.takenBack])
        guard !isFollowed else { return false }
        try connection.run(
            "UPDATE refreshToken SET usedAt = ? WHERE \(later) AND usedAt IS NULL",
            [Self.takenBack, authorization, token.hash, used])
        try connection.run("DELETE FROM token WHERE authorizationID = ? AND createdAt >= ?", [authorization, used])
        return true
    }

    /// When a refresh token was used that nobody used and that is worth nothing: whoever shows it shows one of two.
    private static var takenBack: Date { Date(timeIntervalSince1970: 0) }
}
