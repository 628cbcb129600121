#if canImport(AuthenticationServices)
    import AuthenticationServices
    import Countersign
    import Foundation

    /// Shows the server's sign-in page in the system's web authentication session, which the app cannot look into.
    @MainActor
    public final class WebAuthorizationPresenter: NSObject, AuthorizationPresenter {
        private let anchor: ASPresentationAnchor
        private let sharesCookies: Bool

        /// - Parameters:
        ///   - anchor: the window over which the page is shown.
        ///   - sharesCookies: whether the browser's sign-in is used again. Not on a device that many people use.
        public init(over anchor: ASPresentationAnchor, sharesCookies: Bool = false) {
            (self.anchor, self.sharesCookies) = (anchor, sharesCookies)
        }

        public func authorize(at page: URL, redirectURL: URL) async throws -> URL {
            let opened = OpenedSession()
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
                    let session = ASWebAuthenticationSession(
                        url: page, callback: Self.callback(redirectURL)
                    ) { address, error in
                        if let address {
                            continuation.resume(returning: address)
                        } else if (error as? ASWebAuthenticationSessionError)?.code == .canceledLogin {
                            continuation.resume(throwing: CancellationError())
                        } else {
                            continuation.resume(throwing: error ?? CancellationError())
                        }
                    }
                    session.presentationContextProvider = self
                    session.prefersEphemeralWebBrowserSession = !sharesCookies
                    opened.session = session
                    session.start()
                }
            } onCancel: {
                Task { @MainActor in opened.session?.cancel() }
            }
        }

        private static func callback(_ redirectURL: URL) -> ASWebAuthenticationSession.Callback {
            let scheme = redirectURL.scheme ?? ""
            guard scheme.lowercased() == "https", let host = redirectURL.host() else { return .customScheme(scheme) }
            return .https(host: host, path: redirectURL.path())
        }
    }

    @MainActor
    private final class OpenedSession {
        var session: ASWebAuthenticationSession?
    }

    extension WebAuthorizationPresenter: ASWebAuthenticationPresentationContextProviding {
        public func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { anchor }
    }
#endif
