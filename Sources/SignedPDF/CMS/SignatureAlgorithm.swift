/// How a ``DocumentSigner`` turns the bytes it is given into a signature value.
///
/// Both hash with SHA-256. What files signed by others may use is wider; see the verification room.
public enum SignatureAlgorithm: Sendable, Hashable, CaseIterable {
    /// ECDSA over the curve P-256; the value is the DER `ECDSA-Sig-Value` (RFC 3279 §2.2.3).
    case ecdsaP256SHA256
    /// RSASSA-PKCS1-v1_5 with a modulus of 2,048 bits or more (RFC 8017 §8.2).
    case rsaPKCS1SHA256
}

extension SignatureAlgorithm: CustomStringConvertible {
    /// The name people know it by, such as "ECDSA P-256 with SHA-256".
    public var description: String {
        switch self {
        case .ecdsaP256SHA256: "ECDSA P-256 with SHA-256"
        case .rsaPKCS1SHA256: "RSA PKCS#1 v1.5 with SHA-256"
        }
    }
}
