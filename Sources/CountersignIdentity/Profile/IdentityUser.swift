import Essentials
import Foundation
import RowndDialect

/// The profile of the user who is signed in.
///
///     try await identity.user.setValue("Ada", for: "first_name")
///     let name: String? = try await identity.user.value(for: "first_name")
public struct IdentityUser: Sendable {
    let client: IdentityClient

    /// The whole profile, with changes that still wait to be sent. Empty until it is loaded once.
    ///
    /// - Throws: ``IdentityError/signedOut``
    public var data: [String: JSONValue] {
        get async throws(IdentityError) {
            guard let shown = try await client.profile.current() else { throw .signedOut }
            return shown.data
        }
    }

    /// Returns a field as the type that is expected; `nil` if it is missing or null, or has another form. `"id"` is the
    /// user's id.
    ///
    /// - Throws: as ``value(for:as:)``, but for the form
    public func value<Value: Decodable>(for field: String) async throws(IdentityError) -> Value? {
        do throws(IdentityError) {
            return try await value(for: field, as: Value.self)
        } catch {
            guard case .fieldType = error else { throw error }
            return nil
        }
    }

    /// Returns a field as a type; `nil` if it is missing or null. `"id"` is the user's id.
    ///
    /// - Throws: ``IdentityError/fieldType(field:)`` if it has another form; ``IdentityError/encryption(_:)`` with
    ///   ``EncryptionProblem/otherKey`` if this device cannot decrypt it; ``IdentityError/signedOut``
    public func value<Value: Decodable>(
        for field: String, as type: Value.Type
    ) async throws(IdentityError) -> Value? {
        guard let shown = try await client.profile.current() else { throw .signedOut }
        if shown.unreadable.contains(field) { throw .encryption(.otherKey) }
        let found = field == "id" ? .string(shown.session.userID) : shown.data[field]
        guard let found, found != .null else { return nil }
        guard let value = found.decoded(as: type) else { throw .fieldType(field: field) }
        return value
    }

    /// Replaces the whole profile. It shows at once; if the server refuses it, the earlier one shows again.
    ///
    /// - Throws: ``IdentityError/refused(status:code:message:)`` if the server refused it; ``IdentityError/signedOut``
    @discardableResult
    public func setData(_ data: [String: JSONValue]) async throws(IdentityError) -> SaveOutcome {
        try await client.profile.change(to: data)
    }

    /// Sets a field. It shows at once; if the server refuses it, the earlier value shows again.
    ///
    /// - Throws: ``IdentityError/refused(status:code:message:)`` if the server refused it; ``IdentityError/signedOut``
    @discardableResult
    public func setValue(_ value: JSONValue, for field: String) async throws(IdentityError) -> SaveOutcome {
        guard field != "id" else { throw .refused(status: 400, code: nil, message: "A user's id cannot be changed.") }
        guard !["", ".", ".."].contains(field) else {
            throw .refused(status: 400, code: nil, message: "“\(field)” is not the name of a field.")
        }
        return try await client.profile.change(field, to: value)
    }

    /// Loads the profile from the server, and sends changes that wait.
    public func reload() async throws(IdentityError) { try await client.loadProfile() }

    // MARK: Encryption

    /// Whether ``encrypt(_:field:)`` works: somebody is signed in, and the device has a key or can make one.
    public var canEncrypt: Bool { get async { (try? await keys()) != nil } }

    /// Encrypts a text with the user's key on this device (ChaCha20-Poly1305).
    ///
    /// - Parameter field: where the value belongs; it decrypts only there. Default: no field.
    /// - Throws: ``IdentityError/encryption(_:)``, ``IdentityError/credentials(reason:underlying:)``
    public func encrypt(_ text: String, field: String = "") async throws(IdentityError) -> String {
        let (key, _, place) = try await keys(field)
        return try key.encrypted(Self.bytes(text), at: place)
    }

    /// Decrypts what ``encrypt(_:field:)`` returned for the same user, app and field.
    ///
    /// - Throws: ``IdentityError/encryption(_:)``; a wrong key never gives another text
    public func decrypt(_ text: String, field: String = "") async throws(IdentityError) -> String {
        let (_, keys, place) = try await keys(field)
        let plain = try FieldKey.decrypted(text, at: place, with: keys)
        guard let text = (try? JSONDecoder().decode(JSONValue.self, from: plain))?.string else {
            throw .encryption(.damaged)
        }
        return text
    }

    /// Returns the user's keys under a passphrase of at least twelve characters, to move to another device. Whoever has
    /// both reads every field that this device can read. Takes about a second and 128 MiB of memory.
    public func recoveryExport(passphrase: String) async throws(IdentityError) -> String {
        let (_, keys, place) = try await keys()
        return try RecoveryExport(logCost: client.configuration.recoveryCost).export(
            keys, passphrase: passphrase, place: place)
    }

    /// Takes over the keys of a recovery export of the same user. Fields that this device encrypted before stay
    /// readable.
    ///
    /// - Returns: the fields that still cannot be decrypted
    @discardableResult
    public func useRecoveryExport(
        _ text: String, passphrase: String
    ) async throws(IdentityError) -> Set<String> {
        let (_, _, place) = try await keys()
        let keys = try RecoveryExport.keys(in: text, passphrase: passphrase, place: place)
        try await client.keys.use(keys, of: place.userID)
        await client.profile.show()
        return await client.profile.shown().unreadable
    }

    private func keys(
        _ field: String = ""
    ) async throws(IdentityError) -> (first: FieldKey, all: [FieldKey], place: FieldPlace) {
        guard let session = try await client.tokens.session() else { throw .encryption(.noUser) }
        let keys = try await client.keys.keys(of: session.userID, making: true)
        guard let first = keys.first else { throw .encryption(.noUser) }
        return (first, keys, FieldPlace(appID: session.appID, userID: session.userID, field: field))
    }

    private static func bytes(_ text: String) throws(IdentityError) -> Data {
        do { return try JSONValue.string(text).bytes() } catch { throw .encryption(.damaged) }
    }
}
