import Foundation
import Ledger

/// A user's session on one device.
struct IdentitySession: Sendable, Hashable {
    let id: String
    let userID: String
    let method: String
    let userAgent: String?
    let createdAt: Date
    let lastUsedAt: Date
    let endsAt: Date
}

/// The result of showing a refresh token.
enum RefreshResult: Sendable {
    /// The session goes on with a new token.
    case renewed(IdentityUser, sessionID: String, Secret)
    /// The token is unknown, or its session has ended.
    case unknown
    /// The token was used before, so somebody else may have it. The session has ended.
    case reused
}

extension IdentityStore {
    /// Begins a session in a transaction.
    ///
    /// - Returns: its id and its first refresh token
    static func beginSession(
        of user: IdentityUser, _ visit: Visit, life: TimeInterval, in connection: any SQLConnection
    ) throws -> (id: String, token: Secret) {
        let (id, token) = (newID("session_"), Secret.random())
        try connection.run(
            """
            INSERT INTO identitySession (id, appID, userID, method, userAgent, createdAt, lastUsedAt, endsAt)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                id, user.appID, user.id, visit.method, visit.userAgent, visit.at, visit.at,
                visit.at.addingTimeInterval(life),
            ])
        try connection.run("INSERT INTO identityRefresh (hash, sessionID) VALUES (?, ?)", [token.hash, id])
        return (id, token)
    }

    /// Exchanges a refresh token for the next one.
    ///
    /// A token works once. It works once more while the app may have missed the answer: then the token of the lost
    /// answer is void, and whoever shows that ends the session. The same happens with every other token that was used
    /// before.
    ///
    /// - Parameters:
    ///   - leeway: the seconds in which an answer may have been lost
    ///   - life: the seconds for which the session goes on
    func refresh(
        _ token: Secret, of app: String?, leeway: TimeInterval, life: TimeInterval, at date: Date
    ) async throws -> RefreshResult {
        let next = Secret.random()
        return try await database.write { connection in
            let row = try connection.row(
                """
                SELECT identityRefresh.usedAt AS usedAt, identitySession.* FROM identityRefresh
                    JOIN identitySession ON identitySession.id = identityRefresh.sessionID
                WHERE identityRefresh.hash = ?
                """, [token.hash])
            guard let row else { return .unknown }
            let (session, appID): (String, String) = (try row["id"], try row["appID"])
            guard app == nil || app == appID else { return .unknown }
            let usedAt: Date? = try row["usedAt"]
            if let usedAt {
                // The token that this one was exchanged for, if nobody has used it yet.
                let unseen: Data? = try connection.value(
                    "SELECT hash FROM identityRefresh WHERE previous = ? AND usedAt IS NULL", [token.hash])
                // Of requests at once, one may have read the clock before the other used the token.
                guard let unseen, max(date, usedAt) < usedAt.addingTimeInterval(leeway) else {
                    try connection.run("DELETE FROM identitySession WHERE id = ?", [session])
                    return .reused
                }
                // Void from now on: it was used long ago, as far as anybody can tell.
                try connection.run(
                    "UPDATE identityRefresh SET usedAt = ?, previous = NULL WHERE hash = ?", [Date.distantPast, unseen])
            }
            let ends: Date = try row["endsAt"]
            guard ends > date, let user = try Self.user(try row["userID"], of: appID, in: connection),
                user.body.isEnabled
            else { return .unknown }
            if usedAt == nil {
                try connection.run("UPDATE identityRefresh SET usedAt = ? WHERE hash = ?", [date, token.hash])
            }
            try connection.run(
                "INSERT INTO identityRefresh (hash, sessionID, previous) VALUES (?, ?, ?)",
                [next.hash, session, token.hash])
            // A session as old as that has ended, so nobody who keeps to the rules still has such a token. Tokens of lost
            // answers stay: their time is the distant past.
            try connection.run(
                "DELETE FROM identityRefresh WHERE sessionID = ? AND usedAt > ? AND usedAt <= ?",
                [session, Date.distantPast, date.addingTimeInterval(-life)])
            try connection.run(
                "UPDATE identitySession SET lastUsedAt = ?, endsAt = ? WHERE id = ?",
                [date, date.addingTimeInterval(life), session])
            return .renewed(user, sessionID: session, next)
        }
    }

    /// Returns the session of a refresh token, also of one that was used; `nil` for none.
    func session(ofRefresh token: Secret) async throws -> String? {
        try await database.read {
            try $0.value("SELECT sessionID FROM identityRefresh WHERE hash = ?", [token.hash])
        }
    }

    /// Returns the user of a session that has not ended.
    func user(ofSession id: String, at date: Date) async throws -> IdentityUser? {
        try await database.read { connection in
            let row = try connection.row(
                "SELECT userID, appID FROM identitySession WHERE id = ? AND endsAt > ?", [id, date])
            guard let row, let user = try Self.user(try row["userID"], of: try row["appID"], in: connection),
                user.body.isEnabled
            else { return nil }
            return user
        }
    }

    /// Returns a user's sessions, the newest first.
    func sessions(of user: IdentityUser, at date: Date) async throws -> [IdentitySession] {
        try await database.read { connection in
            try connection.rows(
                """
                SELECT * FROM identitySession WHERE appID = ? AND userID = ? AND endsAt > ?
                ORDER BY createdAt DESC LIMIT 100
                """, [user.appID, user.id, date]
            ).map { row in
                IdentitySession(
                    id: try row["id"], userID: try row["userID"], method: try row["method"],
                    userAgent: try row["userAgent"], createdAt: try row["createdAt"],
                    lastUsedAt: try row["lastUsedAt"], endsAt: try row["endsAt"])
            }
        }
    }

    /// Ends a session of a user, or all. With all of them end the sign-ins that would go on in the user's name, so that
    /// nobody who had a token completes one.
    ///
    /// - Returns: the number of ended sessions
    @discardableResult
    func endSessions(of user: IdentityUser, only id: String? = nil) async throws -> Int {
        try await database.write { connection in
            let sessions = "DELETE FROM identitySession WHERE appID = ? AND userID = ?"
            if let id { return try connection.run(sessions + " AND id = ?", [user.appID, user.id, id]) }
            try Self.removeSignIns(of: user, in: connection)
            return try connection.run(sessions, [user.appID, user.id])
        }
    }
}

/// How and when a person signs in.
struct Visit: Sendable, Hashable {
    let method: String
    let userAgent: String?
    let at: Date

    init(_ method: String, userAgent: String?, at date: Date) {
        self.method = method
        self.userAgent = userAgent.map { String($0.prefix(300)) }
        at = date
    }
}
