import ClientSupport
import Essentials
import Foundation
import RowndDialect

/// A change of a profile that the server may not have yet.
struct ProfileChange: Sendable, Hashable, Codable {
    enum Kind: Sendable, Hashable, Codable {
        /// Replaces the whole profile.
        case all([String: JSONValue])
        case field(String, JSONValue)
    }

    let id: UUID
    /// With values encrypted as they are sent.
    let kind: Kind

    func applied(to data: [String: JSONValue]) -> [String: JSONValue] {
        switch kind {
        case .all(let new): return new
        case .field(let name, let value):
            var data = data
            data[name] = value
            return data
        }
    }
}

/// A user's profile as it is on the device between two starts.
struct SavedProfile: Sendable, Hashable, Codable {
    let userID: String
    /// As the server last sent it: encrypted fields are encrypted.
    var data: [String: JSONValue] = [:]
    /// Oldest first.
    var changes: [ProfileChange] = []
    /// The ids of guests of this device who became this user. Fields that they encrypted carry their ids.
    var guests: Set<String>?

    /// The profile with all changes, encrypted fields encrypted.
    var changed: [String: JSONValue] { changes.reduce(data) { $1.applied(to: $0) } }
}

/// What the device knows besides tokens and profiles. It names no person.
struct SavedFacts: Sendable, Hashable, Codable {
    var hasPreviouslySignedIn = false
    /// Fields that the app's schema marks as encrypted; `nil` if the schema is not known.
    var encryptedFields: Set<String>?
    var clock: ServerClock.Measurement?
}

/// The state files of an app in its folder, which only the user can read. Tokens and keys are never in them.
struct StateFiles: Sendable {
    private let folder: URL
    private let scope: String
    private let profileLock: FileLock

    init(_ configuration: IdentityConfiguration) {
        folder = configuration.folder
        scope = configuration.scope
        profileLock = FileLock(file: folder.appending(path: "\(scope).profile-lock"))
    }

    func makeFolder() throws(IdentityError) {
        do { try PrivateFile.makeFolder(folder) } catch { throw IdentityError(supporting: error) }
    }

    func facts() -> SavedFacts { (try? read(SavedFacts.self, "facts")) ?? SavedFacts() }

    func keep(_ facts: SavedFacts) throws(IdentityError) { try write(facts, "facts") }

    /// Returns a user's profile; an empty one if there is none, or it cannot be read.
    func profile(of userID: String) -> SavedProfile {
        let found = try? read(SavedProfile.self, Self.name(userID))
        guard let found, found.userID == userID else { return SavedProfile(userID: userID) }
        return found
    }

    /// Changes a user's profile as the last process left it, and stores it.
    func changeProfile(
        of userID: String, _ change: @escaping @Sendable (inout SavedProfile) -> Void
    ) async throws(IdentityError) {
        do {
            try await profileLock.hold {
                var profile = profile(of: userID)
                change(&profile)
                try write(profile, Self.name(userID))
            }
        } catch {
            throw IdentityError(supporting: error)
        }
    }

    private static func name(_ userID: String) -> String { "profile-" + IdentityConfiguration.digest(userID) }

    private func file(_ name: String) -> URL { folder.appending(path: "\(scope).\(name).json") }

    private func read<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value? {
        guard let bytes = try PrivateFile.read(file(name), limit: 1 << 26) else { return nil }
        return try JSONDecoder().decode(type, from: bytes)
    }

    private func write(_ value: some Encodable, _ name: String) throws(IdentityError) {
        do {
            try PrivateFile.write(try JSONEncoder().encode(value), to: file(name))
        } catch {
            throw IdentityError(supporting: error)
        }
    }
}
