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

    /// Whether a response is to be saved as a file: what the web view cannot show, what the server sends as an attachment
    /// (RFC 6266 §4.2), and a PDF that would take the place of the page, from which there is no way back.
    ///
    /// - Parameters:
    ///   - type: the media type; `nil` if the response has none
    ///   - disposition: the header `Content-Disposition`
    package static func isDownload(type: String?, disposition: String?, isShown: Bool, isMainFrame: Bool) -> Bool {
        let isPDF = type?.lowercased().hasPrefix("application/pdf") == true
        return !isShown || disposition?.lowercased().hasPrefix("attachment") == true || isPDF && isMainFrame
    }
}
