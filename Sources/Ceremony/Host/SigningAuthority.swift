import Envelopes
import Foundation
import SignedPDF

/// Signs for the recipients and seals for the service.
public protocol SigningAuthority: Sendable {
    /// Returns a signer whose certificate names the recipient.
    func signer(for recipient: Recipient, at date: Date) async throws -> any DocumentSigner

    /// Returns the signer that seals finished documents.
    func seal() async throws -> any DocumentSigner

    /// Whether this authority seals. If not, an envelope stays `signed` after its last signature and its documents are
    /// not certified; the service seals later.
    var canSeal: Bool { get }
}

extension SigningAuthority {
    /// `true`: an authority seals unless it says otherwise.
    public var canSeal: Bool { true }
}
