import ClientSupport
import Foundation

/// Downloads files of the page and offers them to the person. Files from other hosts open in the system's browser. A
/// frame cannot start a download.
struct DownloadHandler: NavigationHandler {
    let own: OwnAddresses

    func decide(_ request: NavigationRequest) -> NavigationDecision? {
        guard request.isDownload else { return nil }
        if own.contain(request.url) || isMadeByThePage(request.url) { return .download(request.url) }
        guard request.isMainFrame || request.opensWindow, request.url.scheme?.lowercased() == "https" else {
            return .refuse
        }
        return .openOutside(request.url)
    }

    /// Whether the address is `blob:` followed by the origin that made it (File API §8.3.2).
    private func isMadeByThePage(_ url: URL) -> Bool {
        guard url.scheme?.lowercased() == "blob" else { return false }
        guard let inner = URL(string: String(url.absoluteString.dropFirst("blob:".count))) else { return false }
        return inner.user(percentEncoded: true) == nil && own.contain(inner)
    }
}
