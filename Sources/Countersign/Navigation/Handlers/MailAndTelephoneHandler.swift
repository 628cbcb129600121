import ClientSupport

/// Opens mail addresses and telephone numbers in their programs. A frame cannot do that.
struct MailAndTelephoneHandler: NavigationHandler {
    private static let schemes: Set<String> = ["mailto", "tel", "telprompt", "sms", "facetime"]

    func decide(_ request: NavigationRequest) -> NavigationDecision? {
        guard let scheme = request.url.scheme?.lowercased(), Self.schemes.contains(scheme) else { return nil }
        return request.isMainFrame || request.opensWindow ? .openOutside(request.url) : .refuse
    }
}
