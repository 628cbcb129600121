import ClientSupport

/// Refuses to leave TLS once the page was loaded over it, even in another browser, because the page's addresses are
/// secrets.
struct DowngradeHandler: NavigationHandler {
    let own: OwnAddresses

    func decide(_ request: NavigationRequest) -> NavigationDecision? {
        own.contain(downgraded: request.url) ? .refuse : nil
    }
}
