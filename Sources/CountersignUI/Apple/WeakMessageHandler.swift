#if canImport(WebKit)
    import Foundation
    import WebKit

    /// Receives what the bundled page posts. A web view keeps its message handlers alive; this one keeps nothing alive,
    /// so that a page's view goes when the visit has ended.
    @MainActor
    final class WeakMessageHandler: NSObject, WKScriptMessageHandler {
        /// Called with each text from the page itself. Must hold the receiver weakly.
        var receive: @MainActor (String) -> Void = { _ in }

        func userContentController(
            _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
        ) {
            guard message.frameInfo.isMainFrame, let text = message.body as? String else { return }
            receive(text)
        }
    }
#endif
