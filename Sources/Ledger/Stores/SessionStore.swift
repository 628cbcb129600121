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

/// Stores the browser sessions opened with a ticket or a link. Cookies are stored only as hashes.
public protocol SessionStore: Sendable {
    /// Opens a session.
    ///
    /// - Parameters:
    ///   - id: part of the session's URLs
    ///   - proofs: what the visitor has to prove before they see anything
    /// - Returns: the id, and the secret that stays in the browser
    func open(
        _ visit: TicketTarget, id: UUID, asking proofs: [Identification.Method], at date: Date
    ) async throws -> (id: UUID, cookie: Secret)

    /// Finds the session of a request and records the visit.
    func visit(_ id: String, cookie: Secret?, at date: Date) async throws -> SessionAnswer

    /// Notes that the visitor has given a proof.
    func pass(_ proof: Identification.Method, in id: String) async throws
}
