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

    extension WKSecurityOrigin {
        /// The address of the origin's root; `nil` for an origin that no address has.
        var address: URL? {
            // Sandboxed frames and the like have an opaque origin, with an empty scheme, at which URLComponents traps.
            guard !self.protocol.isEmpty, !host.isEmpty else { return nil }
            var parts = URLComponents()
            (parts.scheme, parts.host) = (self.protocol, host)
            // 0 stands for the scheme's own port.
            parts.port = port == 0 ? nil : port
            return parts.url
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
            guard let text = message.body as? String, let sender = message.frameInfo.securityOrigin.address else {
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
