/// The page may go wherever its own server is.
struct OwnPageHandler: NavigationHandler {
    let own: OwnAddresses

    func decide(_ request: NavigationRequest) -> NavigationDecision? {
        own.contain(request.url) ? .allow : nil
    }
}
