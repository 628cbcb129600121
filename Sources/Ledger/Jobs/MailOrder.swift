import Envelopes
import Essentials
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

    /// The webhook that a message is about, and why it is paused.
    public var webhook: PausedWebhook?

    public init(
        _ message: MessageKind, to recipientID: RecipientID? = nil, sequence: Int? = nil, sealedCode: String? = nil,
        webhook: PausedWebhook? = nil
    ) {
        self.message = message
        self.recipientID = recipientID
        self.sequence = sequence
        self.sealedCode = sealedCode
        self.webhook = webhook
    }

    private enum CodingKeys: String, CodingKey {
        case message
        case recipientID = "recipientId"
        case sequence, sealedCode, webhook
    }

    /// Returns where the message counts.
    public func count(in envelope: Envelope) -> MessageCount {
        MessageCount(message, to: recipientID.flatMap { envelope.recipient($0)?.email })
    }

    /// Returns where a message to a recipient's address counts.
    public static func count(_ message: MessageKind, to address: String) -> MessageCount {
        MessageCount(message, to: address)
    }

    /// Returns the job that sends the message. The messages to one person about one envelope stay in their order; only
    /// codes and completed documents wait for no other message.
    public func job(for envelope: Envelope) throws -> NewJob {
        let person = recipientID?.rawValue ?? (webhook == nil ? "sender" : "owner")
        let lane = "mail/\(envelope.id.rawValue)/\(person)"
        let own: String? =
            switch message {
            case .oneTimeCode: "code"
            case .completed: "documents"
            default: nil
            }
        return NewJob(
            .mail, lane: own.map { "\(lane)/\($0)" } ?? lane, accountID: envelope.accountID, envelopeID: envelope.id,
            payload: try CanonicalJSON.bytes(of: self), isAwaited: message == .oneTimeCode, count: count(in: envelope))
    }
}

/// A webhook that is called no more for now.
public struct PausedWebhook: Codable, Sendable, Hashable {
    public var name: String
    /// The reason for the last failure.
    public var reason: String

    public init(name: String, reason: String) {
        self.name = name
        self.reason = reason
    }
}
