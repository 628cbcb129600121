import ClientSupport
import Foundation

/// Gives pages in an app's own web view the access token of the user who is signed in.
///
///     let session = try PageSession(identity, origins: [shop])
///     webView.configuration.userContentController.add(session)    // CountersignUI
///
/// A page asks `window.webkit.messageHandlers.countersignIdentity.postMessage("access_token")` and awaits a text, or
/// `null` if nobody is signed in. It never gets a refresh token: the app renews the session.
public struct PageSession: Sendable {
    /// The name of the message handler.
    public static let messageHandler = "countersignIdentity"

    private let client: IdentityClient
    private let origins: Set<WebOrigin>

    /// - Parameter origins: the websites whose pages get tokens, such as `https://shop.example`
    /// - Throws: ``IdentityError/invalidConfiguration(what:)`` for an address that is neither https nor on this machine
    public init(_ client: IdentityClient, origins: [URL]) throws(IdentityError) {
        var found: Set<WebOrigin> = []
        for url in origins {
            guard let origin = WebOrigin(url), origin.scheme == "https" || Self.isHere(origin) else {
                throw .invalidConfiguration(what: "\(url.absoluteString.prefix(200)) is not an https website")
            }
            found.insert(origin)
        }
        (self.client, self.origins) = (client, found)
    }

    private static func isHere(_ origin: WebOrigin) -> Bool {
        origin.scheme == "http" && ["localhost", "127.0.0.1", "[::1]", "::1"].contains(origin.host)
    }

    /// Answers a message of a page.
    ///
    /// - Parameters:
    ///   - sender: the address of the frame that posted it, as the web view knows it
    ///   - isMainFrame: whether that is the page itself; frames get nothing
    /// - Returns: the token; `nil` if nobody is signed in
    /// - Throws: ``IdentityError/foreignLink`` for another website, another message, or a frame; an error of
    ///   ``IdentityClient/accessToken()``
    public func answer(
        to message: String, from sender: URL, isMainFrame: Bool
    ) async throws(IdentityError) -> String? {
        guard isMainFrame, message == "access_token", let origin = WebOrigin(sender), origins.contains(origin) else {
            throw .foreignLink
        }
        return try await client.accessToken()
    }
}
