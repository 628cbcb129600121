import Ceremony

/// How signing ended, on a server's page or on the device. Each presentation has exactly one outcome, or throws.
public enum SigningOutcome: Sendable, Hashable {
    /// The source that says the recipient has signed.
    public enum Confirmation: Sendable, Hashable {
        /// The server confirmed it when asked.
        case byServer
        /// Only the page said so: it was presented by its URL, without a log-in.
        case byPageOnly
        /// The device has the signatures of everybody who can sign there; they wait for upload.
        case byDevice
    }

    /// The recipient has signed. On the device, nobody else is left to sign.
    case completed(Confirmation)
    /// The recipient had signed before and has viewed the envelope.
    case viewedCompleted
    /// - Parameter reason: the reason on the server; `nil` if the server could not be asked
    case declined(reason: String?)
    /// The recipient chose to finish later; the entered values are kept.
    case finishedLater
    /// On the device, nobody is left to sign and nobody has signed: a hook moved the signers elsewhere.
    case nobodyHere
    /// The page was closed, or dismissed by the app.
    case cancelled
    /// The session timed out through inactivity.
    case sessionTimedOut
    /// The page's URL has expired or was already used.
    case linkExpired
    case accessCodeFailed
    case idCheckFailed
    /// The recipient signs on paper and sends a fax.
    case faxPending
    /// The page returned an event that the library does not know.
    case other(String)

    /// Creates the outcome of an ending that needs no confirmation; returns `nil` if the server has to be asked.
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

    /// Creates the outcome of an ending that no server was asked about.
    ///
    /// - Throws: ``CountersignError/signingFailed(reason:trace:underlying:)`` if the page failed
    init(unconfirmed ending: SigningPageEnding) throws(CountersignError) {
        switch ending {
        case .returned(.signingComplete): self = .completed(.byPageOnly)
        case .returned(.decline): self = .declined(reason: nil)
        case .returned(let ending):
            guard let outcome = SigningOutcome(settled: ending) else {
                throw .signingFailed(reason: "The server could not continue.", trace: nil)
            }
            self = outcome
        case .timedOut: self = .sessionTimedOut
        case .cancelled, .dismissed: self = .cancelled
        case .failed(let reason, let error): throw .signingFailed(reason: reason, trace: nil, underlying: error)
        }
    }
}
