import Envelopes
import Foundation

/// Who a link in a message is for.
public struct LinkTarget: Sendable, Hashable {
    public let envelopeID: EnvelopeID
    public let recipientID: RecipientID

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
