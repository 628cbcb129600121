import SignedPDF

/// How long a signature is to last, and whom to ask for that.
public struct LevelOrder: Sendable {
    public var level: SignatureLevel
    /// In the order in which they are asked.
    public var authorities: [TimestampAuthority]
    /// Certificates that may be needed and do not come with the key: intermediate authorities and roots.
    public var known: TrustAnchors
    /// Whether a lower level is better than no signature when a service fails.
    public var mayDowngrade: Bool

    public init(
        level: SignatureLevel = .basic, authorities: [TimestampAuthority] = [], known: TrustAnchors = TrustAnchors(),
        mayDowngrade: Bool = false
    ) {
        self.level = level
        self.authorities = authorities
        self.known = known
        self.mayDowngrade = mayDowngrade
    }

    /// - Parameters:
    ///   - exchange: Carries questions to the authorities above.
    ///   - other: Carries questions to addresses that stand in certificates; the same one unless given.
    /// - Throws: ``FileSigningError`` for certificates that cannot be read.
    public func services(
        over exchange: any HTTPExchange = WebExchange(), strangers other: (any HTTPExchange)? = nil
    ) throws -> SigningServices {
        SigningServices(
            timestamps: TimestampService(authorities, over: exchange),
            revocation: RevocationClient(over: other ?? exchange),
            certificates: try known.certificates())
    }
}
