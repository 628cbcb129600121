#if canImport(AuthenticationServices)
    import AuthenticationServices
    import Countersign
    import Foundation

    /// Shows the server's sign-in page in the system's web authentication session, which the app cannot inspect.
    @MainActor
    public final class WebAuthorizationPresenter: NSObject, AuthorizationPresenter {
        /// The window over which the page is shown. Whoever owns it may close it.
        weak var anchor: ASPresentationAnchor?
        private let sharesCookies: Bool

        /// - Parameters:
        ///   - anchor: the window over which the page is shown; `nil` for that of the view that has
        ///     `.authorizationWindow(presenter)`
        ///   - sharesCookies: whether the browser's sign-in is reused; leave it off on a shared device
        public init(over anchor: ASPresentationAnchor? = nil, sharesCookies: Bool = false) {
            (self.anchor, self.sharesCookies) = (anchor, sharesCookies)
        }

        /// - Throws: `CancellationError` if the person or the task cancels; `PresentationObstacle` if the window is gone,
        ///   the session does not start, or an https address needs a newer system
        public func authorize(at page: URL, redirectURL: URL) async throws -> URL {
            try Task.checkCancellation()
            guard anchor != nil else { throw PresentationObstacle.viewGone }
            let answer = SingleAnswer<Result<URL, any Error>>()
            let session = try Self.session(page, redirectURL, answer)
            session.presentationContextProvider = self
            session.prefersEphemeralWebBrowserSession = !sharesCookies
            // A session that fails to start may not call back.
            if !session.start() { answer.give(.failure(PresentationObstacle.offScreen)) }
            let result = await answer.value(whenCancelled: .failure(CancellationError()))
            // Has no effect on a session that has ended.
            if Task.isCancelled { session.cancel() }
            return try result.get()
        }

        private nonisolated static func result(_ address: URL?, _ error: (any Error)?) -> Result<URL, any Error> {
            if let address { return .success(address) }
            let isCancelled = (error as? ASWebAuthenticationSessionError)?.code == .canceledLogin
            return .failure(isCancelled ? CancellationError() : error ?? CancellationError())
        }

        /// Makes a session that gives its result to `answer`, from any thread: without @Sendable, its closure would be
        /// isolated to the main actor, and trap.
        private static func session(
            _ page: URL, _ redirectURL: URL, _ answer: SingleAnswer<Result<URL, any Error>>
        ) throws -> ASWebAuthenticationSession {
            let scheme = redirectURL.scheme ?? ""
            guard scheme.lowercased() == "https", let host = redirectURL.host() else {
                return ASWebAuthenticationSession(url: page, callbackURLScheme: scheme) { @Sendable address, error in
                    answer.give(result(address, error))
                }
            }
            guard #available(iOS 17.4, macOS 14.4, *) else { throw PresentationObstacle.needsOwnScheme }
            return ASWebAuthenticationSession(url: page, callback: .https(host: host, path: redirectURL.path())) {
                @Sendable address, error in
                answer.give(result(address, error))
            }
        }
    }

    extension WebAuthorizationPresenter: ASWebAuthenticationPresentationContextProviding {
        /// The window over which the page is shown; called by the system.
        public nonisolated func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
            // The system asks on the main thread, whatever its declaration says. An empty window shows nothing, and the
            // session ends.
            MainActor.assumeIsolated { anchor ?? ASPresentationAnchor() }
        }
    }
#endif

#if canImport(AuthenticationServices) && canImport(SwiftUI)
    import SwiftUI

    extension View {
        /// Shows the presenter's pages over the window that this view is in, whichever scene that belongs to.
        public func authorizationWindow(_ presenter: WebAuthorizationPresenter) -> some View {
            // A view that goes leaves the window to the one that has come in its place.
            background(WindowOfView { [weak presenter] in if let window = $0 { presenter?.anchor = window } })
        }
    }

    #if canImport(UIKit)
        import UIKit

        private struct WindowOfView: UIViewRepresentable {
            let moved: @MainActor (UIWindow?) -> Void

            func makeUIView(context: Context) -> Probe { Probe(moved) }

            func updateUIView(_ probe: Probe, context: Context) {}

            final class Probe: UIView {
                private let moved: @MainActor (UIWindow?) -> Void

                init(_ moved: @escaping @MainActor (UIWindow?) -> Void) {
                    self.moved = moved
                    super.init(frame: CGRect(x: 0, y: 0, width: 0, height: 0))
                }

                @available(*, unavailable)
                required init?(coder: NSCoder) { nil }

                override func didMoveToWindow() {
                    super.didMoveToWindow()
                    moved(window)
                }
            }
        }
    #else
        import AppKit

        private struct WindowOfView: NSViewRepresentable {
            let moved: @MainActor (NSWindow?) -> Void

            func makeNSView(context: Context) -> Probe { Probe(moved) }

            func updateNSView(_ probe: Probe, context: Context) {}

            final class Probe: NSView {
                private let moved: @MainActor (NSWindow?) -> Void

                init(_ moved: @escaping @MainActor (NSWindow?) -> Void) {
                    self.moved = moved
                    super.init(frame: NSRect(x: 0, y: 0, width: 0, height: 0))
                }

                @available(*, unavailable)
                required init?(coder: NSCoder) { nil }

                override func viewDidMoveToWindow() {
                    super.viewDidMoveToWindow()
                    moved(window)
                }
            }
        }
    #endif
#endif
