import Envelopes
import Essentials
import Foundation

/// The payload of a job of the kind ``JobKind/mail``: one message to send.
public struct MailOrder: Codable, Sendable, Hashable {
    /// Which message, and to whom.
    public var notice: Notice
    /// The number of the event that causes it; `nil` if somebody asked for it.
    public var sequence: Int?
    /// The code in a one-time code's message, sealed for ``MailSecret/code(of:)``, in base64.
    public var sealedCode: String?

    /// The webhook that a message is about, and why it is paused.
    public var webhook: PausedWebhook?

    /// - Parameters:
    ///   - sequence: the number of the event that causes the message; `nil` if somebody asked for it
    ///   - sealedCode: for the message with a one-time code only
    ///   - webhook: for the message about a paused webhook only
    public init(
        _ notice: Notice, sequence: Int? = nil, sealedCode: String? = nil, webhook: PausedWebhook? = nil
    ) {
        self.notice = notice
        self.sequence = sequence
        self.sealedCode = sealedCode
        self.webhook = webhook
    }

    /// The kind of message, from its notice.
    public var message: MessageKind { notice.message }
    /// The recipient who gets it; `nil` for the sender.
    public var recipientID: RecipientID? { notice.recipientID }

    private enum CodingKeys: String, CodingKey {
        case sequence, sealedCode, webhook
    }

    /// The members of the notice stand beside the others.
    public init(from decoder: any Decoder) throws {
        notice = try Notice(from: decoder)
        let members = try decoder.container(keyedBy: CodingKeys.self)
        sequence = try members.decodeIfPresent(Int.self, forKey: .sequence)
        sealedCode = try members.decodeIfPresent(String.self, forKey: .sealedCode)
        webhook = try members.decodeIfPresent(PausedWebhook.self, forKey: .webhook)
    }

    /// Writes the members of the notice beside the others.
    public func encode(to encoder: any Encoder) throws {
        try notice.encode(to: encoder)
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encodeIfPresent(sequence, forKey: .sequence)
        try members.encodeIfPresent(sealedCode, forKey: .sealedCode)
        try members.encodeIfPresent(webhook, forKey: .webhook)
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
        let own =
            message.traits.contains(.isAwaited)
            ? "code" : message.traits.contains(.bringsDocuments) ? "documents" : nil
        return NewJob(
            .mail, lane: own.map { "\(lane)/\($0)" } ?? lane, accountID: envelope.accountID, envelopeID: envelope.id,
            payload: try CanonicalJSON.bytes(of: self), isAwaited: message.traits.contains(.isAwaited),
            count: count(in: envelope))
    }
}

/// A webhook that is called no more for now.
public struct PausedWebhook: Codable, Sendable, Hashable {
    /// The name of its configuration.
    public var name: String
    /// The reason for the last failure.
    public var reason: String

    /// Names a configuration and the reason for its last failure.
    public init(name: String, reason: String) {
        self.name = name
        self.reason = reason
    }
}
