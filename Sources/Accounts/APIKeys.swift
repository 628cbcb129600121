import Ledger
import ServiceCalls

/// Who calls with an API key.
public struct APIKeyHolder: Sendable, Hashable {
    /// The key's id, which tells nothing about the key.
    public let keyID: String
    /// The user on whose behalf the key acts.
    public let identity: Identity
    /// The API application that the key is for; `nil` for the whole account.
    public let applicationID: String?

    /// - Parameter applicationID: the only application that the key is for; `nil` for the whole account
    public init(keyID: String, identity: Identity, applicationID: String? = nil) {
        self.keyID = keyID
        self.identity = identity
        self.applicationID = applicationID
    }
}

/// Looks up API keys.
public protocol APIKeys: Sendable {
    /// Returns the holder of a key; `nil` if it is unknown or revoked.
    func holder(of key: Secret) async throws -> APIKeyHolder?
}

/// A service that issues no API keys: it knows none.
public struct NoAPIKeys: APIKeys {
    /// Makes a lookup that knows no key.
    public init() {}

    /// Always `nil`.
    public func holder(of key: Secret) async throws -> APIKeyHolder? { nil }
}
