/// A page that came over TLS never goes on without it, not in another browser either: its addresses are secrets.
struct DowngradeHandler: NavigationHandler {
    let own: OwnAddresses

    func decide(_ request: NavigationRequest) -> NavigationDecision? {
        own.contain(downgraded: request.url) ? .refuse : nil
    }
}
