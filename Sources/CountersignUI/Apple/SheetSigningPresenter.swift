#if canImport(SwiftUI) && canImport(WebKit)
    import Countersign
    import Envelopes
    import SwiftUI
    import WebKit

    /// Presents signing pages and hand-over screens in a sheet of a SwiftUI view:
    ///
    ///     @State private var presenter = SheetSigningPresenter()
    ///     …
    ///     content.signingSheet(presenter)
    @MainActor
    @Observable
    public final class SheetSigningPresenter: OfflineSigningPresenter {
        /// What the sheet shows; one thing at a time.
        struct Content: Identifiable {
            enum Kind {
                case page(SigningViewController, SigningVisit)
                case question(HandOverQuestion, CheckedContinuation<Int?, Never>)
            }

            let id: Int
            let kind: Kind
        }

        /// Whoever takes it away - the presenter, the system, the app - what was shown has ended with it.
        var content: Content? {
            didSet {
                if let oldValue, oldValue.id != content?.id { left(oldValue) }
            }
        }
        let theme: SigningTheme
        let texts: PresenterTexts
        private var count = 0
        /// The answer to the question that is being taken away.
        private var answered: Int?

        public init(theme: SigningTheme = SigningTheme(), texts: PresenterTexts = PresenterTexts()) {
            (self.theme, self.texts) = (theme, texts)
        }

        public func present(_ page: SigningPage) async -> SigningPageEnding {
            let visit = SigningVisit(page)
            let controller = SigningViewController(visit, theme: theme, texts: texts)
            let shown = show(.page(controller, visit))
            controller.dismissed = { [weak self] _ in self?.hide(shown) }
            return await visit.run(on: controller)
        }

        public func handOver(_ handOver: HandOver) async -> HandOverAnswer {
            await ask(HandOverQuestion(handOver, texts)) == nil ? .later : .ready
        }

        public func chooseRecipient(among recipients: [Recipient], of envelope: Envelope) async -> RecipientID? {
            let question = HandOverQuestion(
                choosingAmong: recipients.map(\.name), subject: envelope.emailSubject, texts)
            guard let index = await ask(question), recipients.indices.contains(index) else { return nil }
            return recipients[index].id
        }

        private func ask(_ question: HandOverQuestion) async -> Int? {
            await withTaskCancellationHandler {
                await withCheckedContinuation { _ = show(.question(question, $0)) }
            } onCancel: {
                Task { @MainActor in self.answer(nil) }
            }
        }

        /// Answers the question that is shown, if one is.
        func answer(_ index: Int?) {
            guard case .question? = content?.kind else { return }
            answered = index
            content = nil
        }

        private func left(_ former: Content) {
            switch former.kind {
            // Of no effect on a visit that has ended.
            case .page(_, let visit): visit.report(.dismissed)
            case .question(_, let continuation):
                let answer = answered
                answered = nil
                continuation.resume(returning: answer)
            }
        }

        private func show(_ kind: Content.Kind) -> Int {
            count += 1
            content = Content(id: count, kind: kind)
            return count
        }

        private func hide(_ id: Int) {
            if content?.id == id { content = nil }
        }
    }

    extension View {
        /// Shows what the presenter presents in a sheet over this view.
        public func signingSheet(_ presenter: SheetSigningPresenter) -> some View {
            modifier(SigningSheet(presenter: presenter))
        }
    }

    private struct SigningSheet: ViewModifier {
        @Bindable var presenter: SheetSigningPresenter

        func body(content: Content) -> some View {
            content.sheet(item: $presenter.content) { shown in
                switch shown.kind {
                // Closing asks first; a swipe would not.
                case .page(let controller, _):
                    SigningControllerView(controller: controller).interactiveDismissDisabled(true)
                case .question(let question, _):
                    HandOverView(
                        question: question,
                        palette: presenter.theme.palette(isDark: presenter.theme.appearance == .dark)
                    ) { presenter.answer($0) }
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
