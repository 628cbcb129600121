import Envelopes

/// The device goes from hand to hand.
public struct HandOver: Sendable, Hashable {
    public enum Receiver: Sendable, Hashable {
        /// Who signs next.
        case signer(Recipient)
        /// The device's user, after everybody whom they host.
        case user
    }

    public let envelope: EnvelopeID
    public let subject: String
    /// Who has signed just now; nil before the first.
    public let from: Recipient?
    public let to: Receiver
    /// The device's user.
    public let hostName: String
}

extension HandOver {
    public enum Answer: Sendable, Hashable {
        /// The device is in the right hands.
        case ready
        /// Not now.
        case later
    }
}

/// Shows what signing on a device without a network needs beside the signing page.
public protocol OfflineSigningPresenter: SigningPresenter {
    /// Lets a person say who signs next; called only where several can. Nil is not now.
    func chooseRecipient(among recipients: [Recipient], of envelope: Envelope) async -> RecipientID?
    /// Asks for the device to be handed over, and returns when it is.
    func handOver(_ handOver: HandOver) async -> HandOver.Answer
}
