#if canImport(CWebKitGTK)
    import Countersign
    import Foundation

    /// Shows a sign-in page in a GTK window with WebKitGTK, for `CountersignClient` and `IdentityClient`.
    ///
    /// Each page has an ephemeral web view: nobody is signed in there the next time. Google refuses to sign people in
    /// inside apps; show its page in the system's browser.
    public struct GTKAuthorizationPresenter: AuthorizationPresenter {
        public var presentation: GTKPresentation
        /// Called with each window; for tests.
        package var observed: (@GTKActor @Sendable (AuthorizationWindow) -> Void)?

        public init(_ presentation: GTKPresentation = GTKPresentation(mode: .window(width: 480, height: 720))) {
            self.presentation = presentation
        }

        /// - Throws: ``PresentationObstacle/noDisplay``; `CancellationError` if the person closed the window
        public func authorize(at page: URL, redirectURL: URL) async throws -> URL {
            guard let window = await AuthorizationWindow.open(page, redirectURL, presentation) else {
                throw PresentationObstacle.noDisplay
            }
            await observed?(window)
            guard let address = await window.answer() else { throw CancellationError() }
            return address
        }
    }
#endif
