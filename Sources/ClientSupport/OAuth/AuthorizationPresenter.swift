import Foundation

/// Opens the server's sign-in page for a person, for example in the system's browser or a web authentication session.
public protocol AuthorizationPresenter: Sendable {
    /// Shows the page and returns the URL it redirected to.
    ///
    /// - Parameters:
    ///   - page: the sign-in page
    ///   - redirectURL: the beginning of the URL to wait for
    /// - Throws: `CancellationError` if the person closed the page
    func authorize(at page: URL, redirectURL: URL) async throws -> URL
}
