/// Why one authority's timestamp cannot be used.
public enum TimestampFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// No answer came that could be read.
    case exchange(HTTPExchangeFailure)
    /// The answer is not what RFC 3161 describes; the reason is a part of a sentence.
    case damaged(String)
    /// The authority refused; the reason is a part of a sentence.
    case refused(String)
    /// The answer is to another request: the nonce is missing or differs.
    case wrongNonce
    /// The timestamp is about something else than what was sent.
    case wrongImprint
    /// The timestamp was made under another policy than the one that was asked for.
    case wrongPolicy(String)
    /// The token's signature or its certificate is not as it must be; a whole sentence.
    case unsound(String)

    public var description: String {
        switch self {
        case .exchange(let failure): failure.description
        case .damaged(let reason): "its answer is damaged: \(reason)"
        case .refused(let reason): "it refused (\(reason))"
        case .wrongNonce: "its answer is to another request: the nonce differs"
        case .wrongImprint: "its timestamp is about something else than what was sent"
        case .wrongPolicy(let policy): "its timestamp was made under another policy than \(policy)"
        case .unsound(let sentence): "its timestamp cannot be relied on: \(sentence)"
        }
    }
}

/// Why there is no timestamp.
public enum TimestampError: Error, Sendable, Hashable, CustomStringConvertible {
    /// None of the authorities gave a usable timestamp; each with its reason, in the order in which they were asked.
    case noTimestamp([Attempt])
    /// There is no authority to ask.
    case noAuthority

    /// One authority and what was wrong.
    public struct Attempt: Sendable, Hashable {
        public var authority: String
        public var failure: TimestampFailure
    }

    public var description: String {
        switch self {
        case .noAuthority: "A timestamp needs an authority to ask; none is named."
        case .noTimestamp(let attempts):
            "No timestamp could be had: "
                + attempts.map { "\($0.authority): \($0.failure)" }.joined(separator: "; ") + "."
        }
    }
}
