/// Why an authority's timestamp is unusable.
public enum TimestampFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no readable answer.
    case exchange(HTTPExchangeFailure)
    /// The answer does not conform to RFC 3161; the reason is a part of a sentence.
    case damaged(String)
    /// The authority rejected the request; the reason is a part of a sentence.
    case refused(String)
    /// The answer belongs to another request: the nonce is missing or differs.
    case wrongNonce
    /// The timestamp is for other data than was sent.
    case wrongImprint
    /// The timestamp was made under another policy than requested.
    case wrongPolicy(String)
    /// The token's signature or its certificate is invalid; a complete sentence.
    case unsound(String)

    public var description: String {
        switch self {
        case .exchange(let failure): failure.description
        case .damaged(let reason): "its answer is damaged: \(reason)"
        case .refused(let reason): "it refused (\(reason))"
        case .wrongNonce: "its answer is to another request: the nonce differs"
        case .wrongImprint: "its timestamp is not for the data in the request"
        case .wrongPolicy(let policy): "its timestamp was made under another policy than \(policy)"
        case .unsound(let sentence): "its timestamp cannot be relied on: \(sentence)"
        }
    }
}

/// Why there is no timestamp.
public enum TimestampError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No authority returned a usable timestamp; each with its reason, in the order of the requests.
    case noTimestamp([Attempt])
    /// No authority is configured.
    case noAuthority

    /// One authority and its failure.
    public struct Attempt: Sendable, Hashable {
        public var authority: String
        public var failure: TimestampFailure
    }

    public var description: String {
        switch self {
        case .noAuthority: "A timestamp needs an authority, and none is configured."
        case .noTimestamp(let attempts):
            "No timestamp could be obtained: "
                + attempts.map { "\($0.authority): \($0.failure)" }.joined(separator: "; ") + "."
        }
    }
}
