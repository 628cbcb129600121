#if canImport(UIKit) && canImport(WebKit)
    import Countersign
    import Foundation
    import UIKit
    import WebKit

    /// Shows one signing page, with a close control, in a view controller.
    @MainActor
    public final class SigningViewController: UIViewController, SigningSurface {
        private let page: PageWebView
        private let theme: SigningTheme
        private let texts: PresenterTexts
        private let spinner = UIActivityIndicatorView(style: .large)
        /// Shown while the page loads, instead of a spinner. Set it before the controller is shown.
        public var loadingView: UIView?
        private var asked: (alert: UIAlertController, answer: CheckedContinuation<String?, Never>)?
        /// Takes the controller off the screen, and returns when it is gone.
        var dismissed: @MainActor (SigningViewController) async -> Void = { await $0.leaveScreen() }

        /// Creates a controller. Once it is on the screen, run the visit on it: `await visit.run(on: controller)`.
        public init(
            _ visit: SigningVisit, theme: SigningTheme = SigningTheme(), texts: PresenterTexts = PresenterTexts()
        ) {
            (page, self.theme, self.texts) = (PageWebView(visit), theme, texts)
            super.init(nibName: nil, bundle: nil)
            title = texts.title(of: visit.page)
            // The page handles dark mode itself, so that paper keeps its appearance.
            switch theme.appearance {
            case .system: break
            case .light: overrideUserInterfaceStyle = .light
            case .dark: overrideUserInterfaceStyle = .dark
            }
            let close = UIBarButtonItem(
                title: texts.close,
                primaryAction: UIAction { [page] _ in page.visit.report(.closeChosen) })
            close.tintColor = UIColor(theme) { theme.bar == nil ? $0.accent : $0.barText }
            navigationItem.rightBarButtonItem = close
            styleBar()
            // Swiping a sheet down must not close the page; a presenter that hears of it asks, like the close control.
            isModalInPresentation = true
        }

        /// Not available: a controller needs a visit.
        @available(*, unavailable)
        public required init?(coder: NSCoder) { nil }

        public override func viewDidLoad() {
            super.viewDidLoad()
            let web = page.view
            web.translatesAutoresizingMaskIntoConstraints = false
            // Until the page shows, its surroundings do: a web view is white at first.
            web.isOpaque = false
            web.backgroundColor = UIColor(theme) { $0.ground }
            web.underPageBackgroundColor = web.backgroundColor
            let waiting = loadingView ?? spinner
            waiting.translatesAutoresizingMaskIntoConstraints = false
            view.addSubview(web)
            view.addSubview(waiting)
            NSLayoutConstraint.activate([
                web.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
                web.leadingAnchor.constraint(equalTo: view.leadingAnchor),
                web.trailingAnchor.constraint(equalTo: view.trailingAnchor),
                // The keyboard pushes the page up instead of covering its fields.
                web.bottomAnchor.constraint(equalTo: view.keyboardLayoutGuide.topAnchor),
            ])
            NSLayoutConstraint.activate(
                loadingView == nil
                    ? [
                        waiting.centerXAnchor.constraint(equalTo: web.centerXAnchor),
                        waiting.centerYAnchor.constraint(equalTo: web.centerYAnchor),
                    ]
                    // An app's own view may have no size of its own.
                    : [
                        waiting.topAnchor.constraint(equalTo: web.topAnchor),
                        waiting.bottomAnchor.constraint(equalTo: web.bottomAnchor),
                        waiting.leadingAnchor.constraint(equalTo: web.leadingAnchor),
                        waiting.trailingAnchor.constraint(equalTo: web.trailingAnchor),
                    ])
            view.backgroundColor = UIColor(theme) { $0.ground }
            page.shown = { [spinner, loadingView, web] in
                // A page that has no background of its own expects a white one.
                web.isOpaque = true
                spinner.stopAnimating()
                loadingView?.isHidden = true
            }
            // Unlike the application, the scene is there in app extensions as well.
            page.openOutside = { [weak self] url in
                self?.view.window?.windowScene?.open(url, options: nil, completionHandler: nil)
            }
            page.offer = { [weak self] file in self?.share(file) }
            page.ask = { [weak self, texts] question, asker in
                await self?.ask(question, asker, texts.ok, question.hasCancel ? texts.cancel : nil)
            }
            page.downloadFailed = { [weak self, texts] in
                Task { _ = await self?.ask(.message(texts.downloadFailed), nil, texts.ok, nil) }
            }
        }

        public override func viewDidAppear(_ animated: Bool) {
            super.viewDidAppear(animated)
            page.visit.report(.appeared)
        }

        /// Ends the visit, whoever dismissed the controller. Being covered for a while does not.
        public override func viewDidDisappear(_ animated: Bool) {
            super.viewDidDisappear(animated)
            if isMovingFromParent || isLeaving {
                page.visit.report(.dismissed)
            }
        }

        /// Whether it is dismissed, or any controller that holds it, such as a tab bar's.
        private var isLeaving: Bool {
            var holder: UIViewController? = self
            while let controller = holder {
                if controller.isBeingDismissed { return true }
                holder = controller.parent
            }
            return false
        }

        /// Styles the bar for this page only: the navigation bar may be the app's.
        private func styleBar() {
            guard theme.bar != nil else { return }
            let appearance = UINavigationBarAppearance()
            appearance.configureWithOpaqueBackground()
            appearance.backgroundColor = UIColor(theme) { $0.bar }
            appearance.titleTextAttributes = [.foregroundColor: UIColor(theme) { $0.barText }]
            navigationItem.standardAppearance = appearance
            navigationItem.scrollEdgeAppearance = appearance
            navigationItem.compactAppearance = appearance
        }

        private func share(_ file: URL) {
            let sheet = UIActivityViewController(activityItems: [file], applicationActivities: nil)
            // On an iPad the sheet is a popover, which points at something: here, at the middle of the page.
            sheet.popoverPresentationController?.sourceView = view
            sheet.popoverPresentationController?.sourceRect = CGRect(
                x: view.bounds.midX, y: view.bounds.midY, width: 0, height: 0)
            sheet.popoverPresentationController?.permittedArrowDirections = []
            present(sheet, animated: true, completion: nil)
        }

        // MARK: SigningSurface

        /// Loads an address in the web view; called by the visit.
        public func load(_ url: URL) async {
            loadViewIfNeeded()
            spinner.startAnimating()
            loadingView?.isHidden = false
            page.load(url)
        }

        /// Asks in an alert on top of everything that is shown. Returns false if the system does not show it; the
        /// person can close the page again.
        public func confirm(_ question: String) async -> Bool {
            let stay = texts.stay(on: page.visit.page)
            return await ask(.question(question), nil, texts.leave, stay, isDestructive: true) != nil
        }

        /// - Parameter asker: whose question it is, if not the app's
        /// - Returns: the entered text, or an empty one; `nil` if the person does not confirm, if another question is
        ///   open, or if the system does not show this one
        private func ask(
            _ question: PageQuestion, _ asker: String?, _ confirm: String, _ refuse: String?,
            isDestructive: Bool = false
        ) async -> String? {
            // One that went away with what it was shown over is not answered any more.
            if let asked, asked.alert.presentingViewController == nil { answer(nil, in: asked.alert) }
            // A page that asks again and again must not take the way out.
            guard asked == nil else { return nil }
            return await withCheckedContinuation { answer in
                let alert = UIAlertController(title: asker, message: question.sentence, preferredStyle: .alert)
                if let proposal = question.proposal { alert.addTextField { $0.text = proposal } }
                if let refuse {
                    alert.addAction(
                        UIAlertAction(title: refuse, style: .cancel) { [weak self, weak alert] _ in
                            self?.answer(nil, in: alert)
                        })
                }
                alert.addAction(
                    UIAlertAction(title: confirm, style: isDestructive ? .destructive : .default) {
                        [weak self, weak alert] _ in
                        self?.answer(alert?.textFields?.first?.text ?? "", in: alert)
                    })
                asked = (alert, answer)
                // A share sheet or the camera may be on top.
                var top: UIViewController = self
                while let next = top.presentedViewController, !next.isBeingDismissed { top = next }
                top.present(alert, animated: true, completion: nil)
                // UIKit does not report a question that it fails to show; the person can close the page again.
                if alert.presentingViewController == nil { self.answer(nil, in: alert) }
            }
        }

        private func answer(_ text: String?, in alert: UIAlertController?) {
            guard let asked, asked.alert === alert else { return }
            self.asked = nil
            asked.answer.resume(returning: text)
        }

        /// Withdraws the question and takes the controller off the screen. Returns when it is gone.
        public func remove() async {
            asked?.alert.dismiss(animated: false, completion: nil)
            answer(nil, in: asked?.alert)
            page.end()
            await dismissed(self)
        }
    }

    extension SigningViewController: UIAdaptivePresentationControllerDelegate {
        /// Asks, like the close control. Called when the person swipes down the sheet, which does not go by itself.
        public func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {
            page.visit.report(.closeChosen)
        }
    }

    extension UIViewController {
        var isOnScreen: Bool { viewIfLoaded?.window != nil }

        /// Whether something is shown over it, or it is being dismissed.
        var isPresenting: Bool { presentedViewController != nil || isBeingDismissed }

        /// Dismisses the presented controller with everything on top of it, such as a share sheet or the camera.
        /// Returns when it is gone; only then can something else be presented.
        func leaveScreen() async {
            // UIKit cannot dismiss a controller that is still appearing. A separate task, because the visit's may be
            // cancelled.
            await Task {
                for _ in 0..<100 where isBeingPresented { try? await Task.sleep(for: .milliseconds(20)) }
            }.value
            // UIKit does not call back for a controller that is not shown, or is being dismissed.
            guard let below = presentingViewController, !isBeingDismissed else { return }
            let gone = SingleAnswer<Void>()
            below.dismiss(animated: true) { gone.give(()) }
            await gone.value(within: .seconds(5), otherwise: ())
        }
    }

    extension UIColor {
        /// Creates a theme's color that follows the light or dark appearance of its surroundings.
        convenience init(
            _ theme: SigningTheme, _ part: @escaping @Sendable (SigningTheme.Palette) -> SigningTheme.Color
        ) {
            self.init { @Sendable traits in
                let isDark = theme.isDark(whereSystemIs: traits.userInterfaceStyle == .dark)
                return UIColor(part(theme.palette(isDark: isDark)))
            }
        }

        convenience init(_ color: SigningTheme.Color) {
            self.init(
                red: CGFloat(color.red) / 255, green: CGFloat(color.green) / 255, blue: CGFloat(color.blue) / 255,
                alpha: 1)
        }
    }
#endif
