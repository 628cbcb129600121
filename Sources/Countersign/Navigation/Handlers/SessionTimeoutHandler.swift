import Foundation

/// The session is over when one of the page's own addresses says so: servers lead to one with `sessiontimeout` in it.
struct SessionTimeoutHandler: NavigationHandler {
    let own: OwnAddresses

    func decide(_ request: NavigationRequest) -> NavigationDecision? {
        // The host is left out: only what the page's own server puts behind it can say that.
        guard request.isMainFrame, own.contain(request.url),
            let components = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
        else { return nil }
        let text = [components.path, components.query ?? "", components.fragment ?? ""].joined(separator: "?")
        return text.lowercased().contains("sessiontimeout") ? .end(.timedOut) : nil
    }
}
