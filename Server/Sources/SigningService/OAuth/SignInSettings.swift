import Accounts
import EnvelopeService
import Foundation

/// Manages passwords and apps in a data directory, whether or not a service is running on it.
public struct SignInSettings: Sendable {
    private let passwords: AccountPasswords
    private let authorizations: AuthorizationStore
    private let accounts: AccountStore

    /// - Throws: ``StorageError``, also for a folder without data
    public init(existing directory: URL) throws {
        let storage = try ServiceStorage(existing: directory)
        passwords = AccountPasswords(storage)
        authorizations = AuthorizationStore(storage)
        accounts = storage.accounts()
    }

    /// - Throws: as ``AccountPasswords/set(_:email:userID:at:)``
    public func setPassword(_ password: String, email: String, userID: String?, at date: Date) async throws {
        try await passwords.set(password, email: email, userID: userID, at: date)
    }

    // MARK: Apps

    /// - Parameter keys: RSA public keys in PEM
    /// - Throws: ``OAuthApplicationError``, ``IntegrationKeyError`` and ``AccountError``
    public func register(
        name: String, redirectURIs: [String], hasSecret: Bool, keys: [String] = [], at date: Date
    ) async throws -> RegisteredApp {
        let (application, secret) = try await authorizations.register(
            name: name, redirectURIs: redirectURIs, isConfidential: hasSecret,
            keys: try keys.map { try IntegrationKey(pem: $0) }, at: date)
        return RegisteredApp(
            name: application.name, integrationKey: application.id, secretKey: secret?.text,
            redirectURIs: application.redirectURIs)
    }

    /// Returns every app, oldest first.
    public func apps() async throws -> [AppDetails] {
        var found: [AppDetails] = []
        for application in try await authorizations.applications() { found.append(try await details(application)) }
        return found
    }

    /// Returns an app with its keys, and the users for whom it may act on its own.
    ///
    /// - Throws: ``OAuthApplicationError/unknown(id:)``
    public func app(_ id: String) async throws -> AppDetails {
        guard let application = try await authorizations.application(id.lowercased()) else {
            throw OAuthApplicationError.unknown(id: id)
        }
        return try await details(application)
    }

    private func details(_ application: OAuthApplication) async throws -> AppDetails {
        AppDetails(
            name: application.name, integrationKey: application.id, hasSecret: application.isConfidential,
            redirectURIs: application.redirectURIs,
            keys: try await authorizations.keys(of: application.id).map {
                .init(id: $0.key.id, bits: $0.key.bits, createdAt: $0.createdAt)
            },
            users: try await authorizations.consents(to: application.id))
    }

    /// Adds an RSA public key in PEM.
    ///
    /// - Returns: the key's id
    /// - Throws: ``IntegrationKeyError`` and ``OAuthApplicationError``
    public func addKey(_ pem: String, to app: String, at date: Date) async throws -> String {
        let key = try IntegrationKey(pem: pem)
        try await authorizations.add(key, to: app.lowercased(), at: date)
        return key.id
    }

    /// - Throws: ``OAuthApplicationError``
    public func removeKey(_ key: String, of app: String) async throws {
        try await authorizations.removeKey(key, of: app.lowercased())
    }

    /// - Throws: ``OAuthApplicationError``
    public func addRedirect(_ address: String, to app: String) async throws {
        try await authorizations.addRedirect(address, to: app.lowercased())
    }

    /// - Throws: ``OAuthApplicationError``, also for the last one
    public func removeRedirect(_ address: String, of app: String) async throws {
        try await authorizations.removeRedirect(address, of: app.lowercased())
    }

    /// Gives an app a new secret in place of the former one, which no longer works.
    ///
    /// - Throws: ``OAuthApplicationError``
    public func renewSecret(of app: String) async throws -> String {
        try await authorizations.renewSecret(of: app.lowercased()).text
    }

    /// Removes an app. Its access tokens end at once.
    ///
    /// - Throws: ``OAuthApplicationError``
    public func removeApp(_ app: String) async throws {
        try await authorizations.remove(app.lowercased())
    }

    /// Lets an app act for a user on its own, as if the user had consented.
    ///
    /// - Parameter userID: the user's id; needed only if several users have the address
    /// - Throws: ``OAuthApplicationError`` and `AccountTokenError`
    public func allow(_ app: String, email: String, userID: String?, at date: Date) async throws {
        let user = try await accounts.user(email: email, id: userID)
        try await authorizations.consent(of: user, to: app.lowercased(), at: date)
    }

    /// Takes back everything that a user allowed an app.
    ///
    /// - Parameter userID: the user's id; needed only if several users have the address
    /// - Throws: ``OAuthApplicationError`` and `AccountTokenError`
    public func revoke(_ app: String, email: String, userID: String?, at date: Date) async throws {
        let user = try await accounts.user(email: email, id: userID)
        try await authorizations.revoke(app.lowercased(), for: user, email: email, at: date)
    }
}

/// An app as listed for operators, without its secret.
public struct AppDetails: Sendable, Encodable {
    /// A public key with which the app's assertions are checked.
    public struct Key: Sendable, Encodable {
        /// The first sixteen hexadecimal digits of the key's SHA-256.
        public let id: String
        /// The size of its modulus.
        public let bits: Int
        /// When it was added.
        public let createdAt: Date
    }

    /// The name that people see when they sign in.
    public let name: String
    /// The `client_id`.
    public let integrationKey: String
    /// Whether it has a secret.
    public let hasSecret: Bool
    /// The addresses to which a sign-in may lead, as registered.
    public let redirectURIs: [String]
    /// Its keys, oldest first.
    public let keys: [Key]
    /// The users for whom it may act on its own.
    public let users: [AppConsent]
}

/// A user who lets an app act for them on its own.
public struct AppConsent: Sendable, Encodable {
    /// The user's id, a lower-case GUID.
    public let userId: String
    /// The user's address.
    public let email: String
    /// When they consented.
    public let createdAt: Date
}

/// The data that an app's developer needs.
public struct RegisteredApp: Sendable, Encodable {
    /// The name that people see when they sign in.
    public let name: String
    /// The `client_id`.
    public let integrationKey: String
    /// The secret; `nil` for an app on people's devices.
    public let secretKey: String?
    /// The addresses to which a sign-in may lead, as registered.
    public let redirectURIs: [String]

    /// Returns a JSON object with one member per line.
    public func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
