import Envelopes
import Foundation
import Ledger

/// Addresses for recipients who get messages: `…/docs/{envelope}/{recipient}/{key}`, as often as wanted.
///
/// The sender's programs read such an address in answers, so it must not let anybody sign. Its page sends a link to the
/// recipient's mail address, and nothing else.
package struct SigningAddresses: Sendable {
    private let keys: RecipientKeys

    init(secrets: any SecretBox) {
        keys = RecipientKeys(secrets: secrets, purpose: "signing-address")
    }

    /// Returns the address for a recipient; `nil` for one who gets no messages, or is unknown.
    package func address(of id: RecipientID, in envelope: Envelope, base: URL) -> URL? {
        guard envelope.recipient(id)?.getsMail == true, let key = keys.key(of: id, in: envelope) else { return nil }
        return URL(string: "\(base.absoluteString)\(Self.path(of: id, in: envelope.id, key))")
    }

    package static func path(of recipient: RecipientID, in envelope: EnvelopeID, _ key: String) -> String {
        "/docs/\(envelope.rawValue)/\(recipient.pathPart)/\(key)"
    }

    package func fits(_ key: String, _ recipient: RecipientID, in envelope: Envelope) -> Bool {
        keys.fits(key, recipient, in: envelope)
    }
}
