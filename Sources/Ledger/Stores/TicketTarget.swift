import Envelopes
import Foundation

/// The target of a ticket: one recipient's ceremony, and the address that the browser opens afterward.
public struct TicketTarget: Sendable, Hashable {
    public let envelopeID: EnvelopeID
    public let recipientID: RecipientID
    public let returnURL: URL
    /// How the sender's program identified the recipient; `nil` if it did not.
    public let vouching: Identification?

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
