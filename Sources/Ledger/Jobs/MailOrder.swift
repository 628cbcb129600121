import Envelopes
import Foundation

/// The payload of a job of the kind ``JobKind/mail``: one message to send.
public struct MailOrder: Codable, Sendable, Hashable {
    public var message: MessageKind
    /// The recipient who gets it; `nil` for the sender.
    public var recipientID: RecipientID?
    /// The number of the event that causes it; `nil` if somebody asked for it.
    public var sequence: Int?
    /// The code in a one-time code's message, sealed for ``MailSecret/code(of:)``, in base64.
    public var sealedCode: String?

    public init(
        _ message: MessageKind, to recipientID: RecipientID? = nil, sequence: Int? = nil, sealedCode: String? = nil
    ) {
        self.message = message
        self.recipientID = recipientID
        self.sequence = sequence
        self.sealedCode = sealedCode
    }

    private enum CodingKeys: String, CodingKey {
        case message
        case recipientID = "recipientId"
        case sequence, sealedCode
    }

    /// Returns the job that sends the message. The messages to one person about one envelope stay in their order.
    public func job(for envelope: Envelope) throws -> NewJob {
        NewJob(
            .mail, lane: "mail/\(envelope.id.rawValue)/\(recipientID?.rawValue ?? "sender")",
            accountID: envelope.accountID, envelopeID: envelope.id, payload: try CanonicalJSON.bytes(of: self))
    }
}
