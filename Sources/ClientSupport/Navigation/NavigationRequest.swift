import Foundation

/// A navigation that a page requests.
public struct NavigationRequest: Sendable, Hashable {
    /// Where the page wants to go.
    public var url: URL
    /// Whether the navigation would replace the page itself, not a frame in it.
    public var isMainFrame: Bool
    /// Whether the page asked for a new window.
    public var opensWindow: Bool
    /// Whether the response is to be saved as a file: the link has a `download` attribute, or the content type cannot
    /// be displayed.
    public var isDownload: Bool

    /// By default, the page itself goes to another page.
    public init(url: URL, isMainFrame: Bool = true, opensWindow: Bool = false, isDownload: Bool = false) {
        self.url = url
        self.isMainFrame = isMainFrame
        self.opensWindow = opensWindow
        self.isDownload = isDownload
    }
}
