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
        private var asked: (alert: UIAlertController, answer: CheckedContinuation<Bool, Never>)?
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
            // Swiping a sheet down must ask too, like the close control.
            isModalInPresentation = true
        }

        /// Not available: a controller needs a visit.
        @available(*, unavailable)
        public required init?(coder: NSCoder) { nil }

        public override func viewDidLoad() {
            super.viewDidLoad()
            let web = page.view
            web.translatesAutoresizingMaskIntoConstraints = false
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
                waiting.centerXAnchor.constraint(equalTo: view.centerXAnchor),
                waiting.centerYAnchor.constraint(equalTo: view.centerYAnchor),
            ])
            view.backgroundColor = UIColor(theme) { $0.ground }
            page.shown = { [spinner, loadingView] in
                spinner.stopAnimating()
                loadingView?.isHidden = true
            }
            page.openOutside = { url in UIApplication.shared.open(url, options: [:], completionHandler: nil) }
            page.offer = { [weak self] file in self?.share(file) }
        }

        public override func viewDidAppear(_ animated: Bool) {
            super.viewDidAppear(animated)
            page.visit.report(.appeared)
        }

        /// Ends the visit, whoever dismissed the controller. Being covered for a while does not.
        public override func viewDidDisappear(_ animated: Bool) {
            super.viewDidDisappear(animated)
            if isBeingDismissed || isMovingFromParent || navigationController?.isBeingDismissed == true {
                page.visit.report(.dismissed)
            }
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
            sheet.popoverPresentationController?.sourceView = view
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
            await withCheckedContinuation { answer in
                let alert = UIAlertController(title: nil, message: question, preferredStyle: .alert)
                alert.addAction(
                    UIAlertAction(title: texts.stay(on: page.visit.page), style: .cancel) { [weak self] _ in
                        self?.answer(false)
                    })
                alert.addAction(
                    UIAlertAction(title: texts.leave, style: .destructive) { [weak self] _ in self?.answer(true) })
                asked = (alert, answer)
                // A share sheet or the camera may be on top.
                var top: UIViewController = self
                while let next = top.presentedViewController, !next.isBeingDismissed { top = next }
                top.present(alert, animated: true, completion: nil)
                // UIKit does not report a question that it fails to show; the person can close the page again.
                if alert.presentingViewController == nil { self.answer(false) }
            }
        }

        private func answer(_ isConfirmed: Bool) {
            asked?.answer.resume(returning: isConfirmed)
            asked = nil
        }

        /// Withdraws the question and takes the controller off the screen. Returns when it is gone.
        public func remove() async {
            asked?.alert.dismiss(animated: false, completion: nil)
            answer(false)
            page.end()
            await dismissed(self)
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
