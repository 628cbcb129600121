import Accounts
import EnvelopeService
import Envelopes
import Essentials
import Foundation
import Ledger

/// Stores applications, the authorizations that people gave them, and the hashes of their codes and refresh tokens.
public struct AuthorizationStore: Sendable {
    /// Lifetimes, in seconds.
    struct Lives: Sendable {
        var code: TimeInterval = 120
        var accessToken: TimeInterval = 8 * 3600
        /// Of an access token for an assertion.
        var assertedToken: TimeInterval = 3600
        var refreshToken: TimeInterval = 30 * 86_400
        /// How long a used refresh token may be used again, while its successor is unused.
        var refreshGrace: TimeInterval = ServiceConfiguration.defaultRefreshGrace
    }

    let database: any SQLDatabase
    let lives: Lives

    package init(_ storage: ServiceStorage) {
        self.init(storage, lives: Lives())
    }

    init(_ storage: ServiceStorage, lives: Lives) {
        self.database = storage.database
        self.lives = lives
    }

    // MARK: Codes

    /// Stores a person's authorization of an application and returns its code; also their consent, if the application
    /// asked to act on its own.
    func authorize(_ request: AuthorizationRequest, userID: String, at date: Date) async throws -> Secret {
        let code = Secret.random()
        try await database.write { connection in
            if request.asksForConsent {
                try Self.keepConsent(userID, to: request.application.id, at: date, in: connection)
            }
            try connection.run(
                """
                INSERT INTO appAuthorization
                    (id, applicationID, userID, scope, redirectURI, challenge, code, createdAt, codeExpiresAt)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    UUID.random().uuidString.lowercased(), request.application.id, userID, request.scope.text,
                    request.redirectURI, request.challenge, code.hash, date, date.addingTimeInterval(lives.code),
                ])
        }
        return code
    }

    /// Redeems a code: once, by the application it was issued to, with its proof key (RFC 6749 §4.1.3, RFC 7636 §4.6).
    ///
    /// Every attempt spends the code. A second attempt revokes everything that the code led to (RFC 6749 §10.5).
    func redeem(
        code: Secret, application: OAuthApplication, verifier: String?, redirectURI: String?, at date: Date
    ) async throws -> Result<OAuthTokens, OAuthError> {
        try await database.write { connection in
            guard
                let row = try connection.row("SELECT * FROM appAuthorization WHERE code = ?", [code.hash])
            else { return .failure(.spent) }
            let right = try AuthorizationRight(row)
            let wasShown: Int64? = try row["codeUsedAt"]
            try connection.run("UPDATE appAuthorization SET codeUsedAt = ? WHERE id = ?", [date, right.id])
            guard wasShown == nil else {
                try Self.revoke(right.id, at: date, in: connection)
                return .failure(.spent)
            }
            let end: Date = try row["codeExpiresAt"]
            guard end > date, !right.isRevoked else { return .failure(.spent) }
            guard right.applicationID == application.id else {
                return .failure(OAuthError(.invalidGrant, "the code belongs to another application"))
            }
            let address: String = try row["redirectURI"]
            let challenge: String? = try row["challenge"]
            guard redirectURI.map({ $0 == address }) ?? (challenge != nil || application.sendsOnly(to: address)) else {
                return .failure(
                    redirectURI == nil
                        ? OAuthError(.invalidRequest, "redirect_uri is missing")
                        : OAuthError(.invalidGrant, "redirect_uri differs from the one that the code was sent to"))
            }
            if let challenge {
                guard let verifier, ProofKey.matches(verifier: verifier, challenge: challenge) else {
                    return .failure(OAuthError(.invalidGrant, "code_verifier does not match"))
                }
            } else if verifier != nil || !application.isConfidential {
                return .failure(OAuthError(.invalidGrant, "the code was requested without a code_challenge"))
            }
            let last = date.addingTimeInterval(lives.refreshToken)
            return .success(try issue(right, refreshUntil: last, at: date, in: connection))
        }
    }

    // MARK: Refresh tokens

    /// Exchanges a refresh token for a new one and an access token (RFC 6749 §6).
    ///
    /// If a refresh token is used twice, two parties hold it, and the whole authorization is revoked (RFC 9700
    /// §4.14.2). But the most recently used token may be used again, as by an app that never got the answer. The
    /// tokens from its first use become invalid then; using that refresh token counts as a second use.
    func refresh(
        _ token: Secret, application: OAuthApplication, at date: Date
    ) async throws -> Result<OAuthTokens, OAuthError> {
        try await database.write { connection in
            guard
                let row = try connection.row(
                    """
                    SELECT appAuthorization.*, refreshToken.usedAt AS usedAt, refreshToken.expiresAt AS expiresAt
                    FROM refreshToken JOIN appAuthorization ON appAuthorization.id = refreshToken.authorizationID
                    WHERE refreshToken.hash = ?
                    """, [token.hash])
            else { return .failure(.spent) }
            let right = try AuthorizationRight(row)
            guard right.applicationID == application.id else {
                return .failure(OAuthError(.invalidGrant, "the token belongs to another application"))
            }
            let used: Date? = try row["usedAt"]
            if let used {
                guard try takeBackUnused(after: used, token, right.id, at: date, in: connection) else {
                    try Self.revoke(right.id, at: date, in: connection)
                    return .failure(.spent)
                }
            }
            let end: Date = try row["expiresAt"]
            guard end > date, !right.isRevoked else { return .failure(.spent) }
            try connection.run(
                "UPDATE refreshToken SET usedAt = coalesce(usedAt, ?) WHERE hash = ?", [date, token.hash])
            let last = right.scope.isExtended ? date.addingTimeInterval(lives.refreshToken) : end
            return .success(try issue(right, refreshUntil: last, at: date, in: connection))
        }
    }

    private func issue(
        _ right: AuthorizationRight, refreshUntil last: Date, at date: Date, in connection: any SQLConnection
    ) throws -> OAuthTokens {
        try Self.forgetExpired(at: date, in: connection)
        let access = try Self.accessToken(
            for: right.userID, by: right.id, life: lives.accessToken, at: date, in: connection)
        let refresh = Secret.random()
        try connection.run(
            "INSERT INTO refreshToken (hash, authorizationID, createdAt, expiresAt) VALUES (?, ?, ?, ?)",
            [refresh.hash, right.id, date, last])
        return OAuthTokens(accessToken: access, refreshToken: refresh, life: lives.accessToken, scope: right.scope)
    }

    /// Stores a new access token of an authorization.
    static func accessToken(
        for user: String, by authorization: String, life: TimeInterval, at date: Date,
        in connection: any SQLConnection
    ) throws -> Secret {
        let token = Secret.random()
        try connection.run(
            "INSERT INTO token (hash, userID, createdAt, expiresAt, authorizationID) VALUES (?, ?, ?, ?, ?)",
            [token.hash, user, date, date.addingTimeInterval(life), authorization])
        return token
    }
}

/// The tokens issued for a code, a refresh token, or an assertion.
struct OAuthTokens: Sendable {
    let accessToken: Secret
    /// `nil` for an assertion.
    let refreshToken: Secret?
    /// The lifetime of the access token, in seconds.
    let life: TimeInterval
    let scope: OAuthScope
}

/// A row of the table: a person's authorization of an application.
private struct AuthorizationRight {
    let id: String
    let applicationID: String
    let userID: String
    let scope: OAuthScope
    let isRevoked: Bool

    init(_ row: SQLRow) throws {
        id = try row["id"]
        applicationID = try row["applicationID"]
        userID = try row["userID"]
        scope = OAuthScope(try row["scope"]) ?? .signature
        let revokedAt: Int64? = try row["revokedAt"]
        isRevoked = revokedAt != nil
    }
}
