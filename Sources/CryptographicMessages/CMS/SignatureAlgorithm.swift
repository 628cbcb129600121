/// The signature algorithm of a ``DocumentSigner``: the kind of key and the hash function.
///
/// The same hash function digests the document (RFC 8933 §3). Verification supports more algorithms.
public struct SignatureAlgorithm: Sendable, Hashable {
    /// The kind of key, its curve and padding.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// RSASSA-PKCS1-v1_5 with a modulus of 2,048 bits or more (RFC 8017 §8.2).
        case rsaPKCS1
        /// RSASSA-PSS; mask and salt as long as the hash function's digest (RFC 8017 §8.1, RFC 4055 §3.1).
        case rsaPSS
        /// ECDSA over the named curve; the value is the DER `ECDSA-Sig-Value` (RFC 3279 §2.2.3).
        case ecdsaP256, ecdsaP384, ecdsaP521
        /// Ed25519 without a prehash; the value has 64 bytes (RFC 8032 §5.1, RFC 8419 §2).
        case ed25519
    }

    /// The hash functions for signing documents.
    public enum Digest: String, Sendable, Hashable, CaseIterable {
        case sha256, sha384, sha512
    }

    /// The kind of key, its curve and padding.
    public let kind: Kind
    /// The hash function for the signed attributes and for the document.
    public let digest: Digest

    /// - Parameter digest: the hash function; `nil` for the default of the kind of key
    /// - Throws: ``SigningIdentityError/unsuitableAlgorithm(_:)`` for a hash function that is weaker than the curve,
    ///   and for Ed25519 with any function but SHA-512 (RFC 8419 §3.1)
    public init(_ kind: Kind, _ digest: Digest? = nil) throws(SigningIdentityError) {
        let digest = digest ?? kind.digests[0]
        guard kind.digests.contains(digest) else {
            let names = kind.digests.map(\.name).joined(separator: " or ")
            throw .unsuitableAlgorithm("\(kind.name) needs \(names), not \(digest.name)")
        }
        self.init(known: kind, digest)
    }

    private init(known kind: Kind, _ digest: Digest) {
        self.kind = kind
        self.digest = digest
    }

    /// ECDSA with P-256 and SHA-256 (RFC 5754 §3.3).
    public static let ecdsaP256SHA256 = SignatureAlgorithm(known: .ecdsaP256, .sha256)
    /// ECDSA with P-384 and SHA-384 (RFC 5754 §3.3).
    public static let ecdsaP384SHA384 = SignatureAlgorithm(known: .ecdsaP384, .sha384)
    /// ECDSA with P-521 and SHA-512 (RFC 5754 §3.3).
    public static let ecdsaP521SHA512 = SignatureAlgorithm(known: .ecdsaP521, .sha512)
    /// Ed25519, with SHA-512 for the document (RFC 8419 §3.1).
    public static let ed25519 = SignatureAlgorithm(known: .ed25519, .sha512)
    /// RSA with the padding of PKCS#1 v1.5 and SHA-256 (RFC 8017 §8.2).
    public static let rsaPKCS1SHA256 = SignatureAlgorithm(known: .rsaPKCS1, .sha256)
    /// RSA with the padding PSS and SHA-256 (RFC 8017 §8.1).
    public static let rsaPSSSHA256 = SignatureAlgorithm(known: .rsaPSS, .sha256)
}

extension SignatureAlgorithm: CaseIterable {
    /// Each kind of key with each hash function that it permits, its default first.
    public static let allCases = Kind.allCases.flatMap { kind in
        kind.digests.map { SignatureAlgorithm(known: kind, $0) }
    }
}

extension SignatureAlgorithm.Kind {
    /// The permitted hash functions, default first: none has less strength than the curve (NIST SP 800-57 part 1 §5.6).
    fileprivate var digests: [SignatureAlgorithm.Digest] {
        switch self {
        case .rsaPKCS1, .rsaPSS, .ecdsaP256: [.sha256, .sha384, .sha512]
        case .ecdsaP384: [.sha384, .sha512]
        case .ecdsaP521, .ed25519: [.sha512]
        }
    }

    fileprivate var name: String {
        switch self {
        case .rsaPKCS1: "RSA PKCS#1 v1.5"
        case .rsaPSS: "RSA-PSS"
        case .ecdsaP256: "ECDSA P-256"
        case .ecdsaP384: "ECDSA P-384"
        case .ecdsaP521: "ECDSA P-521"
        case .ed25519: "Ed25519"
        }
    }
}

extension SignatureAlgorithm.Digest {
    /// The name of the hash function, such as "SHA-256".
    public var name: String { algorithm.name }

    package var algorithm: DigestAlgorithm {
        switch self {
        case .sha256: .sha256
        case .sha384: .sha384
        case .sha512: .sha512
        }
    }
}

extension SignatureAlgorithm: CustomStringConvertible {
    /// The common name, such as "ECDSA P-256 with SHA-256".
    public var description: String {
        kind == .ed25519 ? kind.name : "\(kind.name) with \(digest.name)"
    }
}
