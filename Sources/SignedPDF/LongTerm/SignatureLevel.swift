/// How long a PAdES signature stays verifiable: the baseline levels of ETSI EN 319 142-1 §6.
public enum SignatureLevel: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// The signature alone, verifiable while its certificate is valid.
    case basic = "B-B"
    /// With a timestamp, which proves that the signature was made before the certificate expired or was revoked.
    case timestamped = "B-T"
    /// With all certificates and revocation data in the file, so that validation needs no network.
    case longTerm = "B-LT"
    /// With a timestamp over all of this, which can be renewed indefinitely.
    case archive = "B-LTA"

    public static func < (first: SignatureLevel, second: SignatureLevel) -> Bool { first.rank < second.rank }

    private var rank: Int {
        switch self {
        case .basic: 0
        case .timestamped: 1
        case .longTerm: 2
        case .archive: 3
        }
    }

    /// Parses a level in upper or lower case, such as `b-lta` or `B-LTA`.
    public init?(argument: String) {
        self.init(rawValue: argument.uppercased())
    }
}

/// Records that a signature reached a lower level than requested, because a service failed and the caller allowed a
/// downgrade.
public struct LevelDowngrade: Sendable, Hashable, Codable {
    public var wanted: SignatureLevel
    public var reached: SignatureLevel
    /// The reason as a complete sentence.
    public var reason: String

    public init(wanted: SignatureLevel, reached: SignatureLevel, reason: String) {
        self.wanted = wanted
        self.reached = reached
        self.reason = reason
    }
}
