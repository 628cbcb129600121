import Envelopes

/// How signing on the device ended.
public struct OfflineOutcome: Sendable, Hashable {
    public enum Ending: Sendable, Hashable {
        /// Nobody is left to sign here: the envelope waits for the network.
        case completed
        /// Nobody is left who could sign here, and nobody has: a hook made the signers sign elsewhere.
        case nobodyHere
        case declined(RecipientID, reason: String)
        /// Somebody means to come back.
        case later
        /// The page was closed, or dismissed by the app.
        case cancelled
        case timedOut
        case failed(reason: String)
    }

    public let envelope: EnvelopeID
    public let ending: Ending
    /// Who has signed meanwhile, in that order.
    public let signed: [RecipientID]
}
