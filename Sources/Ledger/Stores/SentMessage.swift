import Envelopes
import Foundation

/// A message that was handed to a mail server, in case it comes back.
public struct SentMessage: Sendable, Hashable {
    /// The envelope that the message is about.
    public let envelopeID: EnvelopeID
    /// The job that sent it.
    public let jobID: Int
    /// The kind of message.
    public let message: MessageKind
    /// The recipient that it was sent to; `nil` for the sender.
    public let recipientID: RecipientID?
    /// The address that it was sent to, which may have been corrected since.
    public let address: String

    /// Notes what was handed to the mail server, and where.
    public init(
        envelopeID: EnvelopeID, jobID: Int, message: MessageKind, recipientID: RecipientID?, address: String
    ) {
        self.envelopeID = envelopeID
        self.jobID = jobID
        self.message = message
        self.recipientID = recipientID
        self.address = address
    }
}
