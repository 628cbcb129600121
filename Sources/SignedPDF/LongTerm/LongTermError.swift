import Foundation

/// Why a signature cannot be made to last.
public enum LongTermError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A certificate that the signature rests on was revoked.
    case revoked(name: String, date: Date)
    /// Nobody said whether a certificate was revoked; each place that was asked, with its reason.
    case noRevocationData(name: String, reasons: [RevocationDoubt])
    /// The certificate of an issuer is neither at hand nor to be found where the certificate says.
    case issuerMissing(name: String)
    /// The document has no signature.
    case unsigned
    /// A signature or timestamp of the document is not intact, or cannot be read.
    case broken(field: String)
    /// The last timestamp can no longer be relied on, and another would prove nothing about the time before it.
    case tooLate(date: Date, reason: String)
    /// The signer's certificate is not valid at the timestamp's time; a whole sentence on the certificate, and by how
    /// many seconds the clock here is ahead of the authority's.
    case outsideValidity(reason: String, timestamp: Date, ahead: Int)

    public var description: String {
        switch self {
        case .revoked(let name, let date):
            "The certificate of “\(name)” was revoked at \(date.formatted(.iso8601))."
        case .noRevocationData(let name, let reasons):
            "It cannot be found out whether the certificate of “\(name)” was revoked: "
                + (reasons.isEmpty ? "nobody can be asked" : reasons.map(\.clause).joined(separator: "; ")) + "."
        case .issuerMissing(let name):
            "The issuer's certificate of “\(name)” is missing and not to be found where the certificate says."
        case .unsigned:
            "The document has no signature that could be made to last."
        case .broken(let field):
            "The signature in the field “\(field)” is not intact; a timestamp would not mend it."
        case .tooLate(let date, let reason):
            "It is too late to renew: \(reason) at \(date.formatted(.iso8601)), and a new timestamp proves nothing "
                + "about the time before it."
        case .outsideValidity(let reason, let timestamp, let ahead):
            "With its timestamp, \(timestamp.formatted(.iso8601)), the signature would never be valid. \(reason) "
                + "The clock of this machine is \(abs(ahead)) seconds \(ahead < 0 ? "behind" : "ahead of") the "
                + "timestamp authority's."
        }
    }
}
