import Ceremony
import Foundation
import HTTPMessages

/// Gives the in-app page a light or dark appearance if the web view has no such setting.
///
/// The page's style sheets query the system's appearance. The answer is written into them on their way to the web view.
/// The rules for paper query nothing and stay light.
struct PageAppearance: Sendable {
    let appearance: SigningTheme.Appearance

    func applied(to response: HTTPReply) -> HTTPReply {
        guard appearance != .system, let type = response.headers[.contentType],
            type.hasPrefix("text/css") || type.hasPrefix("text/html")
        else { return response }
        let isDark = appearance == .dark
        var text = String(decoding: response.body, as: UTF8.self)
        for (asked, answered) in [
            ("@media (prefers-color-scheme: dark)", isDark ? "@media all" : "@media not all"),
            ("@media (prefers-color-scheme: light)", isDark ? "@media not all" : "@media all"),
            ("color-scheme: light dark", isDark ? "color-scheme: dark" : "color-scheme: light"),
            ("content=\"light dark\"", isDark ? "content=\"dark\"" : "content=\"light\""),
        ] {
            text = text.replacingOccurrences(of: asked, with: answered)
        }
        var response = response
        response.body = Data(text.utf8)
        return response
    }
}
