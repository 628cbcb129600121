import Foundation

/// Why a signature cannot be extended for long-term validation.
public enum LongTermError: Error, Sendable, Hashable, Codable, CustomStringConvertible {
    /// A certificate in the signature's chain was revoked.
    case revoked(name: String, date: Date)
    /// The revocation status of a certificate is unavailable; `reasons` lists each source that was asked.
    case noRevocationData(name: String, reasons: [RevocationDoubt])
    /// An issuer's certificate is neither available locally nor at the address in the certificate.
    case issuerMissing(name: String)
    /// The document has no signature.
    case unsigned
    /// A signature or timestamp of the document is not intact, or cannot be read.
    case broken(field: String)
    /// The last timestamp is no longer reliable, and a new one would prove nothing about the time before it.
    case tooLate(VerifiabilityForecast)
    /// The signer's certificate is not valid at the timestamp's time. `ahead` is by how many seconds the local clock is
    /// ahead of the authority's.
    case outsideValidity(TrustProblem, timestamp: Date, ahead: Int)

    /// One English sentence that quotes names from certificates.
    public var description: String {
        switch self {
        case .revoked(let name, let date):
            "The certificate of “\(name)” was revoked at \(date.formatted(.iso8601))."
        case .noRevocationData(let name, let reasons):
            "The revocation status of the certificate of “\(name)” could not be determined: "
                + (reasons.isEmpty ? "no answer was available" : reasons.map(\.clause).joined(separator: "; ")) + "."
        case .issuerMissing(let name):
            "The issuer's certificate for “\(name)” is missing and could not be fetched."
        case .unsigned:
            "The document has no signature."
        case .broken(let field):
            "The signature in the field “\(field)” is not intact; a timestamp would not repair it."
        case .tooLate(let forecast):
            "It is too late to renew: \(forecast.reason.pastClause) at \(forecast.date.formatted(.iso8601)), and a new "
                + "timestamp proves nothing "
                + "about the time before it."
        case .outsideValidity(let problem, let timestamp, let ahead):
            "With its timestamp, \(timestamp.formatted(.iso8601)), the signature would never be valid. \(problem.sentence) "
                + "The clock of this machine is \(abs(ahead)) seconds \(ahead < 0 ? "behind" : "ahead of") the "
                + "timestamp authority's."
        }
    }
}

extension LongTermError: CodedCase {
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case revoked
        case noRevocationData = "no-revocation-data"
        case issuerMissing = "issuer-missing"
        case unsigned, broken
        case tooLate = "too-late"
        case outsideValidity = "outside-validity"
    }

    private enum TooLateCodingKeys: String, CodingKey { case _0 = "forecast" }
    private enum OutsideValidityCodingKeys: String, CodingKey { case _0 = "problem", timestamp, ahead }
}
