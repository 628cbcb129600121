import EnvelopeService
import Envelopes
import Foundation
import GRDB
import Ledger

/// Applications, the rights that people gave them, and the hashes of what they hold: codes and refresh tokens.
public struct AuthorizationStore: Sendable {
    /// Seconds.
    struct Lives: Sendable {
        var code: TimeInterval = 120
        var accessToken: TimeInterval = 8 * 3600
        var refreshToken: TimeInterval = 30 * 86_400
        /// For which a refresh token that was traded may be shown once more.
        var refreshGrace: TimeInterval = ServiceConfiguration.defaultRefreshGrace
    }

    let pool: any DatabaseWriter
    let lives: Lives

    public init(_ database: ServiceDatabase) {
        self.init(database, lives: Lives())
    }

    init(_ database: ServiceDatabase, lives: Lives) {
        pool = database.pool
        self.lives = lives
    }

    // MARK: Applications

    /// Registers an application.
    ///
    /// - Returns: the application, and its secret if it is to have one; the secret is shown this once.
    /// - Throws: ``OAuthApplicationError``, and ``AccountError`` for a name that is none.
    public func register(
        name: String, redirectURIs: [String], isConfidential: Bool, at date: Date
    ) async throws -> (application: OAuthApplication, secret: Secret?) {
        let name = try AccountStore.checked(name: name)
        guard !redirectURIs.isEmpty else { throw OAuthApplicationError.noRedirect }
        for text in redirectURIs {
            if let reason = RedirectURI.fault(text) {
                throw OAuthApplicationError.badRedirect(text, reason: reason)
            }
        }
        let secret = isConfidential ? Secret.random() : nil
        let application = OAuthApplication(
            id: UUID.random().uuidString.lowercased(), name: name, isConfidential: isConfidential,
            redirectURIs: redirectURIs)
        let addresses = String(decoding: try JSONEncoder().encode(redirectURIs), as: UTF8.self)
        try await pool.write { database in
            try database.execute(
                sql: "INSERT INTO application (id, name, secret, redirectURIs, createdAt) VALUES (?, ?, ?, ?, ?)",
                arguments: [application.id, name, secret?.hash, addresses, StoredTime(date)])
        }
        return (application, secret)
    }

    func application(_ id: String) async throws -> OAuthApplication? {
        try await pool.read { database in
            try Row.fetchOne(database, sql: "SELECT * FROM application WHERE id = ?", arguments: [id])
                .map(Self.application)
        }
    }

    /// The application of this key, if the secret is its own; one without a secret shows none.
    func application(_ id: String, secret: Secret?) async throws -> OAuthApplication? {
        try await pool.read { database in
            let found = try Row.fetchOne(database, sql: "SELECT * FROM application WHERE id = ?", arguments: [id])
            guard let found else { return nil }
            let kept: Data? = found["secret"]
            switch (kept, secret?.hash) {
            case (nil, nil): break
            case (let kept?, let shown?) where EqualSecrets.areEqual(kept, shown): break
            default: return nil
            }
            return try Self.application(found)
        }
    }

    private static func application(_ row: Row) throws -> OAuthApplication {
        let addresses: String = row["redirectURIs"]
        let secret: Data? = row["secret"]
        return OAuthApplication(
            id: row["id"], name: row["name"], isConfidential: secret != nil,
            redirectURIs: try JSONDecoder().decode([String].self, from: Data(addresses.utf8)))
    }

    // MARK: Codes

