import ClientSupport
import Foundation

/// Allows frames in the page to load what the page's server put there, over TLS. Frames lead nowhere else.
struct FrameHandler: NavigationHandler {
    let own: OwnAddresses

    func decide(_ request: NavigationRequest) -> NavigationDecision? {
        guard !request.isMainFrame, !request.opensWindow else { return nil }
        if own.contain(request.url) { return .allow }
        switch request.url.scheme?.lowercased() {
        case "https": return own.origin?.isOnTheWeb == true ? .allow : .refuse
        case "about": return ["about:blank", "about:srcdoc"].contains(request.url.absoluteString) ? .allow : .refuse
        default: return .refuse
        }
    }
}
