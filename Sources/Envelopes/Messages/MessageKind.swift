import Essentials
import Foundation

/// The messages that people get about an envelope.
public enum MessageKind: String, Codable, CaseIterable, Sendable {
    /// To a recipient: please sign.
    case invitation
    /// To a recipient whose turn has come after others' turns.
    case yourTurn
    /// To a recipient who has not finished.
    case reminder
    /// To a recipient: the time to sign ends soon.
    case expiryWarning
    /// To the sender: a recipient has opened the documents.
    case viewed
    /// To the sender and to those who were asked: somebody has declined.
    case declined
    /// To those who were asked: the sender has withdrawn the documents, or the time to sign has expired.
    case voided
    /// To everybody: everybody has signed.
    case completed
    /// To the recipient of a copy whose turn has come.
    case copy
    /// To a recipient: the code that proves their address.
    case oneTimeCode
    /// To the sender: a message to a recipient could not be delivered.
    case undeliverable
    /// To the sender: a recipient gave wrong codes too often.
    case locked
    /// To a recipient who was asked before: the documents or their fields have changed.
    case corrected
    /// To the owner of the account: a webhook is paused.
    case targetPaused
    /// To the sender: a recipient has put somebody else in their place.
    case delegated
}

/// A message that a mail server accepted.
public struct Mailing: Hashable, Sendable, Codable {
    /// What the message was about.
    public var message: MessageKind
    /// The recipient that it was sent to; `nil` for the sender.
    public var recipientID: RecipientID?
    /// The e-mail address that it was sent to.
    public var address: String
    /// The value of `Message-ID`, without angle brackets (RFC 5322 §3.6.4).
    public var messageID: String
    /// The name of the server that accepted it.
    public var server: String

    /// Records the server's acceptance, which does not mean that anybody got the message.
    public init(
        message: MessageKind, recipientID: RecipientID?, address: String, messageID: String, server: String
    ) {
        self.message = message
        self.recipientID = recipientID
        self.address = address
        self.messageID = messageID
        self.server = server
    }

    private enum CodingKeys: String, CodingKey {
        case message
        case recipientID = "recipientId"
        case address
        case messageID = "messageId"
        case server
    }
}

/// A message that could not be delivered, or not yet.
public struct Undelivered: Hashable, Sendable, Codable {
    /// What the message was about.
    public var message: MessageKind
    /// The recipient that it was sent to; `nil` for the sender.
    public var recipientID: RecipientID?
    /// The e-mail address that it was sent to.
    public var address: String
    /// The reason that the mail server gave.
    public var reason: String
    /// When the message is tried again, if it only waits for its turn; `nil` if it was given up.
    public var waitsUntil: Date?

    /// Rounds `waitsUntil` to the millisecond.
    public init(
        message: MessageKind, recipientID: RecipientID?, address: String, reason: String, waitsUntil: Date? = nil
    ) {
        self.message = message
        self.recipientID = recipientID
        self.address = address
        self.reason = reason
        self.waitsUntil = waitsUntil.map(Timestamp.quantized)
    }

    private enum CodingKeys: String, CodingKey {
        case message
        case recipientID = "recipientId"
        case address, reason, waitsUntil
    }
}
