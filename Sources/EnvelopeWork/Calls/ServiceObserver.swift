import Envelopes

/// An event for an operator's statistics. Contains no names, addresses or secrets.
public enum ServiceOccurrence: Sendable, Hashable {
    case envelopeCreated
    case eventStored(EventBody.Kind)
    case ceremonyOpened
    /// A presented ticket was already redeemed or had expired.
    case ticketSpent
    /// A device's history was accepted, with this number of new events.
    case historyTaken(events: Int)
    case uploadCompleted(bytes: Int)
}

/// Called for each occurrence after it has been stored. Must return at once.
public typealias ServiceObserver = @Sendable (ServiceOccurrence) -> Void
