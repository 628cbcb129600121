import Ceremony
import Envelopes
import Foundation
import SignedPDF

/// Certificates for the people of an envelope, and a seal, from an authority in memory.
struct EnvelopeAuthority: SigningAuthority {
    let authority: CertificateAuthority
    let sealing: SigningIdentity
    let canSeal: Bool
    /// The name in everybody's certificate; `nil` for their own.
    let signerName: String?

    /// - Parameter canSeal: `false` for a device
    init(_ name: String = "Test authority", canSeal: Bool = true, naming signerName: String? = nil) throws {
        self.signerName = signerName
        self.canSeal = canSeal
        let start = Date(timeIntervalSince1970: 1_700_000_000)
        authority = try CertificateAuthority.make(commonName: name, notBefore: start)
        sealing = try authority.issue(
            commonName: "\(name) seal", email: nil, notBefore: start, notAfter: authority.certificate.notValidAfter)
    }

    func signer(for recipient: Recipient, at date: Date) async throws -> any DocumentSigner {
        try authority.issue(
            commonName: signerName ?? recipient.name, email: recipient.email.isEmpty ? nil : recipient.email,
            notBefore: date.addingTimeInterval(-60), notAfter: authority.certificate.notValidAfter)
    }

    func seal() async throws -> any DocumentSigner { sealing }
}
