import Envelopes
import Foundation

/// The result of looking up a session cookie.
public enum SessionAnswer: Sendable, Hashable {
    case open(TicketTarget)
    /// The visitor still has to give these proofs, at least one.
    case asking(TicketTarget, [Identification.Method])
    /// The session has expired.
    case timedOut(TicketTarget)
    /// The session does not exist, or the cookie is not its own.
    case unknown
}
