import Foundation
import X509

/// Until when a signature can be verified as things stand, and what expires then.
public struct VerifiabilityForecast: Sendable, Hashable, Codable {
    public var date: Date
    /// The reason as a clause: "the certificate of the timestamp authority “…” ends".
    public var reason: String

    private enum CodingKeys: String, CodingKey {
        case date, reason
    }

    init(date: Date, reason: String) {
        self.date = date
        self.reason = reason
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        date = try Date(container.decode(String.self, forKey: .date), strategy: .iso8601)
        reason = try container.decode(String.self, forKey: .reason)
    }

    /// Encodes the date as ISO 8601 in UTC.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(date.formatted(.iso8601), forKey: .date)
        try container.encode(reason, forKey: .reason)
    }

    /// Returns what expires first: a certificate of the chain, or the trust in the algorithm.
    ///
    /// - Parameter isTimestamp: whether it is a timestamp authority's chain
    static func first(of chain: [Certificate], scheme: SignatureScheme?, isTimestamp: Bool) -> VerifiabilityForecast? {
        guard let leaf = chain.first else { return nil }
        var forecasts = chain.enumerated().map { index, certificate in
            let name = SignerName.shortText(of: certificate)
            let holder =
                index > 0 ? "the authority “\(name)”" : isTimestamp ? "the timestamp authority “\(name)”" : "“\(name)”"
            return VerifiabilityForecast(
                date: certificate.notValidAfter, reason: "the certificate of \(holder) ends")
        }
        if let scheme {
            let end = AlgorithmSunset.end(of: scheme, key: leaf.publicKey)
            forecasts.append(
                VerifiabilityForecast(date: end.date, reason: "\(end.name) stops being counted as safe"))
        }
        return forecasts.min { $0.date < $1.date }
    }
}
