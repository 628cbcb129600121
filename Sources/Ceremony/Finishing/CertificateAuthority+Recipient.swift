import Envelopes
import Foundation
import SignedPDF

extension CertificateAuthority {
    /// Issues a certificate with a recipient's name and, if there is one, e-mail address; an in-person signer may have
    /// none. The key is discarded after the signature, so the certificate may stay valid as long as the authority's.
    ///
    /// - Parameter revocationList: the address of the authority's revocation list; `nil` for none
    /// - Throws: `SigningIdentityError` for a name or address that a certificate cannot contain;
    ///   ``CeremonyError/certificateNotValid(_:)`` after the authority's certificate has expired
    public func issue(to recipient: Recipient, at date: Date, revocationList: String? = nil) throws -> SigningIdentity {
        if let problem = expiry(at: date) { throw CeremonyError.certificateNotValid(problem) }
        return try issue(
            commonName: recipient.name, email: recipient.email.isEmpty ? nil : recipient.email,
            notBefore: date.addingTimeInterval(-Self.clockSkew), notAfter: certificate.notValidAfter,
            revocationList: revocationList)
    }
}
