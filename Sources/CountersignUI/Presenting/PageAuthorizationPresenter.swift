import ClientSupport
import Countersign
import Foundation

/// Shows sign-in pages as a presenter shows signing pages: in a GTK window, a view controller or a SwiftUI sheet. For
/// `CountersignClient` and `IdentityClient`.
///
///     let browser = PageAuthorizationPresenter(GTKSigningPresenter())
///     let outcome = try await identity.signIn(in: browser)
///
/// Each page has a web view of its own that stores nothing: nobody is signed in there the next time. Google refuses to
/// sign people in inside apps, and passkeys need the app's association with the domain; the system's browser has both
/// (`WebAuthorizationPresenter`).
public struct PageAuthorizationPresenter: AuthorizationPresenter {
    private let presenter: any SigningPresenter
    private let closeQuestion: String

    /// - Parameters:
    ///   - presenter: shows the page; give it texts and a theme for signing in
    ///   - closeQuestion: what the close control asks
    public init(_ presenter: any SigningPresenter, closeQuestion: String = "Stop signing in?") {
        (self.presenter, self.closeQuestion) = (presenter, closeQuestion)
    }

    /// - Throws: `CancellationError` if the person closed the page or the app took it away; `ClientError` if the page
    ///   cannot be shown
    public func authorize(at page: URL, redirectURL: URL) async throws -> URL {
        let way = WayBack(target: RedirectTarget(redirectURL))
        var shown = SigningPage(
            source: .url(page, renewed: nil), policy: NavigationPolicy(handlers: [way]), closeQuestion: closeQuestion)
        // Signing in leads to pages of anybody.
        shown.allowsCamera = false
        switch await presenter.present(shown) {
        case .returned(.other(let address)):
            guard let url = URL(string: address) else { throw ClientError.unreadableAnswer(what: "its address") }
            return url
        case .failed(let reason, let error): throw ClientError.unreachable(reason: reason, underlying: error)
        case .returned, .timedOut, .cancelled, .dismissed: throw CancellationError()
        }
    }
}

/// Lets a sign-in page lead wherever signing in needs, until it leads back to the app. The ending has the address.
struct WayBack: NavigationHandler {
    let target: RedirectTarget

    func decide(_ request: NavigationRequest) -> NavigationDecision? {
        let address = request.url.absoluteString
        if target.isReached(by: address) {
            // A frame of the page cannot end the sign-in.
            return request.isMainFrame ? .end(.returned(.other(address))) : .refuse
        }
        guard RedirectTarget.isPage(address), !request.isDownload else { return .refuse }
        return request.opensWindow ? .loadHere(request.url) : .allow
    }
}
