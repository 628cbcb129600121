import Foundation
import Ledger

extension IdentityStore {
    /// How many users are read at once.
    private static let pageSize = 500

    /// Deletes guests whom nobody has used since a time, and whose account nobody can open: they have neither a session
    /// nor a way to sign in.
    func removeGuests(unusedSince date: Date) async throws {
        var last = (app: "", user: "")
        while true {
            let (app, user) = last
            let page = try await database.readLong { connection in
                try connection.rows(
                    Self.select + """
                         WHERE (identityUser.appID, identityUser.id) > (?, ?) AND identityUser.createdAt <= ?
                            AND NOT EXISTS (SELECT 1 FROM identitySession WHERE identitySession.appID = identityUser.appID
                                AND identitySession.userID = identityUser.id)
                            AND byMail.value IS NULL AND byPhone.value IS NULL
                        ORDER BY identityUser.appID, identityUser.id LIMIT ?
                        """, [app, user, date, Self.pageSize]
                ).map(Self.user)
            }
            let unused = page.filter { $0.isUnusedGuest(since: date) }
            if !unused.isEmpty {
                try await database.write { connection in
                    for guest in unused { try Self.deleteIfUnused(guest, since: date, in: connection) }
                }
            }
            guard page.count == Self.pageSize, let end = page.last else { return }
            last = (end.appID, end.id)
        }
    }

    private static func deleteIfUnused(
        _ guest: IdentityUser, since date: Date, in connection: any SQLConnection
    ) throws {
        guard let now = try user(guest.id, of: guest.appID, in: connection), now.isUnusedGuest(since: date),
            try !connection.exists(
                "SELECT 1 FROM identitySession WHERE appID = ? AND userID = ?", [now.appID, now.id])
        else { return }
        try connection.run("DELETE FROM identityUser WHERE appID = ? AND id = ?", [now.appID, now.id])
    }
}

extension IdentityUser {
    fileprivate func isUnusedGuest(since date: Date) -> Bool {
        isAnonymous && max(createdAt, body.modifiedAt, body.lastSignInAt ?? createdAt) <= date
    }
}
