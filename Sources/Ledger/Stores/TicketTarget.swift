import Envelopes
import Foundation

/// The target of a ticket: one recipient's ceremony, and the address that the browser opens afterward.
public struct TicketTarget: Sendable, Hashable {
    /// The envelope that the ticket opens.
    public let envelopeID: EnvelopeID
    /// The recipient whose ceremony it opens.
    public let recipientID: RecipientID
    /// The address that the browser opens afterward.
    public let returnURL: URL
    /// How the sender's program identified the recipient; `nil` if it did not.
    public let vouching: Identification?

    /// Without `vouching`, the sender's program did not identify the recipient.
    public init(envelopeID: EnvelopeID, recipientID: RecipientID, returnURL: URL, vouching: Identification? = nil) {
        self.envelopeID = envelopeID
        self.recipientID = recipientID
        self.returnURL = returnURL
        self.vouching = vouching
    }
}

/// The result of redeeming a ticket.
public enum TicketAnswer: Sendable, Hashable {
    /// Valid, and redeemed by this request.
    case opened(TicketTarget)
    /// Already redeemed, or expired.
    case spent(TicketTarget)
    /// Never issued.
    case unknown
}
