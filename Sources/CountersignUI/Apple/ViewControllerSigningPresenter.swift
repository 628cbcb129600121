#if canImport(WebKit) && (canImport(UIKit) || canImport(AppKit))
    import Countersign
    import SwiftUI
    import Envelopes
    #if canImport(UIKit)
        import UIKit
    #else
        import AppKit
    #endif

    /// Presents signing pages and hand-over screens over a view controller of the app.
    @MainActor
    public final class ViewControllerSigningPresenter: OfflineSigningPresenter {
        #if canImport(UIKit)
            public typealias Controller = UIViewController
        #else
            public typealias Controller = NSViewController
        #endif

        private weak var presenting: Controller?
        private let theme: SigningTheme
        private let texts: PresenterTexts

        /// - Parameter presenting: pages are shown over it; when it is gone, presenting fails.
        public init(
            over presenting: Controller, theme: SigningTheme = SigningTheme(), texts: PresenterTexts = PresenterTexts()
        ) {
            (self.presenting, self.theme, self.texts) = (presenting, theme, texts)
        }

        public func present(_ page: SigningPage) async -> SigningPageEnding {
            guard let presenting else { return .failed(reason: "The view that was to show the page is gone.") }
            let visit = SigningVisit(page)
            let controller = SigningViewController(visit, theme: theme, texts: texts)
            #if canImport(UIKit)
                let navigation = UINavigationController(rootViewController: controller)
                // Of the navigation controller, which is what was presented.
                controller.dismissed = { [weak navigation] _ in await navigation?.leaveScreen() }
                presenting.present(navigation, animated: true, completion: nil)
            #else
                presenting.presentAsSheet(controller)
            #endif
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
            guard let presenting else { return nil }
            let asked = AskedOnce()
            let view = HandOverView(
                question: question, palette: theme.palette(isDark: theme.appearance == .dark)
            ) { asked.answer($0) }
            #if canImport(UIKit)
                let controller = UIHostingController(rootView: view)
                controller.modalPresentationStyle = .fullScreen
                presenting.present(controller, animated: true, completion: nil)
            #else
                let controller = NSHostingController(rootView: view)
                presenting.presentAsSheet(controller)
            #endif
            let index = await asked.value()
            #if canImport(UIKit)
                await controller.leaveScreen()
            #else
                controller.dismiss(nil)
            #endif
            return index
        }
    }

    /// One answer to one question.
    @MainActor
    private final class AskedOnce {
        private var waiting: CheckedContinuation<Int?, Never>?
        private var answered: Int??

        func answer(_ index: Int?) {
            guard answered == nil else { return }
            answered = .some(index)
            waiting?.resume(returning: index)
        }

        /// Cancelling the task is the answer "not now".
        func value() async -> Int? {
            await withTaskCancellationHandler {
                if let answered { return answered }
                return await withCheckedContinuation { waiting = $0 }
            } onCancel: {
                Task { @MainActor in self.answer(nil) }
            }
        }
    }
#endif
