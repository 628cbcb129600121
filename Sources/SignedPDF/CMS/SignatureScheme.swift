import Crypto
import CryptoExtras
import Foundation
import SwiftASN1
import X509

/// How a signature in a file, ours or anybody's, was made: the signature algorithm and its hash function.
struct SignatureScheme: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case rsaPKCS1
        /// RSASSA-PSS; the salt is counted in bytes (RFC 4055 §3.1).
        case rsaPSS(maskDigest: DigestAlgorithm, saltLength: Int)
        case ecdsa
        /// Ed25519 signs the message itself (RFC 8419 §3).
        case ed25519
    }

    /// The answer of a check.
    enum Outcome: Sendable, Equatable {
        case valid
        case invalid
        /// It could not be checked; why, as a part of a sentence.
        case unsupported(String)
    }

    var kind: Kind
    var digest: DigestAlgorithm

    init(kind: Kind, digest: DigestAlgorithm) {
        self.kind = kind
        self.digest = digest
    }

    /// - Parameters:
    ///   - algorithm: The `signatureAlgorithm` of a signer info.
    ///   - digest: Its `digestAlgorithm`, which counts where the signature algorithm does not name a hash function.
    /// - Returns: Nothing if the algorithm is not known.
    init?(_ algorithm: AlgorithmReference, digest: DigestAlgorithm) {
        self.digest = digest
        switch algorithm.oid {
        case .AlgorithmIdentifier.rsaEncryption:
            kind = .rsaPKCS1
        case .SignatureScheme.sha1WithRSA:
            (kind, self.digest) = (.rsaPKCS1, .sha1)
        case .AlgorithmIdentifier.sha256WithRSAEncryption:
            (kind, self.digest) = (.rsaPKCS1, .sha256)
        case .AlgorithmIdentifier.sha384WithRSAEncryption:
            (kind, self.digest) = (.rsaPKCS1, .sha384)
        case .AlgorithmIdentifier.sha512WithRSAEncryption:
            (kind, self.digest) = (.rsaPKCS1, .sha512)
        case .AlgorithmIdentifier.rsaPSS:
            guard let parameters = PSSParameters(algorithm.parameters) else { return nil }
            kind = .rsaPSS(maskDigest: parameters.maskDigest, saltLength: parameters.saltLength)
            self.digest = parameters.digest
        case .AlgorithmIdentifier.idEcPublicKey:
            kind = .ecdsa
        case .SignatureScheme.ecdsaWithSHA1:
            (kind, self.digest) = (.ecdsa, .sha1)
        case .SignatureScheme.ecdsaWithSHA256:
            (kind, self.digest) = (.ecdsa, .sha256)
        case .SignatureScheme.ecdsaWithSHA384:
            (kind, self.digest) = (.ecdsa, .sha384)
        case .SignatureScheme.ecdsaWithSHA512:
            (kind, self.digest) = (.ecdsa, .sha512)
        case .SignatureScheme.ed25519:
            (kind, self.digest) = (.ed25519, .sha512)
        default:
            return nil
        }
    }

    /// The name people know it by, with the size of the key: "ECDSA P-256 with SHA-256".
    func name(for key: Certificate.PublicKey?) -> String {
        switch kind {
        case .ed25519: "Ed25519"
        case .ecdsa:
            "\(["ECDSA", key.flatMap(Self.curve)].compactMap { $0 }.joined(separator: " ")) with \(digest.name)"
        case .rsaPKCS1: "RSA\(key.map(Self.modulusSize) ?? "") with \(digest.name)"
        case .rsaPSS: "RSA-PSS\(key.map(Self.modulusSize) ?? "") with \(digest.name)"
        }
    }

    private static func curve(of key: Certificate.PublicKey) -> String? {
        if P256.Signing.PublicKey(key) != nil { return "P-256" }
        if P384.Signing.PublicKey(key) != nil { return "P-384" }
        if P521.Signing.PublicKey(key) != nil { return "P-521" }
        return nil
    }

    private static func modulusSize(of key: Certificate.PublicKey) -> String {
        _RSA.Signing.PublicKey(key).map { " \($0.keySizeInBits)" } ?? ""
    }

    // MARK: - Checking

    /// Checks a signature over the message itself.
    func check(_ value: Data, over message: [UInt8], key: Certificate.PublicKey) -> Outcome {
        guard kind == .ed25519 else { return check(value, over: digest.digest(of: message), key: key) }
        guard let key = Curve25519.Signing.PublicKey(key) else { return .unsupported("the key is not an Ed25519 key") }
        return key.isValidSignature(value, for: message) ? .valid : .invalid
    }

    /// Checks a signature over a message of which only the digest is at hand.
    func check(_ value: Data, over digest: DigestValue, key: Certificate.PublicKey) -> Outcome {
        if case .rsaPSS(let maskDigest, let saltLength) = kind {
            guard let key = _RSA.Signing.PublicKey(key) else { return .unsupported("the key is not an RSA key") }
            let isValid = RSAPSS.isValid(
                value, digest: digest, key: key, maskDigest: maskDigest, saltLength: saltLength)
            return isValid ? .valid : .invalid
        }
        return switch digest {
        case .sha1(let digest): check(value, digest, key)
        case .sha256(let digest): check(value, digest, key)
        case .sha384(let digest): check(value, digest, key)
        case .sha512(let digest): check(value, digest, key)
        }
    }

    private func check(_ value: Data, _ digest: some Digest, _ key: Certificate.PublicKey) -> Outcome {
        switch kind {
        case .rsaPKCS1: Self.checkRSA(value, digest, key)
        case .ecdsa: Self.checkECDSA(value, digest, key)
        case .rsaPSS, .ed25519: .unsupported("its algorithm needs more than a digest")
        }
    }

    private static func checkRSA(_ value: Data, _ digest: some Digest, _ key: Certificate.PublicKey) -> Outcome {
        guard let key = _RSA.Signing.PublicKey(key) else { return .unsupported("the key is not an RSA key") }
        let signature = _RSA.Signing.RSASignature(rawRepresentation: value)
        return key.isValidSignature(signature, for: digest, padding: .insecurePKCS1v1_5) ? .valid : .invalid
    }

    private static func checkECDSA(_ value: Data, _ digest: some Digest, _ key: Certificate.PublicKey) -> Outcome {
        if let key = P256.Signing.PublicKey(key) {
            guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: value) else { return .invalid }
            return key.isValidSignature(signature, for: digest) ? .valid : .invalid
        }
        if let key = P384.Signing.PublicKey(key) {
            guard let signature = try? P384.Signing.ECDSASignature(derRepresentation: value) else { return .invalid }
            return key.isValidSignature(signature, for: digest) ? .valid : .invalid
        }
        if let key = P521.Signing.PublicKey(key) {
            guard let signature = try? P521.Signing.ECDSASignature(derRepresentation: value) else { return .invalid }
            return key.isValidSignature(signature, for: digest) ? .valid : .invalid
        }
        return .unsupported("the key is on an elliptic curve that is not known here")
    }
}

extension DigestAlgorithm {
    /// In bytes.
    var digestLength: Int {
        switch self {
        case .sha1: 20
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }
}
