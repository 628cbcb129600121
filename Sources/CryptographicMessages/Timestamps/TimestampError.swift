/// Why an authority's timestamp is unusable.
public enum TimestampFailure: Error, Sendable, Hashable, Codable, CustomStringConvertible {
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
    /// The token's signature or its certificate is invalid.
    case unsound(TimestampFlaw)

    /// A clause about the authority as “it”, to follow its address and a colon.
    public var description: String {
        switch self {
        case .exchange(let failure): failure.description
        case .damaged(let reason): "its answer is damaged: \(reason)"
        case .refused(let reason): "it refused (\(reason))"
        case .wrongNonce: "its answer is to another request: the nonce differs"
        case .wrongImprint: "its timestamp is not for the data in the request"
        case .wrongPolicy(let policy): "its timestamp was made under another policy than \(policy)"
        case .unsound(let flaw): "its timestamp cannot be relied on: \(flaw.sentence)"
        }
    }
}

extension TimestampFailure: CodedCase {
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case exchange, damaged, refused
        case wrongNonce = "wrong-nonce"
        case wrongImprint = "wrong-imprint"
        case wrongPolicy = "wrong-policy"
        case unsound
    }

    private enum ExchangeCodingKeys: String, CodingKey { case _0 = "failure" }
    private enum DamagedCodingKeys: String, CodingKey { case _0 = "reason" }
    private enum RefusedCodingKeys: String, CodingKey { case _0 = "reason" }
    private enum WrongPolicyCodingKeys: String, CodingKey { case _0 = "policy" }
    private enum UnsoundCodingKeys: String, CodingKey { case _0 = "flaw" }
}

/// Why there is no timestamp.
public enum TimestampError: Error, Sendable, Hashable, Codable, CustomStringConvertible {
    /// No authority returned a usable timestamp; each with its reason, in the order of the requests.
    case noTimestamp([Attempt])
    /// No authority is configured.
    case noAuthority

    /// One authority and its failure.
    public struct Attempt: Sendable, Hashable {
        /// The authority's address.
        public var authority: String
        /// What went wrong with this authority.
        public var failure: TimestampFailure

        package init(authority: String, failure: TimestampFailure) {
            self.authority = authority
            self.failure = failure
        }
    }

    /// One English sentence. It names each authority and its failure.
    public var description: String {
        switch self {
        case .noAuthority: "A timestamp needs an authority, and none is configured."
        case .noTimestamp(let attempts):
            "No timestamp could be obtained: "
                + attempts.map { "\($0.authority): \($0.failure)" }.joined(separator: "; ") + "."
        }
    }
}

extension TimestampError: CodedCase {
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case noTimestamp = "no-timestamp"
        case noAuthority = "no-authority"
    }

    private enum NoTimestampCodingKeys: String, CodingKey { case _0 = "attempts" }
}

extension TimestampError.Attempt: Codable {
    private enum CodingKeys: String, CodingKey {
        case authority
    }

    /// Reads the failure's code and facts from beside the authority.
    public init(from decoder: any Decoder) throws {
        authority = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .authority)
        failure = try TimestampFailure(flat: decoder)
    }

    /// Encodes the failure's code and facts beside the authority.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(authority, forKey: .authority)
        try failure.encodeFlat(to: encoder)
    }
}
