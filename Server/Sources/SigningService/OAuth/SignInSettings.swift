import EnvelopeService
import Foundation

/// Who signs in, and from which apps: set in a data directory, whether or not a service runs on it.
public struct SignInSettings: Sendable {
    private let passwords: PasswordStore
    private let authorizations: AuthorizationStore

    /// - Throws: ``StorageError``, also for a folder without data.
    public init(existing directory: URL) throws {
        let database = try ServiceDatabase(DataDirectory(existing: directory))
        passwords = PasswordStore(database)
        authorizations = AuthorizationStore(database)
    }

    /// - Throws: ``PasswordError``.
    public func setPassword(_ password: String, email: String, userID: String?, at date: Date) async throws {
        try await passwords.set(password, email: email, userID: userID, at: date)
    }

    /// - Throws: ``OAuthApplicationError`` and ``AccountError``.
    public func register(
        name: String, redirectURIs: [String], hasSecret: Bool, at date: Date
    ) async throws -> RegisteredApp {
        let (application, secret) = try await authorizations.register(
            name: name, redirectURIs: redirectURIs, isConfidential: hasSecret, at: date)
        return RegisteredApp(
            name: application.name, integrationKey: application.id, secretKey: secret?.text,
            redirectURIs: application.redirectURIs)
    }
}

/// What the maker of an app needs to know.
public struct RegisteredApp: Sendable, Encodable {
    public let name: String
    /// The `client_id`.
    public let integrationKey: String
    /// Nil for an app on people's devices.
    public let secretKey: String?
    public let redirectURIs: [String]

    /// One JSON object on one line for each member.
    public func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
