import Envelopes
import Foundation
import Ledger

/// Addresses at which recipients sign inside the sender's product: `…/embedded/{envelope}/{recipient}/#{key}`.
///
/// An address works as often as wanted. Its key is a keyed hash, so that the same address can be returned again. The
/// key stands in the fragment, which browsers never send: it cannot get into a log. A correction or a delegation that
/// gives the place to another address ends it.
public struct EmbeddedLinks: Sendable {
    let ledger: EnvelopeLedger
    let secrets: any SecretBox
    let base: @Sendable () -> URL

    private static let purpose = "embedded-address"

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
    func address(of recipient: RecipientID, in envelope: Envelope, base: URL? = nil) -> URL? {
        guard let key = key(of: recipient, in: envelope) else { return nil }
        return URL(string: "\((base ?? self.base()).absoluteString)\(Self.path(of: recipient, in: envelope.id))#\(key)")
    }

    /// Returns the path of the page, with a slash at both ends.
    static func path(of recipient: RecipientID, in envelope: EnvelopeID) -> String {
        let name = recipient.rawValue.addingPercentEncoding(withAllowedCharacters: .urlPathPart) ?? ""
        return "/embedded/\(envelope.rawValue)/\(name)/"
    }

    /// Whether a key opens a recipient's page now. Takes the same time for every wrong key.
    func opens(_ key: String, for recipient: RecipientID, in envelope: Envelope) -> Bool {
        guard let wanted = self.key(of: recipient, in: envelope) else { return false }
        guard key.utf8.count == wanted.utf8.count else { return false }
        return zip(key.utf8, wanted.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// The key changes with each new address of the recipient's.
    private func key(of id: RecipientID, in envelope: Envelope) -> String? {
        guard let recipient = envelope.recipient(id) else { return nil }
        let time = envelope.state(of: id)?.readdressed ?? 0
        let text = [envelope.id.rawValue, id.rawValue, recipient.email.lowercased(), String(time)]
            .joined(separator: "\n")
        return secrets.hash(of: text, for: Self.purpose).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}

extension CharacterSet {
    /// What needs no escape in one part of a path (RFC 3986 §2.3).
    fileprivate static let urlPathPart = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
}

extension EnvelopeService {
    /// The addresses at which recipients sign inside the sender's product.
    public var embeddedLinks: EmbeddedLinks {
        EmbeddedLinks(ledger: ledger, secrets: stores.secrets, base: base)
    }
}
