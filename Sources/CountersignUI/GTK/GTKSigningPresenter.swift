#if canImport(CWebKitGTK)
    import Countersign

    /// Shows signing pages in a GTK window with WebKitGTK. Between the signers of one device, shows a screen that asks
    /// to hand it over.
    ///
    ///     let presenter = GTKSigningPresenter(GTKPresentation(mode: .kiosk))
    ///
    /// Each page has an ephemeral web view: its cookies and other stored data are gone when it closes.
    public struct GTKSigningPresenter: SigningPresenter {
        /// Applies to pages that are presented after it is set.
        public var presentation: GTKPresentation
        /// Called with the window of each page; for tests.
        package var observed: (@GTKActor @Sendable (SigningWindow) -> Void)?

        /// Called with the window of each hand-over; for tests.
        package var asked: (@GTKActor @Sendable (HandOverWindow) -> Void)?

        /// By default, pages are shown in a window.
        public init(_ presentation: GTKPresentation = GTKPresentation()) {
            self.presentation = presentation
        }

        /// Returns `noDisplay` if there is no display; starts GTK at the first call.
        public var presentationObstacle: PresentationObstacle? {
            get async { await GTKLoop.hasDisplay ? nil : .noDisplay }
        }

        /// Opens a window, and closes it when the page ends. Fails if there is no display.
        public func present(_ page: SigningPage) async -> SigningPageEnding {
            let visit = SigningVisit(page)
            guard let window = await SigningWindow.open(visit, presentation) else {
                return SigningPageEnding(.noDisplay)
            }
            await observed?(window)
            return await visit.run(on: window)
        }
    }
#endif
