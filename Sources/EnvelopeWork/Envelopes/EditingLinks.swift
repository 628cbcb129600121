import Envelopes
import Essentials
import Foundation
import Ledger

/// The addresses at which a sender composes a draft inside their own product, each with a keyed hash in the fragment, which
/// browsers never send. An address works while the envelope is a draft.
package struct EditingLinks: Sendable {
    let secrets: any SecretBox

    /// Returns the address of a draft; `nil` for an envelope that was sent.
    ///
    /// - Parameter base: the base of the address
    package func address(of envelope: Envelope, base: URL) -> URL? {
        guard envelope.status == .created else { return nil }
        return URL(string: "\(base.absoluteString)\(Self.path(of: envelope.id))#\(key(of: envelope))")
    }

    /// Returns the path of the page, with a slash at both ends.
    package static func path(of id: EnvelopeID) -> String { "/embedded-edit/\(id.rawValue)/" }

    /// Whether a key opens the page of an envelope. Takes the same time for every wrong key.
    package func opens(_ key: String, _ envelope: Envelope) -> Bool {
        Data(key.utf8).isEqualInConstantTime(to: Data(self.key(of: envelope).utf8))
    }

    private func key(of envelope: Envelope) -> String {
        Base64URL.encode(secrets.hash(of: "\(envelope.id.rawValue)\n\(envelope.accountID)", for: "editing-address"))
    }
}
