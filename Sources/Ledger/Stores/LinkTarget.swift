import Envelopes
import Foundation

/// Who a link in a message is for.
public struct LinkTarget: Sendable, Hashable {
    /// The envelope that the link opens.
    public let envelopeID: EnvelopeID
    /// The recipient whom the link was sent to.
    public let recipientID: RecipientID

    /// Names a recipient of an envelope; whether they exist is not checked.
    public init(envelopeID: EnvelopeID, recipientID: RecipientID) {
        self.envelopeID = envelopeID
        self.recipientID = recipientID
    }
}

/// The result of looking up a link.
public enum LinkAnswer: Sendable, Hashable {
    case valid(LinkTarget)
    /// Too old. Its holder may ask for a new one, sent to the same address.
    case expired(LinkTarget)
    /// Its holder has assigned the part to somebody else; they were the one of this number, from 0.
    case passedOn(LinkTarget, holder: Int)
    /// Never issued, or taken back.
    case unknown
}
