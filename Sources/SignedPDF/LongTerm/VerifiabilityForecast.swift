import Foundation
import X509

/// Until when a signature can be verified as things stand, and what expires then.
public struct VerifiabilityForecast: Sendable, Hashable, Codable {
    /// The last moment at which the signature can be verified without more timestamps.
    public var date: Date
    /// What expires at the date.
    public var reason: Reason

    /// What expires first.
    public enum Reason: Sendable, Hashable, Codable {
        case certificateEnds(holder: Holder, name: String)
        /// The algorithm is no longer counted as safe.
        case algorithmEnds(algorithm: String)
    }

    /// The role of a certificate's holder in the signature.
    public enum Holder: String, Sendable, Hashable, Codable {
        case signer
        case timestampAuthority = "timestamp-authority"
        /// The issuer of another certificate of the chain.
        case authority
    }

    private enum CodingKeys: String, CodingKey {
        case date, reason
    }

    package init(date: Date, reason: Reason) {
        self.date = date
        self.reason = reason
    }

    /// Reads the date as ISO 8601, and the reason from its code and facts. The clause is not read.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        date = try Date(container.decode(String.self, forKey: .date), strategy: .iso8601)
        reason = try Reason(flat: decoder)
    }

    /// Encodes the date as ISO 8601 in UTC, the reason as a clause, and beside it the reason's code and facts.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(date.formatted(.iso8601), forKey: .date)
        try container.encode(reason.clause, forKey: .reason)
        try reason.encodeFlat(to: encoder)
    }

    /// Returns what expires first: a certificate of the chain, or the trust in the algorithm.
    ///
    /// - Parameter isTimestamp: whether it is a timestamp authority's chain
    static func first(of chain: [Certificate], scheme: SignatureScheme?, isTimestamp: Bool) -> VerifiabilityForecast? {
        guard let leaf = chain.first else { return nil }
        var forecasts = chain.enumerated().map { index, certificate in
            let holder: Holder = index > 0 ? .authority : isTimestamp ? .timestampAuthority : .signer
            return VerifiabilityForecast(
                date: certificate.notValidAfter,
                reason: .certificateEnds(holder: holder, name: SignerName.shortText(of: certificate)))
        }
        if let scheme {
            let end = AlgorithmSunset.end(of: scheme, key: leaf.publicKey)
            forecasts.append(
                VerifiabilityForecast(date: end.date, reason: .algorithmEnds(algorithm: end.name)))
        }
        return forecasts.min { $0.date < $1.date }
    }
}

extension VerifiabilityForecast.Reason: CodedCase {
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case certificateEnds = "certificate-ends"
        case algorithmEnds = "algorithm-ends"
    }

    /// The stable code of the case: `certificate-ends` or `algorithm-ends`; the member `code` in JSON.
    public var code: String { caseCode }
}
