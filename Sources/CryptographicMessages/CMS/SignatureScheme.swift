import Crypto
import CryptoExtras
import Foundation
import SwiftASN1
import X509

/// The signature algorithm and hash function of any signature in a file.
package struct SignatureScheme: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case rsaPKCS1
        /// RSASSA-PSS; the salt length is in bytes (RFC 4055 §3.1).
        case rsaPSS(maskDigest: DigestAlgorithm, saltLength: Int)
        /// The value is an `ECDSA-Sig-Value` (RFC 3279 §2.2.3).
        case ecdsa
        /// The value is r and s, each as long as the curve's order (BSI TR-03111 §5.2.1).
        case plainECDSA
        /// Ed25519 signs the message itself (RFC 8419 §3).
        case ed25519
    }

    /// The result of a check.
    package enum Outcome: Sendable, Equatable {
        case valid
        case invalid
        /// The signature could not be checked.
        case unsupported(SignatureObstacle)
    }

    package var kind: Kind
    package var digest: DigestAlgorithm

    package init(kind: Kind, digest: DigestAlgorithm) {
        self.kind = kind
        self.digest = digest
    }

    /// - Parameters:
    ///   - algorithm: the `signatureAlgorithm` of a signer info
    ///   - digest: its `digestAlgorithm`, used if the signature algorithm does not name a hash function
    /// - Returns: `nil` if the algorithm is unknown or unsupported
    package init?(_ algorithm: AlgorithmReference, digest: DigestAlgorithm) {
        switch algorithm.oid {
        case .AlgorithmIdentifier.rsaEncryption:
            self.init(kind: .rsaPKCS1, digest: digest)
        case .AlgorithmIdentifier.idEcPublicKey:
            self.init(kind: .ecdsa, digest: digest)
        case .AlgorithmIdentifier.rsaPSS:
            guard let parameters = PSSParameters(algorithm.parameters) else { return nil }
            self.init(
                kind: .rsaPSS(maskDigest: parameters.maskDigest, saltLength: parameters.saltLength),
                digest: parameters.digest)
        default:
            guard let (kind, hash) = Self.named[algorithm.oid], let digest = DigestAlgorithm(hash) else { return nil }
            self.init(kind: kind, digest: digest)
        }
    }

    /// Algorithms that name their hash function (RFC 5754 §3, RFC 5758 §3.2, RFC 8419 §2, BSI TR-03111 §5.2.1, NIST
    /// CSOR).
    private static let named: [ASN1ObjectIdentifier: (Kind, ASN1ObjectIdentifier)] = [
        .SignatureScheme.sha1WithRSA: (.rsaPKCS1, .Hash.sha1),
        .AlgorithmIdentifier.sha256WithRSAEncryption: (.rsaPKCS1, .Hash.sha256),
        .AlgorithmIdentifier.sha384WithRSAEncryption: (.rsaPKCS1, .Hash.sha384),
        .AlgorithmIdentifier.sha512WithRSAEncryption: (.rsaPKCS1, .Hash.sha512),
        [2, 16, 840, 1, 101, 3, 4, 3, 14]: (.rsaPKCS1, .Hash.sha3_256),
        [2, 16, 840, 1, 101, 3, 4, 3, 15]: (.rsaPKCS1, .Hash.sha3_384),
        [2, 16, 840, 1, 101, 3, 4, 3, 16]: (.rsaPKCS1, .Hash.sha3_512),
        .SignatureScheme.ecdsaWithSHA1: (.ecdsa, .Hash.sha1),
        .SignatureScheme.ecdsaWithSHA256: (.ecdsa, .Hash.sha256),
        .SignatureScheme.ecdsaWithSHA384: (.ecdsa, .Hash.sha384),
        .SignatureScheme.ecdsaWithSHA512: (.ecdsa, .Hash.sha512),
        [2, 16, 840, 1, 101, 3, 4, 3, 10]: (.ecdsa, .Hash.sha3_256),
        [2, 16, 840, 1, 101, 3, 4, 3, 11]: (.ecdsa, .Hash.sha3_384),
        [2, 16, 840, 1, 101, 3, 4, 3, 12]: (.ecdsa, .Hash.sha3_512),
        [0, 4, 0, 127, 0, 7, 1, 1, 4, 1, 1]: (.plainECDSA, .Hash.sha1),
        [0, 4, 0, 127, 0, 7, 1, 1, 4, 1, 3]: (.plainECDSA, .Hash.sha256),
        [0, 4, 0, 127, 0, 7, 1, 1, 4, 1, 4]: (.plainECDSA, .Hash.sha384),
        [0, 4, 0, 127, 0, 7, 1, 1, 4, 1, 5]: (.plainECDSA, .Hash.sha512),
        .SignatureScheme.ed25519: (.ed25519, .Hash.sha512),
    ]

    /// Whether this is an algorithm other than RSASSA-PSS.
    var isWithoutPSS: Bool {
        if case .rsaPSS = kind { return false }
        return true
    }

    /// Returns the common name with the size of the key: "ECDSA P-256 with SHA-256".
    package func name(for key: Certificate.PublicKey?) -> String {
        switch kind {
        case .ed25519: "Ed25519"
        case .ecdsa, .plainECDSA:
            "\(["ECDSA", key.flatMap(Self.curve)].compactMap { $0 }.joined(separator: " ")) with \(digest.name)"
        case .rsaPKCS1: "RSA\(key.map(Self.modulusSize) ?? "") with \(digest.name)"
        case .rsaPSS: "RSA-PSS\(key.map(Self.modulusSize) ?? "") with \(digest.name)"
        }
    }

    private static func curve(of key: Certificate.PublicKey) -> String? {
        if let key = BrainpoolKey(key) { return key.curveName }
        if P256.Signing.PublicKey(key) != nil { return "P-256" }
        if P384.Signing.PublicKey(key) != nil { return "P-384" }
        if P521.Signing.PublicKey(key) != nil { return "P-521" }
        return nil
    }

    private static func modulusSize(of key: Certificate.PublicKey) -> String {
        _RSA.Signing.PublicKey(real: key).map { " \($0.keySizeInBits)" } ?? ""
    }

    // MARK: - Checking

    /// Checks a signature over the message itself.
    package func check(_ value: Data, over message: [UInt8], key: Certificate.PublicKey) -> Outcome {
        guard kind == .ed25519 else { return check(value, over: digest.digest(of: message), key: key) }
        guard let key = Curve25519.Signing.PublicKey(key) else { return .unsupported(.notAnEd25519Key) }
        guard !key.isOfSmallOrder else { return .unsupported(.keyOfSmallOrder) }
        return key.isValidSignature(value, for: message) ? .valid : .invalid
    }

    /// Checks a signature over a message given by its digest.
    package func check(_ value: Data, over digest: DigestValue, key: Certificate.PublicKey) -> Outcome {
        if case .rsaPSS(let maskDigest, let saltLength) = kind {
            guard let key = _RSA.Signing.PublicKey(real: key) else { return .unsupported(.notAnRSAKey) }
            let isValid = RSAPSS.isValid(
                value, digest: digest, key: key, maskDigest: maskDigest, saltLength: saltLength)
            return isValid ? .valid : .invalid
        }
        return switch kind {
        case .rsaPKCS1: Self.checkRSA(value, digest, key)
        case .ecdsa: Self.checkECDSA(value, digest.value, key, isPlain: false)
        case .plainECDSA: Self.checkECDSA(value, digest.value, key, isPlain: true)
        case .rsaPSS, .ed25519: .unsupported(.messageNeeded)
        }
    }

    private static func checkRSA(_ value: Data, _ digest: DigestValue, _ key: Certificate.PublicKey) -> Outcome {
        guard let key = _RSA.Signing.PublicKey(real: key) else { return .unsupported(.notAnRSAKey) }
        if DigestAlgorithm.sha3.contains(digest.algorithm) {
            return RSAPKCS1.isValid(value, digest: digest, key: key) ? .valid : .invalid
        }
        let signature = _RSA.Signing.RSASignature(rawRepresentation: value)
        return isValid(signature, digest.value, key) ? .valid : .invalid
    }

    private static func isValid(
        _ signature: _RSA.Signing.RSASignature, _ digest: some Digest, _ key: _RSA.Signing.PublicKey
    ) -> Bool {
        key.isValidSignature(signature, for: digest, padding: .insecurePKCS1v1_5)
    }

    private static func checkECDSA(
        _ value: Data, _ digest: some Digest, _ key: Certificate.PublicKey, isPlain: Bool
    ) -> Outcome {
        if let key = BrainpoolKey(key) {
            let digest = digest.withUnsafeBytes { Array($0) }
            let isValid = isPlain ? key.isValid(plain: value, over: digest) : key.isValid(der: value, over: digest)
            return isValid ? .valid : .invalid
        }
        if let key = P256.Signing.PublicKey(key) {
            guard
                let signature = try? isPlain
                    ? P256.Signing.ECDSASignature(rawRepresentation: value)
                    : P256.Signing.ECDSASignature(derRepresentation: value)
            else { return .invalid }
            return key.isValidSignature(signature, for: digest) ? .valid : .invalid
        }
        if let key = P384.Signing.PublicKey(key) {
            guard
                let signature = try? isPlain
                    ? P384.Signing.ECDSASignature(rawRepresentation: value)
                    : P384.Signing.ECDSASignature(derRepresentation: value)
            else { return .invalid }
            return key.isValidSignature(signature, for: digest) ? .valid : .invalid
        }
        if let key = P521.Signing.PublicKey(key) {
            guard
                let signature = try? isPlain
                    ? P521.Signing.ECDSASignature(rawRepresentation: value)
                    : P521.Signing.ECDSASignature(derRepresentation: value)
            else { return .invalid }
            return key.isValidSignature(signature, for: digest) ? .valid : .invalid
        }
        return .unsupported(.notAnECDSAKey)
    }
}

