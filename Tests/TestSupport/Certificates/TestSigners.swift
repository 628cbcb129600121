import Crypto
import Foundation
import X509

@testable import CryptographicMessages

/// Signers of every algorithm.
enum TestSigners {
    static let start = Date(timeIntervalSince1970: 1_700_000_000)
    /// The time at which tests verify signatures.
    static let now = start + 1000

    static func p256() throws -> SigningIdentity {
        try SigningIdentity.selfSigned(name: "Ada Lovelace", email: "ada@example.org", at: start)
    }

    static func rsa() throws -> SigningIdentity {
        try SigningIdentity(pemKey: OpenSSLKeys.rsaPKCS8, pemCertificates: OpenSSLKeys.rsaCertificate)
    }

    static func signer(_ algorithm: SignatureAlgorithm) throws -> SigningIdentity {
        let choice = AlgorithmChoice(digest: algorithm.digest, usesPSS: algorithm.kind == .rsaPSS)
        return switch algorithm.kind {
        case .rsaPKCS1, .rsaPSS: try rsa().signing(by: choice)
        case .ecdsaP256: try selfSigned(.p256(P256.Signing.PrivateKey()), choice)
        case .ecdsaP384: try selfSigned(SigningKey(pem: OpenSSLKeys.p384), choice)
        case .ecdsaP521: try selfSigned(SigningKey(pem: OpenSSLKeys.p521), choice)
        case .ed25519: try selfSigned(SigningKey(pem: OpenSSLKeys.ed25519), choice)
        }
    }

    static func selfSigned(_ key: SigningKey, _ choice: AlgorithmChoice) throws -> SigningIdentity {
        let subject = try CertificateName.distinguished("Ada Lovelace")
        let certificate = try CertificateProfile(
            subject: subject, publicKey: key.certificateKey.publicKey, notBefore: start, notAfter: start + 86_400,
            use: .documentSigning(email: nil)
        ).certificate(issuer: subject, issuerKey: key.certificateKey)
        return try SigningIdentity(key: key, certificates: [certificate], choice: choice)
    }
}
