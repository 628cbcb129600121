import EnvelopeService
import Foundation
import Ledger

/// The JWT grant: access tokens for assertions, and the consents that they need.
extension AuthorizationStore {
    /// Exchanges an assertion for an access token (RFC 7523 §3). It may be used again until it expires, as with the
    /// vendor's service.
    ///
    /// - Parameter bases: the addresses of this service; the assertion must name one
    func tokens(
        for assertion: SignedAssertion, sentTo bases: [URL], at date: Date
    ) async throws -> Result<OAuthTokens, OAuthError> {
        let id = assertion.issuer.lowercased()
        guard try await application(id) != nil else {
            return .failure(OAuthError(.invalidGrant, "issuer_not_found"))
        }
        let keys = try await keys(of: id).map(\.key)
        guard assertion.isSigned(by: keys) else { return .failure(.unsigned) }
        let (subject, scope) = try assertion.checked(for: bases, at: date)
        let life = lives.assertedToken
        return try await database.write { connection in
            let found = try connection.rows(
                """
                SELECT accountUser.id AS userID, appAuthorization.id AS authorizationID
                FROM accountUser
                LEFT JOIN applicationConsent
                    ON applicationConsent.userID = accountUser.id AND applicationConsent.applicationID = ?
                LEFT JOIN appAuthorization
                    ON appAuthorization.id = applicationConsent.authorizationID AND appAuthorization.revokedAt IS NULL
                WHERE accountUser.id = ? OR lower(accountUser.email) = ?
                ORDER BY accountUser.createdAt, accountUser.id
                """, [id, subject.lowercased(), subject.lowercased()])
            guard !found.isEmpty else { return .failure(OAuthError(.invalidGrant, "user_not_found")) }
            // Of several users with an address, the oldest who consented.
            for row in found {
                let consent: String? = try row["authorizationID"]
                guard let consent else { continue }
                try Self.forgetExpired(at: date, in: connection)
                let token = try Self.accessToken(
                    for: try row["userID"], by: consent, life: life, at: date, in: connection)
                return .success(OAuthTokens(accessToken: token, refreshToken: nil, life: life, scope: scope))
            }
            return .failure(.noConsent)
        }
    }

    /// Stores that a user lets an application act for them on its own.
    static func keepConsent(
        _ user: String, to application: String, at date: Date, in connection: any SQLConnection
    ) throws {
        let former: String? = try connection.value(
            "SELECT authorizationID FROM applicationConsent WHERE applicationID = ? AND userID = ?",
            [application, user])
        if let former {
            let works = try connection.exists(
                "SELECT 1 FROM appAuthorization WHERE id = ? AND revokedAt IS NULL", [former])
            guard !works else { return }
            try forgetConsent(user, to: application, in: connection)
        }
        let id = UUID.random().uuidString.lowercased()
        try connection.run(
            """
            INSERT INTO appAuthorization
                (id, applicationID, userID, scope, redirectURI, code, createdAt, codeExpiresAt, codeUsedAt)
            VALUES (?, ?, ?, 'signature impersonation', '', ?, ?, ?, ?)
            """, [id, application, user, Secret.random().hash, date, date, date])
        try connection.run(
            "INSERT INTO applicationConsent (applicationID, userID, authorizationID, createdAt) VALUES (?, ?, ?, ?)",
            [application, user, id, date])
    }

    /// Removes a consent with the access tokens that it led to.
    private static func forgetConsent(
        _ user: String, to application: String, in connection: any SQLConnection
    ) throws {
        let id: String? = try connection.value(
            "SELECT authorizationID FROM applicationConsent WHERE applicationID = ? AND userID = ?",
            [application, user])
        guard let id else { return }
        try connection.run(
            "DELETE FROM applicationConsent WHERE applicationID = ? AND userID = ?", [application, user])
        try connection.run("DELETE FROM token WHERE authorizationID = ?", [id])
        try connection.run("DELETE FROM appAuthorization WHERE id = ?", [id])
    }

    /// Removes the consents of a user who is removed; their authorizations go with the user.
    static func forgetConsents(of user: String, in connection: any SQLConnection) throws {
        try connection.run("DELETE FROM applicationConsent WHERE userID = ?", [user])
    }

    // MARK: For operators

    /// Allows an application to act for a user, as the operator of a service may for its users.
    ///
    /// - Throws: ``OAuthApplicationError/unknown(id:)``
    func consent(of user: String, to application: String, at date: Date) async throws {
        try await changing(application) { found, connection in
            try Self.keepConsent(user, to: found.id, at: date, in: connection)
        }
    }

    /// Takes back everything that a user allowed an application: its tokens end at once.
    ///
    /// - Parameter email: the user's address, for the error's sentence
    /// - Throws: ``OAuthApplicationError``
    func revoke(_ application: String, for user: String, email: String, at date: Date) async throws {
        try await changing(application) { found, connection in
            let ids: [String] = try connection.values(
                "SELECT id FROM appAuthorization WHERE applicationID = ? AND userID = ? AND revokedAt IS NULL",
                [found.id, user])
            guard !ids.isEmpty else { throw OAuthApplicationError.nothingAllowed(email: email) }
            for id in ids { try Self.revoke(id, at: date, in: connection) }
            try Self.forgetConsent(user, to: found.id, in: connection)
        }
    }

    /// Returns who lets an application act for them on its own, oldest first.
    func consents(to application: String) async throws -> [AppConsent] {
        try await database.read { connection in
            try connection.rows(
                """
                SELECT accountUser.id AS userID, accountUser.email AS email,
                    applicationConsent.createdAt AS createdAt
                FROM applicationConsent
                JOIN accountUser ON accountUser.id = applicationConsent.userID
                JOIN appAuthorization ON appAuthorization.id = applicationConsent.authorizationID
                WHERE applicationConsent.applicationID = ? AND appAuthorization.revokedAt IS NULL
                ORDER BY applicationConsent.createdAt, accountUser.id
                """, [application]
            ).map {
                AppConsent(userId: try $0["userID"], email: try $0["email"], createdAt: try $0["createdAt"])
            }
        }
    }
}
