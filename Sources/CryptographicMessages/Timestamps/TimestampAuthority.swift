import SwiftASN1

/// A timestamp authority reachable over HTTP (RFC 3161 §3.4).
public struct TimestampAuthority: Sendable, Hashable {
    /// An `http` or `https` address.
    public var url: String
    /// The requested policy, as numbers and periods; `nil` for the authority's default.
    public var policy: String?
    /// The time limit for the authority's answer.
    public var timeLimit: Duration

    /// Nothing is checked here; an unusable address or policy makes each request fail.
    public init(url: String, policy: String? = nil, timeLimit: Duration = .seconds(15)) {
        self.url = url
        self.policy = policy
        self.timeLimit = timeLimit
    }

    /// Whether the text is an object identifier such as `1.3.6.1.4.1.4146.2.3`.
    public static func isPolicy(_ text: String) -> Bool { identifier(text) != nil }

    package static func identifier(_ text: String) -> ASN1ObjectIdentifier? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt($0) }
        guard (2...32).contains(parts.count), let first = parts[0], first <= 2, let second = parts[1],
            second < 40 || first == 2, !parts.contains(nil)
        else { return nil }
        return try? ASN1ObjectIdentifier(dotRepresentation: text)
    }
}
