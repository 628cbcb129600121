import Foundation

/// Opens the server's sign-in page for a person: the system's browser, a web authentication session.
public protocol AuthorizationPresenter: Sendable {
    /// Shows the page and gives back the address that it led to.
    ///
    /// - Parameters:
    ///   - page: the sign-in page.
    ///   - redirectURL: what the address to wait for begins with.
    /// - Throws: `CancellationError` when the person closed the page.
    func authorize(at page: URL, redirectURL: URL) async throws -> URL
}
