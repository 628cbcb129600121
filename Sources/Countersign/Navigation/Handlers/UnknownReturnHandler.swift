import Ceremony
import ClientSupport
import Foundation

/// For a page with an unknown return address: ends the visit when the page leaves its own hosts for an address that
/// states how signing ended, in the API's words.
///
/// Other ports and schemes of a page's own host count as its own, so going there is no return. An address in a new
/// window or frame ends nothing.
struct UnknownReturnHandler: NavigationHandler {
    let own: OwnAddresses

    /// Schemes handled by web views themselves, which lead to no app.
    private static let schemesOfWebViews: Set<String> = ["about", "blob", "ws", "wss", "ftp", InAppPage.scheme]

    func decide(_ request: NavigationRequest) -> NavigationDecision? {
        guard request.isMainFrame, !request.opensWindow, !request.isDownload, let scheme = request.url.scheme,
            !Self.schemesOfWebViews.contains(scheme.lowercased()), let target = WebOrigin(request.url),
            !own.contain(host: target.host)
        else { return nil }
        let ending = CeremonyEnding(returning: request.url)
        return CeremonyEnding.documented.contains(ending) ? .end(.returned(ending)) : nil
    }
}
