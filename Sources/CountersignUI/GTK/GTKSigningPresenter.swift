#if canImport(CWebKitGTK)
    import Countersign

    /// Shows signing pages in a GTK window with WebKitGTK, and between the signers of one device a screen that asks to
    /// hand it over.
    ///
    ///     let presenter = GTKSigningPresenter(GTKPresentation(mode: .kiosk))
    ///
    /// Each page has a web view without a memory: cookies and everything else that a page stores are gone with it.
    public struct GTKSigningPresenter: SigningPresenter {
        public var presentation: GTKPresentation
        /// Gets the window of each page; for tests.
        package var observed: (@GTKActor @Sendable (SigningWindow) -> Void)?

        /// Gets the window of each hand-over; for tests.
        package var asked: (@GTKActor @Sendable (HandOverWindow) -> Void)?

        public init(_ presentation: GTKPresentation = GTKPresentation()) {
            self.presentation = presentation
        }

        public func obstacle() async -> PresentationObstacle? { await GTKLoop.hasDisplay ? nil : .noDisplay }

        public func present(_ page: SigningPage) async -> SigningPageEnding {
            let visit = SigningVisit(page)
            guard let window = await SigningWindow.open(visit, presentation) else {
                return .failed(reason: PresentationObstacle.noDisplay.description)
            }
            await observed?(window)
            return await visit.run(on: window)
        }
    }
#endif
