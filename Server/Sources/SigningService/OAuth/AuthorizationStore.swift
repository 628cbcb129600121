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
        var refreshToken: TimeInterval = 30 * 86_400
        /// How long a used refresh token may be used once more.
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

    // MARK: Applications

    /// Registers an application.
    ///
    /// - Returns: the application, and its secret if it is confidential; the secret is shown only once
    /// - Throws: ``OAuthApplicationError``; ``AccountError`` if the name is not valid
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
        try await database.write { connection in
            try connection.run(
                "INSERT INTO application (id, name, secret, redirectURIs, createdAt) VALUES (?, ?, ?, ?, ?)",
                [application.id, name, secret?.hash, addresses, date])
        }
        return (application, secret)
    }

    func application(_ id: String) async throws -> OAuthApplication? {
        try await database.read { connection in
            try connection.row("SELECT * FROM application WHERE id = ?", [id])
                .map(Self.application)
        }
    }

    /// Returns the application with this key if the secret matches. An application without a secret must not present
    /// one.
    func application(_ id: String, secret: Secret?) async throws -> OAuthApplication? {
        try await database.read { connection in
            let found = try connection.row("SELECT * FROM application WHERE id = ?", [id])
            guard let found else { return nil }
            let kept: Data? = try found["secret"]
            switch (kept, secret?.hash) {
            case (nil, nil): break
            case (let kept?, let shown?) where kept.isEqualInConstantTime(to: shown): break
            default: return nil
            }
            return try Self.application(found)
        }
    }

    private static func application(_ row: SQLRow) throws -> OAuthApplication {
        let addresses: String = try row["redirectURIs"]
        let secret: Data? = try row["secret"]
        return OAuthApplication(
            id: try row["id"], name: try row["name"], isConfidential: secret != nil,
            redirectURIs: try JSONDecoder().decode([String].self, from: Data(addresses.utf8)))
    }

    // MARK: Codes

    /// Stores a person's authorization of an application and returns its code.
    func authorize(_ request: AuthorizationRequest, userID: String, at date: Date) async throws -> Secret {
        let code = Secret.random()
        try await database.write { connection in
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
            } else if verifier != nil {
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
    /// §4.14.2). For some minutes, the most recently used token may be used once more, as by an app that never got the
    /// answer. The tokens from its first use become invalid then; using that refresh token counts as a second use.
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
        let tokens = OAuthTokens(
            accessToken: .random(), refreshToken: .random(), life: lives.accessToken, scope: right.scope)
        try Self.forgetExpired(at: date, in: connection)
        try connection.run(
            "INSERT INTO token (hash, userID, createdAt, expiresAt, authorizationID) VALUES (?, ?, ?, ?, ?)",
            [
                tokens.accessToken.hash, right.userID, date, date.addingTimeInterval(lives.accessToken), right.id,
            ])
        try connection.run(
            "INSERT INTO refreshToken (hash, authorizationID, createdAt, expiresAt) VALUES (?, ?, ?, ?)",
            [tokens.refreshToken.hash, right.id, date, last])
        return tokens
    }
}

/// The tokens issued for a code or a refresh token.
struct OAuthTokens: Sendable {
    let accessToken: Secret
    let refreshToken: Secret
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
