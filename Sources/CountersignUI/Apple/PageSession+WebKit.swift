#if canImport(WebKit)
    import CountersignIdentity
    import Foundation
    import WebKit

    extension WKUserContentController {
        /// Lets pages of the session's websites ask for the user's access token.
        @MainActor public func add(_ session: PageSession) {
            addScriptMessageHandler(
                PageSessionHandler(session), contentWorld: .page, name: PageSession.messageHandler)
        }
    }

    /// Passes on what a page posts, with the frame that the web view says it came from.
    @MainActor
    private final class PageSessionHandler: NSObject, WKScriptMessageHandlerWithReply {
        private let session: PageSession

        init(_ session: PageSession) {
            self.session = session
        }

        func userContentController(
            _ controller: WKUserContentController, didReceive message: WKScriptMessage
        ) async -> (Any?, String?) {
            let origin = message.frameInfo.securityOrigin
            var parts = URLComponents()
            (parts.scheme, parts.host) = (origin.protocol, origin.host)
            // 0 stands for the scheme's own port.
            parts.port = origin.port == 0 ? nil : origin.port
            guard let text = message.body as? String, let sender = parts.url else {
                return (nil, "This page gets no session.")
            }
            do {
                let token = try await session.answer(
                    to: text, from: sender, isMainFrame: message.frameInfo.isMainFrame)
                return (token ?? NSNull(), nil)
            } catch {
                return (nil, error.description)
            }
        }
    }
#endif
