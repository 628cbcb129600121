import Essentials
import Foundation

/// What the service says of a user.
public enum AuthLevel: String, Sendable, Hashable, Codable, CaseIterable {
    /// Created without the person's doing.
    case instant
    /// Signed in as a guest.
    case guest
    /// Has given an identifier that is not verified.
    case unverified
    /// Has proven an identifier.
    case verified
}

/// The claims of an access token. The service made the token and the app only reads it: nothing here is proof to
/// somebody else, who verifies the signature with the service's keys.
struct AccessClaims: Sendable, Hashable, Decodable {
    let expires: Date
    let userID: String
    let appID: String
    let isVerified: Bool
    let level: AuthLevel

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
        static func own(_ name: String) -> Name { Name(stringValue: "https://auth.rownd.io/" + name) }
        static func plain(_ name: String) -> Name { Name(stringValue: name) }
    }

    init(from decoder: any Decoder) throws {
        let claims = try decoder.container(keyedBy: Name.self)
        expires = Date(timeIntervalSince1970: try claims.decode(Double.self, forKey: .plain("exp")))
        userID = try claims.decode(String.self, forKey: .own("app_user_id"))
        let audience: [String]
        if let one = try? claims.decode(String.self, forKey: .plain("aud")) {
            audience = [one]
        } else {
            audience = try claims.decode([String].self, forKey: .plain("aud"))
        }
        guard let app = audience.first(where: { $0.hasPrefix("app:") }), !userID.isEmpty else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: [], debugDescription: "the token names no app or no user"))
        }
        appID = String(app.dropFirst("app:".count))
        isVerified = (try? claims.decode(Bool.self, forKey: .own("is_verified_user"))) ?? false
        let isAnonymous = (try? claims.decode(Bool.self, forKey: .own("is_anonymous"))) ?? false
        let named = (try? claims.decode(String.self, forKey: .own("auth_level"))).flatMap(AuthLevel.init)
        level = named ?? (isVerified ? .verified : isAnonymous ? .guest : .unverified)
    }

    /// Reads a token's claims.
    ///
    /// - Throws: ``IdentityError/unreadableAnswer(what:)`` if it is no JWT with the claims that the app needs
    init(token: String) throws(IdentityError) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard token.utf8.count <= 1 << 16, parts.count == 3,
            let bytes = Base64URL.decode(String(parts[1])).map({ Data($0) }),
            let claims = try? JSONDecoder().decode(AccessClaims.self, from: bytes)
        else { throw .unreadableAnswer(what: "its access token has no readable claims") }
        self = claims
    }
}
