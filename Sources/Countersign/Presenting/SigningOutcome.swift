/// How a presentation ended. There is exactly one for each.
public enum SigningOutcome: Sendable, Hashable {
    /// Who says that the recipient has signed.
    public enum Confirmation: Sendable, Hashable {
        /// The server was asked, and said so.
        case byServer
        /// Only the page said so: it was presented by its address, without a log-in.
        case byPageOnly
    }

    /// The recipient has signed.
    case completed(Confirmation)
    /// The recipient had signed before, and looked at it.
    case viewedCompleted
    /// - Parameter reason: as the server has it; nil where it could not be asked.
    case declined(reason: String?)
    /// The recipient chose to finish later; what they entered is kept.
    case finishedLater
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

    /// What the page's return event means before anybody is asked; nil for those that need the server.
    init?(settled event: String) {
        switch event {
        case "signing_complete", "decline", "exception": return nil
        case "viewing_complete": self = .viewedCompleted
        case "cancel": self = .finishedLater
        case "session_timeout": self = .sessionTimedOut
        case "ttl_expired": self = .linkExpired
        case "access_code_failed": self = .accessCodeFailed
        case "id_check_failed": self = .idCheckFailed
        case "fax_pending": self = .faxPending
        default: self = .other(String(event.prefix(128)))
        }
    }
}
