import Ceremony

/// How signing ended, at a server's page or on the device. There is exactly one for each presentation.
public enum SigningOutcome: Sendable, Hashable {
    /// Who says that the recipient has signed.
    public enum Confirmation: Sendable, Hashable {
        /// The server was asked, and said so.
        case byServer
        /// Only the page said so: it was presented by its address, without a log-in.
        case byPageOnly
        /// The device has the signatures, of everybody who can sign there, and waits for the network.
        case byDevice
    }

    /// The recipient has signed; on the device, nobody is left to sign there.
    case completed(Confirmation)
    /// The recipient had signed before, and looked at it.
    case viewedCompleted
    /// - Parameter reason: as the server has it; nil where it could not be asked.
    case declined(reason: String?)
    /// The recipient chose to finish later; what they entered is kept.
    case finishedLater
    /// On the device, nobody is left who could sign there, and nobody has: a hook made the signers sign elsewhere.
    case nobodyHere
    /// The page was closed, or dismissed by the app.
    case cancelled
    /// Nobody did anything for too long.
    case sessionTimedOut
    /// The page's address was too old, or had been used.
    case linkExpired
    case accessCodeFailed
    case idCheckFailed
    /// The recipient signs on paper and sends a fax.
    case faxPending
    /// - Parameter error: with the server's trace id where there is one.
    case failed(CountersignError)
    /// The page said something that the library does not know.
    case other(String)

    /// What the page's word means before anybody is asked; nil for those that need the server.
    init?(settled ending: CeremonyEnding) {
        switch ending {
        case .signingComplete, .decline, .exception: return nil
        case .viewingComplete: self = .viewedCompleted
        case .cancel: self = .finishedLater
        case .sessionTimeout: self = .sessionTimedOut
        case .timeToLiveExpired: self = .linkExpired
        case .accessCodeFailed: self = .accessCodeFailed
        case .idCheckFailed: self = .idCheckFailed
        case .faxPending: self = .faxPending
        case .other(let word): self = .other(word)
        }
    }
}
