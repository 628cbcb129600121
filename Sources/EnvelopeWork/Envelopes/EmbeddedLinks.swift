import Envelopes
import Foundation
import Ledger

/// Addresses at which recipients sign inside the sender's product: `…/embedded/{envelope}/{recipient}/#{key}`.
///
/// An address works as often as wanted. Its key (``RecipientKeys``) stands in the fragment, which browsers never send:
/// it cannot get into a log. A correction or a delegation that gives the place to another mail address ends it.
public struct EmbeddedLinks: Sendable {
    package let ledger: EnvelopeLedger
    private let keys: RecipientKeys
    private let base: @Sendable () -> URL

    init(ledger: EnvelopeLedger, secrets: any SecretBox, base: @escaping @Sendable () -> URL) {
        self.ledger = ledger
        keys = RecipientKeys(secrets: secrets, purpose: "embedded-address")
        self.base = base
    }

    /// Returns the address for a recipient.
    ///
    /// - Throws: `StorageError` for an unknown envelope, `EnvelopeError.unknownRecipient`
    public func address(of recipient: RecipientID, in envelope: EnvelopeID) async throws -> URL {
        guard let address = address(of: recipient, in: try await ledger.envelope(envelope)) else {
            throw EnvelopeError.unknownRecipient(recipient)
        }
        return address
    }

    /// Returns the address for a recipient; `nil` if the envelope has none with this id.
    ///
    /// - Parameter base: the base of the address; `nil` for the service's public address
    package func address(of recipient: RecipientID, in envelope: Envelope, base: URL? = nil) -> URL? {
        guard let key = keys.key(of: recipient, in: envelope) else { return nil }
        return URL(string: "\((base ?? self.base()).absoluteString)\(Self.path(of: recipient, in: envelope.id))#\(key)")
    }

    /// Returns the path of the page, with a slash at both ends.
    package static func path(of recipient: RecipientID, in envelope: EnvelopeID) -> String {
        "/embedded/\(envelope.rawValue)/\(recipient.pathPart)/"
    }

    /// Whether a key opens a recipient's page now.
    package func opens(_ key: String, for recipient: RecipientID, in envelope: Envelope) -> Bool {
        keys.fits(key, recipient, in: envelope)
    }
}
