import Ceremony
import Envelopes
import Foundation
import SignedPDF
import X509

/// An authority with keys in memory. Its certificates and seals are real, but nobody else trusts them.
struct StandInAuthority: SigningAuthority {
    private let authority: CertificateAuthority
    private let sealing: SigningIdentity

    var certificate: Certificate { authority.certificate }

    init(at date: Date) throws {
        // Far in the past, so that a test's clock may show any time.
        let start = min(date, Date(timeIntervalSince1970: 1_577_836_800))
        authority = try CertificateAuthority.make(commonName: "Stand-in authority", notBefore: start, years: 50)
        sealing = try authority.issue(
            commonName: "Stand-in seal", email: nil, notBefore: start, notAfter: authority.certificate.notValidAfter)
    }

    func signer(for recipient: Recipient, at date: Date) async throws -> any DocumentSigner {
        try authority.issue(to: recipient, at: date)
    }

    func seal() async throws -> any DocumentSigner { sealing }
}
