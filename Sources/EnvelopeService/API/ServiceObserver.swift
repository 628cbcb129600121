import Envelopes

/// What an operator may want to count. Holds no names, addresses or secrets.
public enum ServiceOccurrence: Sendable, Hashable {
    case envelopeCreated
    case eventStored(EventBody.Kind)
    case ceremonyOpened
    /// A ticket was shown that had been used before or was too old.
    case ticketSpent
    /// A device's history was taken: how many events were new.
    case historyTaken(events: Int)
    case uploadCompleted(bytes: Int)
}

/// Gets told of what happens, after it has been stored. Must return at once.
public typealias ServiceObserver = @Sendable (ServiceOccurrence) -> Void
