import Envelopes
import Essentials
import Foundation
import Ledger

/// The keys in the addresses of recipients: keyed hashes, so that the same address can be returned again. A correction
/// or a delegation that gives the place to another mail address changes the key.
package struct RecipientKeys: Sendable {
    let secrets: any SecretBox
    /// What the keys are for; they differ for another purpose.
    let purpose: String

    /// Returns a recipient's key; `nil` if the envelope has no recipient with this id.
    func key(of id: RecipientID, in envelope: Envelope) -> String? {
        guard let recipient = envelope.recipient(id) else { return nil }
        let time = envelope.state(of: id)?.readdressed ?? 0
        let text = [envelope.id.rawValue, id.rawValue, recipient.email.lowercased(), String(time)]
            .joined(separator: "\n")
        return Base64URL.encode(secrets.hash(of: text, for: purpose))
    }

    /// Whether a key is a recipient's now. Takes the same time for every wrong key.
    package func fits(_ key: String, _ recipient: RecipientID, in envelope: Envelope) -> Bool {
        guard let wanted = self.key(of: recipient, in: envelope) else { return false }
        return Data(key.utf8).isEqualInConstantTime(to: Data(wanted.utf8))
    }
}

extension RecipientID {
    /// The id as one part of a path.
    var pathPart: String { rawValue.addingPercentEncoding(withAllowedCharacters: .urlPathPart) ?? "" }
}

extension CharacterSet {
    /// What needs no escape in one part of a path (RFC 3986 §2.3).
    fileprivate static let urlPathPart = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
}
