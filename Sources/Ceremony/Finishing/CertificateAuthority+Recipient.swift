import Envelopes
import Foundation
import SignedPDF

extension CertificateAuthority {
    /// Clocks of those who check may be late by so many seconds.
    private static let skew: TimeInterval = 300

    /// A certificate in a recipient's name, with their e-mail address where they have one: an in-person signer may have
    /// none. The key is gone after the signature, so the certificate may be valid for as long as the authority's.
    ///
    /// - Parameter revocationList: the address of the authority's revocation list; `nil` for none.
    /// - Throws: `IdentityError` for a name or an address that a certificate cannot hold;
    ///   ``CeremonyError/certificateNotValid(_:)`` after the authority's end.
    public func issue(to recipient: Recipient, at date: Date, revocationList: String? = nil) throws -> SigningIdentity {
        guard date <= certificate.notValidAfter else {
            throw CeremonyError.certificateNotValid(
                "The authority that certifies signers expired at \(certificate.notValidAfter.formatted(.iso8601)).")
        }
        return try issue(
            commonName: recipient.name, email: recipient.email.isEmpty ? nil : recipient.email,
            notBefore: date.addingTimeInterval(-Self.skew), notAfter: certificate.notValidAfter,
            revocationList: revocationList)
    }
}
