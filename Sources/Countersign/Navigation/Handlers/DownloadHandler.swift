import Foundation

/// Files of the page are offered to the person; files of others are the system browser's matter. A frame cannot start
/// one.
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

    /// `blob:` followed by the origin that made it (File API §8.3.2).
    private func isMadeByThePage(_ url: URL) -> Bool {
        guard url.scheme?.lowercased() == "blob" else { return false }
        guard let inner = URL(string: String(url.absoluteString.dropFirst("blob:".count))) else { return false }
        return inner.user(percentEncoded: true) == nil && own.contain(inner)
    }
}
