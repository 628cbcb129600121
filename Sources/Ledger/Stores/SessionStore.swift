import Foundation

/// The result of looking up a session cookie.
public enum SessionAnswer: Sendable, Hashable {
    case open(TicketTarget)
    /// The session has expired.
    case timedOut(TicketTarget)
    /// The session does not exist, or the cookie is not its own.
    case unknown
}

/// Stores the browser sessions opened with a ticket. Cookies are stored only as hashes.
public protocol SessionStore: Sendable {
    /// Opens a session. `id` is part of its URLs; `cookie` stays in the browser.
    func open(_ visit: TicketTarget, at date: Date) async throws -> (id: UUID, cookie: Secret)

    /// Finds the session of a request and records the visit.
    func visit(_ id: String, cookie: Secret?, at date: Date) async throws -> SessionAnswer
}
