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

    /// Orders levels from B-B to B-LTA; each contains the ones before.
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
public struct LevelDowngrade: Sendable, Hashable {
    /// The level that the caller asked for.
    public var wanted: SignatureLevel
    /// The level that the signature has; lower than ``wanted``.
    public var reached: SignatureLevel
    /// What was missing. Extending the signature later can still reach the level.
    public var cause: Cause

    package init(wanted: SignatureLevel, reached: SignatureLevel, cause: Cause) {
        self.wanted = wanted
        self.reached = reached
        self.cause = cause
    }

    /// What was missing.
    public enum Cause: Sendable, Hashable, CustomStringConvertible {
        case timestamp(TimestampError)
        case validationData(LongTermError)

        /// The stable code of the error: the code of its case as a ``TimestampError`` or ``LongTermError``.
        public var code: String {
            switch self {
            case .timestamp(let error): error.code
            case .validationData(let error): error.code
            }
        }

        /// One English sentence.
        public var description: String {
            switch self {
            case .timestamp(let error): error.description
            case .validationData(let error): error.description
            }
        }
    }
}

extension LevelDowngrade.Cause: Codable {
    /// Reads the error from its code and facts.
    ///
    /// - Throws: `DecodingError` for a code that this version does not know
    public init(from decoder: any Decoder) throws {
        self =
            try TimestampError.isNamed(in: decoder)
            ? .timestamp(TimestampError(flat: decoder)) : .validationData(LongTermError(flat: decoder))
    }

    /// Encodes the error's code and facts.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .timestamp(let error): try error.encodeFlat(to: encoder)
        case .validationData(let error): try error.encodeFlat(to: encoder)
        }
    }
}

extension LevelDowngrade: Encodable {
    private enum CodingKeys: String, CodingKey {
        case wanted, reached, code, reason
    }

    /// Encodes the cause as its code and as a complete sentence.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(wanted, forKey: .wanted)
        try container.encode(reached, forKey: .reached)
        try container.encode(cause.code, forKey: .code)
        try container.encode(cause.description, forKey: .reason)
    }
}
