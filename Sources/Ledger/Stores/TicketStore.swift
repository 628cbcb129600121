import Envelopes
import Foundation

/// What a ticket opens: one recipient's ceremony, and where the browser goes afterwards.
public struct TicketTarget: Sendable, Hashable {
    public let envelopeID: EnvelopeID
    public let recipientID: RecipientID
    public let returnURL: URL

    public init(envelopeID: EnvelopeID, recipientID: RecipientID, returnURL: URL) {
        self.envelopeID = envelopeID
        self.recipientID = recipientID
        self.returnURL = returnURL
    }
}

/// What became of a ticket that somebody showed.
public enum TicketAnswer: Sendable, Hashable {
    /// Valid, and used up by this very request.
    case opened(TicketTarget)
    /// Used before, or too old.
    case spent(TicketTarget)
    /// Never given out.
    case unknown
}

/// One-use tickets for signing URLs. Kept as hashes only.
public protocol TicketStore: Sendable {
    /// Gives out a ticket.
    /// - Parameter life: seconds until it is worth nothing.
    func issue(_ visit: TicketTarget, at date: Date, life: TimeInterval) async throws -> Secret

    /// Uses a ticket up. Of several requests that show the same ticket at once, one opens.
    func redeem(_ ticket: Secret, at date: Date) async throws -> TicketAnswer
}
