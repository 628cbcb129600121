import Envelopes
import Foundation

/// A message that was handed to a mail server, in case it comes back.
public struct SentMessage: Sendable, Hashable {
    public let envelopeID: EnvelopeID
    /// The job that sent it.
    public let jobID: Int
    public let message: MessageKind
    /// The recipient that it was sent to; `nil` for the sender.
    public let recipientID: RecipientID?
    public let address: String

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
