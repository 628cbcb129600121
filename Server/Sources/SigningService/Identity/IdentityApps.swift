import Foundation
import IdentityService

/// Applications whose users sign in here, in a data directory, whether or not a service is running on it.
public struct IdentityApps: Sendable {
    private let store: IdentityStore

    /// Opens a data directory, creating missing parts.
    public init(_ directory: URL) throws {
        store = IdentityStore(try ServiceStorage(DataDirectory(directory)).database)
    }

    /// Opens an existing data directory.
    ///
    /// - Throws: ``StorageError`` if the directory has no data or cannot be opened
    public init(existing directory: URL) throws {
        store = IdentityStore(try ServiceStorage(existing: directory).database)
    }

    /// Creates an application with the usual settings; its secrets are shown only once.
    ///
    /// - Throws: `HubError` for a name that cannot be used
    public func create(named name: String, at date: Date) async throws -> AppCredentials {
        try await store.createApp(named: name, at: date)
    }

    /// Returns the applications that were created, oldest first.
    public func list() async throws -> [IdentityApp] { try await store.apps() }

    /// - Throws: ``NoSuchApp``
    public func app(_ id: String) async throws -> IdentityApp {
        guard let app = try await store.app(id) else { throw NoSuchApp(id: id) }
        return app
    }

    /// Replaces an application's key and secret.
    public func rotate(_ id: String) async throws -> AppCredentials {
        guard let made = try await store.rotate(id) else { throw NoSuchApp(id: id) }
        return made
    }

    /// Replaces an application's settings by those of a JSON text.
    public func set(_ settings: Data, of id: String) async throws {
        let read: AppSettings
        do {
            read = try JSONDecoder().decode(AppSettings.self, from: settings)
        } catch let error as DecodingError {
            throw UnreadableSettings(reason: Self.sentence(error))
        }
        guard try await store.set(read, of: id) else { throw NoSuchApp(id: id) }
    }

    /// Deletes an application with its users.
    ///
    /// - Throws: ``NoSuchApp``
    public func delete(_ id: String) async throws {
        guard try await store.deleteApp(id) else { throw NoSuchApp(id: id) }
    }

    private static func sentence(_ error: DecodingError) -> String {
        let context: DecodingError.Context
        switch error {
        case .typeMismatch(_, let found), .valueNotFound(_, let found), .dataCorrupted(let found): context = found
        case .keyNotFound(let key, let found):
            return "“\((found.codingPath + [key]).map(\.stringValue).joined(separator: "."))” is missing"
        @unknown default: return "they cannot be read"
        }
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        return path.isEmpty ? context.debugDescription : "“\(path)”: \(context.debugDescription)"
    }
}

/// No application has the id.
public struct NoSuchApp: Error, Sendable, Equatable, CustomStringConvertible {
    /// The id as it was given.
    public let id: String
    /// One sentence for the operator.
    public var description: String {
        "There is no application \(id.prefix(100)); countersign identity app list shows them."
    }
}

/// A file of settings cannot be read.
public struct UnreadableSettings: Error, Sendable, Equatable, CustomStringConvertible {
    /// A part of a sentence that names the member.
    public let reason: String
    /// One sentence for the operator.
    public var description: String { "The settings cannot be read: \(reason)." }
}
