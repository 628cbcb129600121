/// The site or app whose passkeys are checked, and what it asks of them (WebAuthn Level 3 §4, “Relying Party”).
package struct RelyingParty: Sendable, Equatable {
    /// The domain that passkeys are bound to, such as `example.com`.
    package var id: String
    /// The origins that may use the passkeys, such as `https://example.com`. They are compared exactly.
    package var origins: Set<String>
    /// Requires a PIN or biometrics.
    package var requiresUserVerification: Bool
    /// The origins whose pages may frame the page that asks. Without one, no frame in a page of another origin may ask.
    package var topOrigins: Set<String>
    package var algorithms: [PasskeyAlgorithm]

    package init(
        id: String, origins: Set<String>, requiresUserVerification: Bool = true, topOrigins: Set<String> = [],
        algorithms: [PasskeyAlgorithm] = PasskeyAlgorithm.allCases
    ) {
        self.id = id
        self.origins = origins
        self.requiresUserVerification = requiresUserVerification
        self.topOrigins = topOrigins
        self.algorithms = algorithms
    }
}

/// A signature algorithm, by its COSE number (RFC 9053, RFC 8812), in the order of preference.
package enum PasskeyAlgorithm: Int64, Sendable, CaseIterable {
    /// Ed25519.
    case edDSA = -8
    /// ECDSA over P-256 with SHA-256.
    case es256 = -7
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    case rs256 = -257
}
