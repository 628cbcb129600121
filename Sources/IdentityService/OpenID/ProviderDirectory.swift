import Foundation
import HTTPMessages
import Ledger

/// Calls of OpenID providers. The service that holds this decides which addresses may be reached.
public struct ProviderConnection: Sendable {
    /// Fetches an address, or posts a form to it. Returns the body of a reply with status 200.
    public var reply: @Sendable (_ address: String, _ form: Data?) async throws -> Data

    /// - Parameter reply: fetches an address, or posts a form to it; throws for any status but 200
    public init(reply: @escaping @Sendable (_ address: String, _ form: Data?) async throws -> Data) {
        self.reply = reply
    }
}

/// What providers publish about themselves, with their keys, kept for an hour. A token with a new key's id has the keys
/// fetched again, at most once a minute.
actor ProviderDirectory {
    /// OpenID Connect Discovery 1.0 §3.
    struct Metadata: Decodable, Sendable {
        let issuer: String
        let authorizationEndpoint: String
        let tokenEndpoint: String
        let keys: String

        /// Whether the browser can be sent to the provider. The service's own calls are guarded by its connection.
        var isUsable: Bool {
            guard let url = URL(string: authorizationEndpoint), url.fragment() == nil, url.host() != nil,
                url.hasUsablePort
            else {
                return false
            }
            return ["https", "http"].contains(url.scheme?.lowercased())
        }

        private enum CodingKeys: String, CodingKey {
            case issuer
            case authorizationEndpoint = "authorization_endpoint"
            case tokenEndpoint = "token_endpoint"
            case keys = "jwks_uri"
        }
    }

    /// The metadata is another issuer's, or its addresses cannot be used.
    struct UnusableMetadata: Error {}

    private struct KeyIDs: Decodable {
        struct Key: Decodable { let kid: String? }
        let keys: [Key]
    }

    private static let life: TimeInterval = 3600
    private static let pause: TimeInterval = 60

    private let connection: ProviderConnection
    private let now: @Sendable () -> Date
    private var metadata: [String: (value: Metadata, at: Date)] = [:]
    private var keys: [String: (value: String, ids: Set<String>, at: Date)] = [:]
    /// When an unknown key's id last had a provider's keys fetched.
    private var searched: [String: Date] = [:]

    init(_ connection: ProviderConnection, now: @escaping @Sendable () -> Date) {
        self.connection = connection
        self.now = now
    }

    func metadata(of issuer: String) async throws -> Metadata {
        if let known = metadata[issuer], now().timeIntervalSince(known.at) < Self.life { return known.value }
        let body = try await connection.reply(issuer + "/.well-known/openid-configuration", nil)
        let found = try JSONDecoder().decode(Metadata.self, from: body)
        guard found.issuer == issuer, found.isUsable else { throw UnusableMetadata() }
        metadata[issuer] = (found, now())
        return found
    }

    /// Returns a provider's keys as a JSON Web Key Set.
    func keys(of issuer: String, for keyID: String) async throws -> String {
        if let known = keys[issuer] {
            let isFresh = now().timeIntervalSince(known.at) < Self.life
            let hasSearched = searched[issuer].map { now().timeIntervalSince($0) < Self.pause } ?? false
            if isFresh, known.ids.contains(keyID) || hasSearched { return known.value }
            if isFresh { searched[issuer] = now() }
        }
        let body = try await connection.reply(try await metadata(of: issuer).keys, nil)
        let ids = Set(try JSONDecoder().decode(KeyIDs.self, from: body).keys.compactMap(\.kid))
        let text = String(decoding: body, as: UTF8.self)
        keys[issuer] = (text, ids, now())
        return text
    }

    func post(_ form: Data, to address: String) async throws -> Data { try await connection.reply(address, form) }
}
