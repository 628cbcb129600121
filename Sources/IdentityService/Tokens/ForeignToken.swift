import Essentials
import Foundation
import JWTKit
import Passkeys

/// The claims of another service's token.
struct ForeignToken: JWTPayload, Sendable {
    let issuer: IssuerClaim
    let subject: SubjectClaim
    let audience: AudienceClaim
    let expires: ExpirationClaim
    let notBefore: NotBeforeClaim?
    let email: String?
    let isEmailVerified: Bool
    let nonce: String?
    /// The client for which a token with several audiences was made.
    let authorizedParty: String?

    private enum CodingKeys: String, CodingKey {
        case email, nonce
        case authorizedParty = "azp"
        case issuer = "iss"
        case subject = "sub"
        case audience = "aud"
        case expires = "exp"
        case notBefore = "nbf"
        case isEmailVerified = "email_verified"
    }

    init(from decoder: any Decoder) throws {
        let claims = try decoder.container(keyedBy: CodingKeys.self)
        issuer = try claims.decode(IssuerClaim.self, forKey: .issuer)
        subject = try claims.decode(SubjectClaim.self, forKey: .subject)
        audience = try claims.decode(AudienceClaim.self, forKey: .audience)
        expires = try claims.decode(ExpirationClaim.self, forKey: .expires)
        notBefore = try claims.decodeIfPresent(NotBeforeClaim.self, forKey: .notBefore)
        email = try claims.decodeIfPresent(String.self, forKey: .email).flatMap { EmailAddress.isValid($0) ? $0 : nil }
        nonce = try claims.decodeIfPresent(String.self, forKey: .nonce)
        authorizedParty = try claims.decodeIfPresent(String.self, forKey: .authorizedParty)
        // Apple writes "true".
        isEmailVerified =
            (try? claims.decodeIfPresent(Bool.self, forKey: .isEmailVerified)) ?? nil
            ?? ((try? claims.decodeIfPresent(String.self, forKey: .isEmailVerified)) == "true")
    }

    func encode(to encoder: any Encoder) throws {
        var claims = encoder.container(keyedBy: CodingKeys.self)
        try claims.encode(issuer, forKey: .issuer)
        try claims.encode(subject, forKey: .subject)
        try claims.encode(audience, forKey: .audience)
        try claims.encode(expires, forKey: .expires)
    }

    /// Returns the issuer that a token names, before anything is checked.
    static func issuer(of token: String) -> String? {
        struct Claims: Decodable { let iss: String? }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64URL.decode(String(parts[1])) else { return nil }
        return (try? JSONDecoder().decode(Claims.self, from: Data(bytes)))?.iss
    }

    func verify(using algorithm: some JWTAlgorithm) async throws {}

    /// The algorithms with public keys; with a shared secret, a public key could be taken for one.
    private static let algorithms: Set<String> = ["RS256", "RS384", "RS512", "ES256", "ES384", "EdDSA"]

    /// Returns the claims of a token that one of the issuers made for this application; `nil` for any other text.
    static func checked(
        _ token: String, by issuers: [TrustedIssuer], at date: Date
    ) async -> (issuer: TrustedIssuer, claims: ForeignToken)? {
        guard let header = TokenHeader(of: token), algorithms.contains(header.algorithm) else { return nil }
        for issuer in issuers {
            guard let set = try? JSONDecoder().decode(JWKS.self, from: Data(issuer.keys.utf8)),
                let jwk = set.keys.first(where: { $0.keyIdentifier?.string == header.keyID }),
                jwk.algorithm.map({ $0.rawValue == header.algorithm }) ?? true
            else { continue }
            let verifier = JWTKeyCollection()
            guard (try? await verifier.add(jwk: jwk)) != nil,
                let claims = try? await verifier.verify(token, as: ForeignToken.self),
                claims.issuer.value == issuer.issuer, claims.audience.value.contains(issuer.audience),
                claims.expires.value > date, claims.notBefore.map({ $0.value <= date.addingTimeInterval(60) }) ?? true,
                (1...255).contains(claims.subject.value.utf8.count)
            else { continue }
            return (issuer, claims)
        }
        return nil
    }
}
