import Envelopes

/// The device is handed from one person to another.
public struct HandOver: Sendable, Hashable {
    /// Who gets the device.
    public enum Receiver: Sendable, Hashable {
        /// The person who signs next.
        case signer(Recipient)
        /// The device's user, after everybody whom they host has signed.
        case user
    }

    /// The envelope that is being signed.
    public let envelope: EnvelopeID
    /// The envelope's e-mail subject, to show on the screen.
    public let subject: String
    /// The person who has just signed; `nil` before the first.
    public let from: Recipient?
    /// Who gets the device.
    public let to: Receiver
    /// The name of the device's user.
    public let hostName: String
}

extension HandOver {
    /// How the people at the device answered.
    public enum Answer: Sendable, Hashable {
        /// The right person has the device.
        case ready
        /// The person chose to continue later.
        case later
    }
}

/// Shows the screens that offline signing needs in addition to the signing page.
public protocol OfflineSigningPresenter: SigningPresenter {
    /// Asks who signs next, if several people can. Returns `nil` for "not now".
    func chooseRecipient(among recipients: [Recipient], of envelope: Envelope) async -> RecipientID?
    /// Asks for the device to be handed over, and returns when that has happened.
    func handOver(_ handOver: HandOver) async -> HandOver.Answer
}
