import Ceremony
import Envelopes
import Foundation
import SignedPDF

/// Gives everybody who signs on this device a certificate in their name, and seals nothing: the service does that.
package struct DeviceSigningAuthority: SigningAuthority {
    private let authority: CertificateAuthority

    package init(_ authority: CertificateAuthority) {
        self.authority = authority
    }

    package var canSeal: Bool { false }

    /// The key lives in memory for this signature only.
    package func signer(for recipient: Recipient, at date: Date) async throws -> any DocumentSigner {
        try authority.issue(to: recipient, at: date)
    }

    /// - Throws: always: a device has no seal.
    package func seal() async throws -> any DocumentSigner {
        throw CountersignError.notPossibleOffline([.unsupported(what: "Sealing")])
    }
}
