import Crypto
import Essentials
import Foundation
import JWTKit
import Ledger

/// Makes and checks access tokens with the service's own keys: Ed25519 (RFC 8037), changed at times.
struct TokenSigner: Sendable {
    private let store: IdentityStore
    private let secrets: any SecretBox
    private let configuration: IdentityServiceConfiguration
    /// The keys as the store had them; read again when one is missing and once in a while.
    private let cache = Cache()

    private final class Cache: Sendable {
        let keys = Locked<(keys: [Key], readAt: Date)?>(nil)
    }

    struct Key: Sendable {
        let id: String
        let secret: Curve25519.Signing.PrivateKey
        let createdAt: Date
    }

    /// Seconds for which the keys are not read again.
    private static let fresh: TimeInterval = 60

    init(store: IdentityStore, secrets: any SecretBox, configuration: IdentityServiceConfiguration) {
        self.store = store
        self.secrets = secrets
        self.configuration = configuration
    }

    /// Returns the keys that are published, the one that signs first.
    func keys(at date: Date, reading isNeeded: Bool = false) async throws -> [Key] {
        if !isNeeded, let known = cache.keys.withLock({ $0 }), abs(date.timeIntervalSince(known.readAt)) < Self.fresh,
            let newest = known.keys.first, newest.createdAt > date.addingTimeInterval(-configuration.keyLife)
        {
            return known.keys
        }
        let secrets = secrets
        let stored = try await store.keys(
            life: configuration.keyLife, kept: 2 * configuration.keyLife + configuration.accessLife, at: date
        ) { id in
            try secrets.seal(Curve25519.Signing.PrivateKey().rawRepresentation, for: Self.purpose(id))
        }
        let keys = try stored.map { key in
            Key(
                id: key.id,
                secret: try Curve25519.Signing.PrivateKey(
                    rawRepresentation: try secrets.open(key.sealed, for: Self.purpose(key.id))),
                createdAt: key.createdAt)
        }
        cache.keys.withLock { $0 = (keys, date) }
        return keys
    }

    private static func purpose(_ id: String) -> String { "identity-key/\(id)" }

    func token(_ claims: AccessToken, at date: Date) async throws -> String {
        guard let key = try await keys(at: date).first else {
            throw StorageError.unreadable(what: "The identity service's key", reason: "there is none")
        }
        let signer = JWTKeyCollection()
        let kid = JWKIdentifier(string: key.id)
        await signer.add(eddsa: EdDSA.PrivateKey(backing: key.secret), kid: kid)
        return try await signer.sign(claims, kid: kid)
    }

    /// Returns the claims of a valid token; `nil` for any other text.
    ///
    /// - Parameters:
    ///   - issuer: the service's address
    ///   - app: the application that the token has to be for; `nil` for any
    func claims(_ token: String, issuer: String, app: String?, at date: Date) async throws -> AccessToken? {
        guard let header = TokenHeader(of: token), header.algorithm == "EdDSA" else { return nil }
        var key = try await keys(at: date).first { $0.id == header.keyID }
        if key == nil, header.keyID.hasPrefix("sig-") {
            // Another process may have made it.
            key = try await keys(at: date, reading: true).first { $0.id == header.keyID }
        }
        guard let key else { return nil }
        let verifier = JWTKeyCollection()
        let kid = JWKIdentifier(string: key.id)
        await verifier.add(eddsa: EdDSA.PublicKey(backing: key.secret.publicKey), kid: kid)
        guard let claims = try? await verifier.verify(token, as: AccessToken.self), claims.expires.value > date,
            claims.issuer.value == issuer,
            app.map({ claims.audience.value.contains("app:\($0)") }) ?? !claims.audience.value.isEmpty
        else { return nil }
        return claims
    }
}
