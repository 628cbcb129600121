import ClientSupport
import Foundation

/// Ends the visit when one of the page's own addresses reports a session timeout: it contains `sessiontimeout`.
struct SessionTimeoutHandler: NavigationHandler {
    let own: OwnAddresses

    func decide(_ request: NavigationRequest) -> NavigationDecision? {
        // The host is excluded: only what the page's own server appends to it counts.
        guard request.isMainFrame, own.contain(request.url),
            let components = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
        else { return nil }
        let text = [components.path, components.query ?? "", components.fragment ?? ""].joined(separator: "?")
        return text.lowercased().contains("sessiontimeout") ? .end(.timedOut) : nil
    }
}
