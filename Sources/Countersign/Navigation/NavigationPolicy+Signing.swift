import ClientSupport
import Foundation

extension NavigationPolicy {
    /// Returns the policy for signing pages.
    ///
    /// - Parameters:
    ///   - page: the page's address as opened. Addresses with its scheme, host and port are its own. For a page on
    ///     DocuSign's servers, so are https addresses on their other hosts, which a ceremony passes through.
    ///   - returnURL: the address the page goes to when it is done; `nil` if there is only the host `docusignink`
    ///   - endsAtOtherHosts: whether the page is also done when it goes to another host with an `event` that the
    ///     eSignature API documents, such as `signing_complete`. For a page whose return address the app does not know.
    public static func signing(
        page: URL, returnURL: URL?, endsAtOtherHosts: Bool = false
    ) -> NavigationPolicy {
        let own = OwnAddresses(page: page)
        var handlers: [any NavigationHandler] = [RefusedAddressHandler()]
        if let returnURL { handlers.append(ReturnURLHandler(returnURL)) }
        handlers += [
            SigningHostHandler(), SessionTimeoutHandler(own: own), MailAndTelephoneHandler(),
            DownloadHandler(own: own), FrameHandler(own: own), DowngradeHandler(own: own), NewWindowHandler(own: own),
            OwnPageHandler(own: own),
        ]
        if endsAtOtherHosts { handlers.append(UnknownReturnHandler(own: own)) }
        handlers.append(OutsideHandler())
        return NavigationPolicy(handlers: handlers)
    }

    /// The policy for the page that the app itself serves; see ``InAppPage``.
    public static var inApp: NavigationPolicy {
        signing(page: InAppPage.url, returnURL: InAppPage.returnURL)
    }
}
