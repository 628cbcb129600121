import Envelopes
import Foundation
import SignedPDF

/// Who signs for the recipients and seals for the service.
public protocol SigningAuthority: Sendable {
    /// A signer whose certificate names the recipient.
    func signer(for recipient: Recipient, at date: Date) async throws -> any DocumentSigner

    /// The signer that seals finished documents.
    func seal() async throws -> any DocumentSigner

    /// Whether this authority seals. One that does not leaves an envelope `signed` after its last signature, and
    /// certifies nothing: the service does both later.
    var canSeal: Bool { get }
}

extension SigningAuthority {
    public var canSeal: Bool { true }
}
