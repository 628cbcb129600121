#if canImport(SwiftUI) && canImport(WebKit)
    import Countersign
    import Envelopes
    import SwiftUI
    import WebKit
    #if canImport(UIKit)
        import UIKit
    #endif

    /// Presents signing pages and hand-over screens in a sheet of a SwiftUI view:
    ///
    ///     @State private var presenter = SheetSigningPresenter()
    ///     …
    ///     content.signingSheet(presenter)
    @MainActor
    @Observable
    public final class SheetSigningPresenter: OfflineSigningPresenter {
        enum Content {
            case page(SigningViewController, SigningVisit)
            case question(HandOverQuestion, SingleAnswer<Int?>)
        }

        let theme: SigningTheme
        let texts: PresenterTexts
        #if canImport(UIKit)
            /// Makes a view to show while a page loads; `nil` for a spinner.
            @ObservationIgnored public var loadingView: (@MainActor () -> UIView)?
        #endif
        private var turns = SheetTurns<Content>()
        /// Whether a view has the sheet. Not observed: it is set while views are built, and must not rebuild them.
        @ObservationIgnored private var views: Set<UUID> = []
        /// The callers that wait for the sheet to be dismissed.
        @ObservationIgnored private var leaving: [SingleAnswer<Bool>] = []

        /// Nothing can be presented until a view has the sheet: `.signingSheet(presenter)`.
        public init(theme: SigningTheme = SigningTheme(), texts: PresenterTexts = PresenterTexts()) {
            (self.theme, self.texts) = (theme, texts)
        }

        /// Returns an obstacle if no view has the sheet, or the sheet already shows something.
        public var presentationObstacle: PresentationObstacle? { turns.obstacle(isAttached: !views.isEmpty) }

        /// Shows the page in the sheet. Fails with the obstacle's sentence if there is one, or after ten seconds if the
        /// system does not show the page.
        public func present(_ page: SigningPage) async -> SigningPageEnding {
            if let obstacle = presentationObstacle { return SigningPageEnding(obstacle) }
            let visit = SigningVisit(page, appearingWithin: Self.appearanceLimit)
            let controller = SigningViewController(visit, theme: theme, texts: texts)
            #if canImport(UIKit)
                controller.loadingView = loadingView?()
            #endif
            let shown = turns.show(.page(controller, visit))
            controller.dismissed = { [weak self] _ in await self?.leave(shown) }
            return await visit.run(on: controller)
        }

        /// Also returns `later` if there is an obstacle, the system does not show the question within ten seconds, or
        /// the task is cancelled.
        public func handOver(_ handOver: HandOver) async -> HandOver.Answer {
            await ask(HandOverQuestion(handOver, texts)) == nil ? .later : .ready
        }

        /// Returns `nil` for "not now", and where ``handOver(_:)`` returns `later`.
        public func chooseRecipient(among recipients: [Recipient], of envelope: Envelope) async -> RecipientID? {
            let question = HandOverQuestion(
                choosingAmong: recipients.map(\.name), subject: envelope.emailSubject, texts)
            guard let index = await ask(question), recipients.indices.contains(index) else { return nil }
            return recipients[index].id
        }

        private func ask(_ question: HandOverQuestion) async -> Int? {
            guard presentationObstacle == nil else { return nil }
            let answer = SingleAnswer<Int?>()
            let shown = turns.show(.question(question, answer))
            let limit = Task { [weak self] in
                try await Task.sleep(for: .seconds(Self.appearanceLimit))
                if self?.turns.isUp(shown) == false { answer.give(nil) }
            }
            defer { limit.cancel() }
            let index = await answer.value(whenCancelled: nil)
            await leave(shown)
            return index
        }

        // MARK: The sheet

        /// The sheet's binding. When the presenter, the system or the app clears it, the content has ended.
        var shown: SheetTurns<Content>.Shown? {
            get { turns.shown }
            set { if newValue == nil, let shown = turns.shown { takeAway(shown.id) } }
        }

        func attach(_ view: UUID) { views.insert(view) }

        /// The view has gone. Another one may have come in its place, even before.
        func detach(_ view: UUID) { views.remove(view) }

        func appeared(_ shown: SheetTurns<Content>.Shown) {
            turns.appeared(shown.id)
            if case .page(_, let visit) = shown.content { visit.report(.appeared) }
        }

        func gone() {
            turns.gone()
            for waiting in leaving { waiting.give(true) }
            leaving = []
        }

        private func takeAway(_ id: Int) {
            switch turns.takeAway(id) {
            // Has no effect on a visit that has ended, or on an answered question.
            case .page(_, let visit): visit.report(.dismissed)
            case .question(_, let answer): answer.give(nil)
            case nil: break
            }
        }

        /// Removes content and returns when it is gone. Then the app may present its own content.
        private func leave(_ id: Int) async {
            takeAway(id)
            guard turns.isLeaving else { return }
            let gone = SingleAnswer<Bool>()
            leaving.append(gone)
            // The view with the sheet may be gone, and with it the code that would report the dismissal.
            let isGone = await gone.value(within: .seconds(5), otherwise: false)
            if !isGone { self.gone() }
        }

        /// Time limit, in seconds, for the system to show a screen.
        private static let appearanceLimit = 10.0
    }

    extension View {
        /// Shows the presenter's content in a sheet over this view.
        public func signingSheet(_ presenter: SheetSigningPresenter) -> some View {
            modifier(SigningSheet(presenter: presenter))
        }
    }

    private struct SigningSheet: ViewModifier {
        @Bindable var presenter: SheetSigningPresenter
        @State private var id = UUID()

        func body(content: Content) -> some View {
            let _ = presenter.attach(id)
            content.onAppear { presenter.attach(id) }.onDisappear { presenter.detach(id) }.sheet(
                item: $presenter.shown, onDismiss: { presenter.gone() }
            ) { shown in
                switch shown.content {
                // Closing asks first; a swipe would not.
                case .page(let controller, _):
                    SigningControllerView(controller: controller)
                        // The page minds the safe areas itself.
                        .ignoresSafeArea(edges: .bottom)
                        .preferredColorScheme(presenter.theme.colorScheme)
                        .presentationCornerRadius(presenter.theme.sheetCornerRadius.map { CGFloat($0) })
                        .interactiveDismissDisabled(true)
                        .onAppear { presenter.appeared(shown) }
                case .question(let question, let answer):
                    HandOverView(question: question, theme: presenter.theme) { answer.give($0) }
                        .onAppear { presenter.appeared(shown) }
                }
            }
        }
    }

    #if canImport(UIKit)
        import UIKit

        private struct SigningControllerView: UIViewControllerRepresentable {
            let controller: SigningViewController

            func makeUIViewController(context: Context) -> UINavigationController {
                UINavigationController(rootViewController: controller)
            }

            func updateUIViewController(_ shown: UINavigationController, context: Context) {}
        }
    #else
        import AppKit

        private struct SigningControllerView: NSViewControllerRepresentable {
            let controller: SigningViewController

            func makeNSViewController(context: Context) -> SigningViewController { controller }

            func updateNSViewController(_ shown: SigningViewController, context: Context) {}
        }
    #endif
#endif
