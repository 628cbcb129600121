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
            /// The system's class of view controllers.
            public typealias Controller = UIViewController
        #else
            /// The system's class of view controllers.
            public typealias Controller = NSViewController
        #endif

        #if canImport(UIKit)
            /// Makes a view to show while a page loads; `nil` for a spinner.
            public var loadingView: (@MainActor () -> UIView)?
        #endif
        private weak var presenting: Controller?
        private let theme: SigningTheme
        private let texts: PresenterTexts

        /// - Parameter presenting: the controller over which pages are shown; if it is gone, presenting fails
        public init(
            over presenting: Controller, theme: SigningTheme = SigningTheme(), texts: PresenterTexts = PresenterTexts()
        ) {
            (self.presenting, self.theme, self.texts) = (presenting, theme, texts)
        }

        /// Returns an obstacle if the controller is gone, is not on the screen, or already presents something.
        public var presentationObstacle: PresentationObstacle? {
            PresentationObstacle(
                isThere: presenting != nil, isOnScreen: presenting?.isOnScreen ?? false,
                isPresenting: presenting?.isPresenting ?? false)
        }

        /// Presents the page over the controller. Fails with the obstacle's sentence if there is one, or after ten
        /// seconds if the system does not show it.
        public func present(_ page: SigningPage) async -> SigningPageEnding {
            let obstacle = presentationObstacle
            guard obstacle == nil, let presenting else {
                return SigningPageEnding(obstacle ?? .viewGone)
            }
            let visit = SigningVisit(page, appearingWithin: Self.appearanceLimit)
            let controller = SigningViewController(visit, theme: theme, texts: texts)
            #if canImport(UIKit)
                controller.loadingView = loadingView?()
                let navigation = UINavigationController(rootViewController: controller)
                if let radius = theme.sheetCornerRadius {
                    navigation.sheetPresentationController?.preferredCornerRadius = CGFloat(radius)
                }
                navigation.overrideUserInterfaceStyle = controller.overrideUserInterfaceStyle
                navigation.presentationController?.delegate = controller
                // Applies to the navigation controller, which was presented.
                controller.dismissed = { [weak navigation] _ in await navigation?.leaveScreen() }
                presenting.present(navigation, animated: true, completion: nil)
            #else
                presenting.presentAsSheet(controller)
            #endif
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
            guard presentationObstacle == nil, let presenting else { return nil }
            let answer = SingleAnswer<Int?>()
            let view = HandOverView(question: question, theme: theme) { answer.give($0) }
            #if canImport(UIKit)
                let controller = UIHostingController(rootView: view)
                controller.modalPresentationStyle = .fullScreen
                presenting.present(controller, animated: true, completion: nil)
            #else
                let controller = NSHostingController(rootView: view)
                presenting.presentAsSheet(controller)
            #endif
            // If the system does not show the screen, nobody can answer.
            let limit = Task {
                try await Task.sleep(for: .seconds(Self.appearanceLimit))
                if !controller.isOnScreen { answer.give(nil) }
            }
            defer { limit.cancel() }
            let index = await answer.value(whenCancelled: nil)
            await controller.leaveScreen()
            return index
        }

        /// Time limit, in seconds, for the system to show a screen.
        private static let appearanceLimit = 10.0
    }
#endif
