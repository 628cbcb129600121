import Envelopes

/// The payload of a job of the kind ``JobKind/mail``: which message to make, and for whom.
public struct MailOrder: Codable, Sendable, Hashable {
    public var message: MessageKind
    /// The recipient who gets it; `nil` for the sender.
    public var recipientID: RecipientID?
    /// The number of the event that caused it.
    public var sequence: Int
    /// The one-time code that it carries.
    public var code: String?

    public init(_ message: MessageKind, to recipientID: RecipientID?, sequence: Int, code: String? = nil) {
        self.message = message
        self.recipientID = recipientID
        self.sequence = sequence
        self.code = code
    }

    /// Returns the job that sends the message. A person's messages about one envelope keep their order.
    public func job(for envelope: Envelope) throws -> NewJob {
        NewJob(
            .mail, lane: "mail/\(envelope.id.rawValue)/\(recipientID?.rawValue ?? "sender")",
            accountID: envelope.accountID, envelopeID: envelope.id, payload: try CanonicalJSON.bytes(of: self))
    }

    private enum CodingKeys: String, CodingKey {
        case message
        case recipientID = "recipientId"
        case sequence, code
    }
}
