import Foundation

/// What a browser's cookie opens.
public enum SessionAnswer: Sendable, Hashable {
    case open(TicketTarget)
    /// Nothing was heard of the browser for too long.
    case timedOut(TicketTarget)
    /// No such session, or a cookie that is not its own.
    case unknown
}

/// The sessions of browsers that came with a ticket. Cookies are kept as hashes only.
public protocol SessionStore: Sendable {
    /// Opens a session: `id` is part of its URLs, `cookie` stays in the browser.
    func open(_ visit: TicketTarget, at date: Date) async throws -> (id: UUID, cookie: Secret)

    /// Finds the session of a request and notes that the browser was heard of.
    func visit(_ id: String, cookie: Secret?, at date: Date) async throws -> SessionAnswer
}
