import GuardedHTTP
import SignedPDF

/// The ordered signature level, and the services to use for it.
package struct LevelOrder: Sendable {
    package var level: SignatureLevel
    /// The timestamp authorities, in order of preference.
    package var authorities: [TimestampAuthority]
    /// Certificates that may be needed but do not come with the key: intermediate authorities and roots.
    package var known: TrustAnchors
    /// Whether a lower level is acceptable if a service fails.
    package var mayDowngrade: Bool

    package init(
        level: SignatureLevel = .basic, authorities: [TimestampAuthority] = [], known: TrustAnchors = TrustAnchors(),
        mayDowngrade: Bool = false
    ) {
        self.level = level
        self.authorities = authorities
        self.known = known
        self.mayDowngrade = mayDowngrade
    }

    /// - Parameters:
    ///   - exchange: sends requests to the authorities above
    ///   - other: sends requests to URLs in certificates; `exchange` by default
    /// - Throws: ``FileSigningError`` for certificates that cannot be read
    package func services(
        over exchange: any HTTPExchange = WebExchange(), strangers other: (any HTTPExchange)? = nil
    ) throws -> SigningServices {
        SigningServices(
            timestamps: TimestampService(authorities, over: exchange),
            revocation: RevocationClient(over: other ?? exchange),
            certificates: try known.certificates())
    }
}