extension _RSA.Signing.PublicKey {
    /// Returns `nil` for a key that is not for RSA, or that only stands in for one on a Brainpool curve.
    package init?(real key: Certificate.PublicKey) {
        guard BrainpoolKey(key) == nil else { return nil }
        self.init(key)
    }
}

extension Curve25519.Signing.PublicKey {
    /// The y coordinates of the points whose order divides eight, also where they are not reduced.
    private static let smallOrders: [[UInt8]] = {
        let zeros = [UInt8](repeating: 0, count: 32)
        let prime = [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
        func changed(_ bytes: [UInt8], first: UInt8) -> [UInt8] { [first] + bytes.dropFirst() }
        return [
            zeros, changed(zeros, first: 1), changed(prime, first: 0xEC), prime, changed(prime, first: 0xEE),
            [
                0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98, 0xF0,
                0xD5, 0xDF, 0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53, 0xFC, 0x05,
            ],
            [
                0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67, 0x0F,
                0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC, 0x03, 0x7A,
            ],
        ]
    }()

    /// Whether the key's point has an order of at most eight. Anybody can make signatures that such a key accepts, over
    /// any bytes (RFC 8032 §8.4 leaves it to the reader to refuse them).
    var isOfSmallOrder: Bool {
        var bytes = Array(rawRepresentation)
        guard bytes.count == 32 else { return true }
        bytes[31] &= 0x7F  // the sign of x
        return Self.smallOrders.contains(bytes)
    }
}
