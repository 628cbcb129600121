import Ceremony
/// The page is done when it goes to the host `docusignink`, which stands for no server: apps that show a signing page
/// by its URL alone have it as the return address.
struct SigningHostHandler: NavigationHandler {
    static let host = "docusignink"

    func decide(_ request: NavigationRequest) -> NavigationDecision? {
        guard request.isMainFrame, request.url.host(percentEncoded: true)?.lowercased() == Self.host else { return nil }
        return .end(.returned(CeremonyEnding(returning: request.url)))
    }
}
