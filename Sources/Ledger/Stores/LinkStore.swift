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

/// Stores the links of messages, only as hashes. Looking a link up changes nothing, so that a scanner may open it.
public protocol LinkStore: Sendable {
    /// - Parameter life: seconds until it expires
    func issue(_ target: LinkTarget, at date: Date, life: TimeInterval) async throws -> Secret

    func find(_ link: Secret, at date: Date) async throws -> LinkAnswer

    /// Takes all links of a recipient back, as when the sender corrects their address.
    func revoke(_ target: LinkTarget) async throws
}
