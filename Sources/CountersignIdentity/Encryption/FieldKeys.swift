import ClientSupport
import Crypto
import Foundation

/// The keys of this device's users, in the credential store. No call returns one to the app.
struct FieldKeys: Sendable {
    private let credentials: any CredentialStore
    private let scope: String
    private let lock: FileLock

    init(_ configuration: IdentityConfiguration) {
        credentials = configuration.credentials
        scope = configuration.scope
        lock = FileLock(file: configuration.folder.appending(path: "\(scope).key-lock"))
    }

    /// Returns a user's keys, the one that encrypts first.
    ///
    /// - Parameter making: whether a key is made if there is none
    func keys(of userID: String, making: Bool) async throws(IdentityError) -> [FieldKey] {
        let name = name(userID)
        let found = try await stored(name)
        guard found.isEmpty, making else { return found }
        return try await held {
            // Another process may have made one.
            let found = try await stored(name)
            guard found.isEmpty else { return found }
            return try await keep([.random()], name)
        }
    }

    /// Adds keys. The first one encrypts from now on; all others still decrypt.
    func use(_ keys: [FieldKey], of userID: String) async throws(IdentityError) {
        let name = name(userID)
        let added = Set(keys.map(\.id))
        _ = try await held {
            try await keep(keys + stored(name).filter { !added.contains($0.id) }, name)
        }
    }

    func remove(of userID: String) async throws(IdentityError) {
        let name = name(userID)
        try await held { try await credentials.remove(named: name) }
    }

    private func name(_ userID: String) -> String {
        "identity.\(scope).key.\(IdentityConfiguration.digest(userID))"
    }

    private func stored(_ name: String) async throws(IdentityError) -> [FieldKey] {
        do {
            guard let bytes = try await credentials.secret(named: name) else { return [] }
            guard bytes.count % 32 == 0, !bytes.isEmpty else {
                throw IdentityError.credentials(reason: "the stored key cannot be read")
            }
            return FieldKey.all(in: bytes)
        } catch {
            throw IdentityError(supporting: error)
        }
    }

    private func keep(_ keys: [FieldKey], _ name: String) async throws -> [FieldKey] {
        let bytes = keys.reduce(into: Data()) { bytes, key in key.key.withUnsafeBytes { bytes.append(contentsOf: $0) } }
        try await credentials.keep(bytes, named: name)
        return keys
    }

    private func held<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws(IdentityError) -> Value {
        do { return try await lock.hold(work) } catch { throw IdentityError(supporting: error) }
    }
}
