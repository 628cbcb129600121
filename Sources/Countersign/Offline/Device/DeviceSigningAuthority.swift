import Ceremony
import Envelopes
import Foundation
import SignedPDF

/// Issues a certificate to everybody who signs on this device. It does not seal; the service does that.
package struct DeviceSigningAuthority: SigningAuthority {
    private let authority: CertificateAuthority

    package init(_ authority: CertificateAuthority) {
        self.authority = authority
    }

    package var canSeal: Bool { false }

    /// Returns a signer whose key stays in memory and is used for this signature only.
    package func signer(for recipient: Recipient, at date: Date) async throws -> any DocumentSigner {
        try authority.issue(to: recipient, at: date)
    }

    /// - Throws: always, because a device has no seal
    package func seal() async throws -> any DocumentSigner {
        throw CountersignError.notPossibleOffline([.unsupported(what: "Sealing")])
    }
}
