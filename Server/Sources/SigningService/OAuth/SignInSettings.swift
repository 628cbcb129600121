import EnvelopeService
import Foundation

/// Manages passwords and apps in a data directory, whether or not a service is running on it.
public struct SignInSettings: Sendable {
    private let passwords: AccountPasswords
    private let authorizations: AuthorizationStore

    /// - Throws: ``StorageError``, also for a folder without data
    public init(existing directory: URL) throws {
        let storage = try ServiceStorage(existing: directory)
        passwords = AccountPasswords(storage)
        authorizations = AuthorizationStore(storage)
    }

    /// - Throws: as ``AccountPasswords/set(_:email:userID:at:)``
    public func setPassword(_ password: String, email: String, userID: String?, at date: Date) async throws {
        try await passwords.set(password, email: email, userID: userID, at: date)
    }

    /// - Throws: ``OAuthApplicationError`` and ``AccountError``
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
