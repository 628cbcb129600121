import Ceremony
import ClientSupport

/// Ends the visit when the page goes to the host `docusignink`, which is not a server. Apps that show a signing page by
/// its URL alone use it as the return address.
struct SigningHostHandler: NavigationHandler {
    static let host = "docusignink"

    func decide(_ request: NavigationRequest) -> NavigationDecision? {
        guard request.isMainFrame, request.url.host(percentEncoded: true)?.lowercased() == Self.host else { return nil }
        return .end(.returned(CeremonyEnding(returning: request.url)))
    }
}
