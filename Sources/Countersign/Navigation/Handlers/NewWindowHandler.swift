import ClientSupport
import Foundation

/// Opens no new windows: the page's own addresses load in its place. Others are left to the next handlers.
struct NewWindowHandler: NavigationHandler {
    let own: OwnAddresses

    func decide(_ request: NavigationRequest) -> NavigationDecision? {
        request.opensWindow && own.contain(request.url) ? .loadHere(request.url) : nil
    }
}
