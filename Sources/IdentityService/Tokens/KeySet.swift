import Essentials
import Passkeys

/// The service's public keys (RFC 7517, RFC 8037).
struct KeySet: Encodable {
    struct Key: Encodable {
        let kty = "OKP"
        let crv = "Ed25519"
        let alg = "EdDSA"
        let use = "sig"
        let kid: String
        let x: String
    }

    let keys: [Key]

    init(_ keys: [TokenSigner.Key]) {
        self.keys = keys.map { Key(kid: $0.id, x: Base64URL.encode($0.secret.publicKey.rawRepresentation)) }
    }
}

/// What clients need to know to check tokens (RFC 8414, OpenID Connect Discovery 1.0).
struct TokenMetadata: Encodable {
    let issuer: String
    let tokenEndpoint: String
    let keys: String
    let userInfo: String
    let grants = ["refresh_token"]
    let responses = ["token"]
    let algorithms = ["EdDSA"]
    let challenges = ["S256"]
    let subjects = ["public"]
    let claims = ["sub", "iss", "aud", "exp", "iat", "jti", "email", "name"]

    init(base: String) {
        issuer = base
        tokenEndpoint = base + "/hub/auth/token"
        keys = base + "/hub/auth/keys"
        userInfo = base + "/me"
    }

    private enum CodingKeys: String, CodingKey {
        case issuer
        case tokenEndpoint = "token_endpoint"
        case keys = "jwks_uri"
        case userInfo = "userinfo_endpoint"
        case grants = "grant_types_supported"
        case responses = "response_types_supported"
        case algorithms = "id_token_signing_alg_values_supported"
        case challenges = "code_challenge_methods_supported"
        case subjects = "subject_types_supported"
        case claims = "claims_supported"
    }
}
