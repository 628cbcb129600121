import ClientSupport

/// Allows the page to go anywhere on its own server.
struct OwnPageHandler: NavigationHandler {
    let own: OwnAddresses

    func decide(_ request: NavigationRequest) -> NavigationDecision? {
        own.contain(request.url) ? .allow : nil
    }
}
