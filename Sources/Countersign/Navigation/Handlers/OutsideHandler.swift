import ClientSupport

/// Opens other hosts in the system's browser, where a person sees their address.
struct OutsideHandler: NavigationHandler {
    func decide(_ request: NavigationRequest) -> NavigationDecision? {
        WebOrigin(request.url)?.isOnTheWeb == true ? .openOutside(request.url) : nil
    }
}
