/// How long a PAdES signature can be relied on: the baseline levels of ETSI EN 319 142-1 §6.
public enum SignatureLevel: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// The signature alone: good while its certificate is.
    case basic = "B-B"
    /// With a timestamp, which proves that it was made before the certificate ended or was revoked.
    case timestamped = "B-T"
    /// With all certificates and revocation data in the file, so that nobody has to be asked later.
    case longTerm = "B-LT"
    /// With a timestamp over all of this, which can be renewed for as long as anybody cares.
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

    /// Reads `b-lta` or `B-LTA`.
    public init?(argument: String) {
        self.init(rawValue: argument.uppercased())
    }
}

/// A signature that did not reach the level it should have, because a service failed and the caller had said
/// beforehand that this would do.
public struct LevelDowngrade: Sendable, Hashable, Codable {
    public var wanted: SignatureLevel
    public var reached: SignatureLevel
    /// A whole sentence.
    public var reason: String

    public init(wanted: SignatureLevel, reached: SignatureLevel, reason: String) {
        self.wanted = wanted
        self.reached = reached
        self.reason = reason
    }
}