    /// Notes that a person lets an application act for them, and gives the code that it redeems.
    func authorize(_ request: AuthorizationRequest, userID: String, at date: Date) async throws -> Secret {
        let code = Secret.random()
        try await pool.write { database in
            try database.execute(
                sql: """
                    INSERT INTO authorization
                        (id, applicationID, userID, scope, redirectURI, challenge, code, createdAt, codeExpiresAt)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    UUID.random().uuidString.lowercased(), request.application.id, userID, request.scope.text,
                    request.redirectURI, request.challenge, code.hash, StoredTime(date),
                    StoredTime(date.addingTimeInterval(lives.code)),
                ])
        }
        return code
    }

    /// Redeems a code: once, by the application it was given to, with its proof (RFC 6749 §4.1.3, RFC 7636 §4.6).
    ///
    /// A code is spent by whoever shows it. Shown again, everything that came of it is taken back (RFC 6749 §10.5).
    func redeem(
        code: Secret, application: OAuthApplication, verifier: String?, redirectURI: String?, at date: Date
    ) async throws -> Result<OAuthTokens, OAuthError> {
        try await pool.write { database in
            guard
                let row = try Row.fetchOne(
                    database, sql: "SELECT * FROM authorization WHERE code = ?", arguments: [code.hash])
            else { return .failure(.spent) }
            let right = AuthorizationRight(row)
            let wasShown: Int64? = row["codeUsedAt"]
            try database.execute(
                sql: "UPDATE authorization SET codeUsedAt = ? WHERE id = ?", arguments: [StoredTime(date), right.id])
            guard wasShown == nil else {
                try Self.revoke(right.id, at: date, in: database)
                return .failure(.spent)
            }
            let end: StoredTime = row["codeExpiresAt"]
            guard end > StoredTime(date), !right.isRevoked else { return .failure(.spent) }
            guard right.applicationID == application.id else {
                return .failure(OAuthError(.invalidGrant, "the code was given to another application"))
            }
            let address: String = row["redirectURI"]
            let challenge: String? = row["challenge"]
            guard redirectURI.map({ $0 == address }) ?? (challenge != nil || application.sendsOnly(to: address)) else {
                return .failure(
                    redirectURI == nil
                        ? OAuthError(.invalidRequest, "redirect_uri is missing")
                        : OAuthError(.invalidGrant, "redirect_uri is another one than the code was sent to"))
            }
            if let challenge {
                guard let verifier, ProofKey.matches(verifier: verifier, challenge: challenge) else {
                    return .failure(OAuthError(.invalidGrant, "code_verifier does not match"))
                }
            } else if verifier != nil {
                return .failure(OAuthError(.invalidGrant, "the code was asked for without a code_challenge"))
            }
            let last = date.addingTimeInterval(lives.refreshToken)
            return .success(try issue(right, refreshUntil: last, at: date, in: database))
        }
    }

    // MARK: Refresh tokens

    /// Trades a refresh token for a new one and an access token (RFC 6749 §6). A token that was traded before is in
    /// two hands: everything of that authorization is taken back (RFC 9700 §4.14.2). Only the newest that was traded may
    /// be shown again for a short while, as by an app that never got the answer; what it was traded for is worth nothing
    /// then, and shown it is in two hands itself.
    func refresh(
        _ token: Secret, application: OAuthApplication, at date: Date
    ) async throws -> Result<OAuthTokens, OAuthError> {
        try await pool.write { database in
            guard
                let row = try Row.fetchOne(
                    database,
                    sql: """
                        SELECT authorization.*, refreshToken.usedAt AS usedAt, refreshToken.expiresAt AS expiresAt
                        FROM refreshToken JOIN authorization ON authorization.id = refreshToken.authorizationID
                        WHERE refreshToken.hash = ?
                        """, arguments: [token.hash])
            else { return .failure(.spent) }
            let right = AuthorizationRight(row)
            guard right.applicationID == application.id else {
                return .failure(OAuthError(.invalidGrant, "the token was given to another application"))
            }
            let used: StoredTime? = row["usedAt"]
            if let used {
                guard try takeBackUnused(after: used, token, right.id, at: date, in: database) else {
                    try Self.revoke(right.id, at: date, in: database)
                    return .failure(.spent)
                }
            }
            let end: StoredTime = row["expiresAt"]
            guard end > StoredTime(date), !right.isRevoked else { return .failure(.spent) }
            try database.execute(
                sql: "UPDATE refreshToken SET usedAt = coalesce(usedAt, ?) WHERE hash = ?",
                arguments: [StoredTime(date), token.hash])
            let last = right.scope.isExtended ? date.addingTimeInterval(lives.refreshToken) : end.date
            return .success(try issue(right, refreshUntil: last, at: date, in: database))
        }
    }

    private func issue(
        _ right: AuthorizationRight, refreshUntil last: Date, at date: Date, in database: Database
    ) throws -> OAuthTokens {
        let tokens = OAuthTokens(
            accessToken: .random(), refreshToken: .random(), life: lives.accessToken, scope: right.scope)
        try Self.forgetExpired(at: date, in: database)
        try database.execute(
            sql: "INSERT INTO token (hash, userID, createdAt, expiresAt, authorizationID) VALUES (?, ?, ?, ?, ?)",
            arguments: [
                tokens.accessToken.hash, right.userID, StoredTime(date),
                StoredTime(date.addingTimeInterval(lives.accessToken)), right.id,
            ])
        try database.execute(
            sql: "INSERT INTO refreshToken (hash, authorizationID, createdAt, expiresAt) VALUES (?, ?, ?, ?)",
            arguments: [tokens.refreshToken.hash, right.id, StoredTime(date), StoredTime(last)])
        return tokens
    }
}

/// What an application holds after a code or a refresh token was taken.
struct OAuthTokens: Sendable {
    let accessToken: Secret
    let refreshToken: Secret
    /// Seconds until the access token is worth nothing.
    let life: TimeInterval
    let scope: OAuthScope
}

/// A row of the table: who lets which application act.
private struct AuthorizationRight {
    let id: String
    let applicationID: String
    let userID: String
    let scope: OAuthScope
    let isRevoked: Bool

    init(_ row: Row) {
        id = row["id"]
        applicationID = row["applicationID"]
        userID = row["userID"]
        scope = OAuthScope(row["scope"]) ?? .signature
        let revokedAt: Int64? = row["revokedAt"]
        isRevoked = revokedAt != nil
    }
}
