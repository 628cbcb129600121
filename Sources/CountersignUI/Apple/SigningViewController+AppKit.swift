#if canImport(AppKit) && canImport(WebKit)
    import AppKit
    import Countersign
    import Foundation
    import SwiftUI
    import WebKit

    /// Shows one signing page, with a close control, in a view controller.
    @MainActor
    public final class SigningViewController: NSViewController, SigningSurface {
        private let page: PageWebView
        private let theme: SigningTheme
        private let texts: PresenterTexts
        private var asked: (alert: NSAlert, answer: CheckedContinuation<Bool, Never>)?
        /// Whether it was presented over another controller, rather than embedded in one by the app.
        private var isSheet = false
        /// Takes the controller off the screen, and returns when it is gone.
        var dismissed: @MainActor (SigningViewController) async -> Void = { await $0.leaveScreen() }

        /// Creates a controller. Once it is on the screen, run the visit on it: `await visit.run(on: controller)`.
        public init(
            _ visit: SigningVisit, theme: SigningTheme = SigningTheme(), texts: PresenterTexts = PresenterTexts()
        ) {
            (page, self.theme, self.texts) = (PageWebView(visit), theme, texts)
            super.init(nibName: nil, bundle: nil)
            title = texts.title(of: visit.page)
        }

        /// Not available: a controller needs a visit.
        @available(*, unavailable)
        public required init?(coder: NSCoder) { nil }

        public override func loadView() {
            let close = NSHostingView(
                rootView: CloseBar(title: texts.title(of: page.visit.page), close: texts.close, theme: theme) {
                    [page] in
                    page.visit.report(.closeChosen)
                })
            let column = NSStackView(views: [close, page.view])
            column.orientation = .vertical
            column.spacing = 0
            column.translatesAutoresizingMaskIntoConstraints = false
            page.view.translatesAutoresizingMaskIntoConstraints = false
            NSLayoutConstraint.activate([
                page.view.widthAnchor.constraint(equalTo: column.widthAnchor),
                close.widthAnchor.constraint(equalTo: column.widthAnchor),
                column.widthAnchor.constraint(greaterThanOrEqualToConstant: 360),
                column.heightAnchor.constraint(greaterThanOrEqualToConstant: 480),
            ])
            switch theme.appearance {
            case .system: break
            case .light: column.appearance = NSAppearance(named: .aqua)
            case .dark: column.appearance = NSAppearance(named: .darkAqua)
            }
            view = column
            page.openOutside = { url in _ = NSWorkspace.shared.open(url) }
            page.offer = { [weak self] file in self?.share(file) }
            page.chooseFiles = { isForSeveral in
                let panel = NSOpenPanel()
                panel.allowsMultipleSelection = isForSeveral
                return await panel.begin() == .OK ? panel.urls : nil
            }
        }

        public override func viewDidAppear() {
            super.viewDidAppear()
            page.visit.report(.appeared)
        }

        /// Ends the visit, whoever dismissed the sheet.
        public override func viewDidDisappear() {
            super.viewDidDisappear()
            guard isSheet else { return }
            // AppKit clears `presentingViewController` after this call.
            Task { if presentingViewController == nil { page.visit.report(.dismissed) } }
        }

        public override func viewWillAppear() {
            super.viewWillAppear()
            isSheet = presentingViewController != nil
        }

        private func share(_ file: URL) {
            NSSharingServicePicker(items: [file]).show(relativeTo: view.bounds, of: view, preferredEdge: .minY)
        }

        // MARK: SigningSurface

        /// Loads an address in the web view; called by the visit.
        public func load(_ url: URL) async {
            loadViewIfNeeded()
            page.load(url)
        }

        /// Asks in a sheet of the window, with the texts ``PresenterTexts/leave`` and ``PresenterTexts/stay``. Without
        /// a window nobody can be asked, and the answer is true.
        public func confirm(_ question: String) async -> Bool {
            guard let window = view.window else { return true }
            let alert = NSAlert()
            alert.messageText = question
            alert.addButton(withTitle: texts.stay(on: page.visit.page))
            alert.addButton(withTitle: texts.leave)
            return await withCheckedContinuation { answer in
                asked = (alert, answer)
                alert.beginSheetModal(for: window) { [weak self] response in
                    self?.answer(response == .alertSecondButtonReturn)
                }
            }
        }

        private func answer(_ isConfirmed: Bool) {
            asked?.answer.resume(returning: isConfirmed)
            asked = nil
        }

        /// Withdraws the question and takes the controller off the screen. Returns when it is gone.
        public func remove() async {
            if let asked { view.window?.endSheet(asked.alert.window) }
            answer(false)
            page.end()
            await dismissed(self)
        }
    }

    extension NSViewController {
        var isOnScreen: Bool { isViewLoaded && view.window?.isVisible == true }

        /// Whether its window already has a sheet; a second one would wait behind it.
        var isPresenting: Bool { isViewLoaded && view.window?.attachedSheet != nil }

        /// Dismisses the controller and returns when it is gone. Only then can another sheet be presented.
        func leaveScreen() async {
            guard presentingViewController != nil else { return }
            dismiss(nil)
            // A separate task, because the visit's may be cancelled. AppKit does not report when a sheet's animation
            // has ended.
            await Task {
                for _ in 0..<100 where isOnScreen { try? await Task.sleep(for: .milliseconds(20)) }
            }.value
        }
    }

    /// The title and the close control above the page.
    private struct CloseBar: View {
        let title: String
        let close: String
        let theme: SigningTheme
        let act: @MainActor () -> Void
        @Environment(\.colorScheme) private var scheme

        var body: some View {
            let palette = theme.palette(isDark: theme.isDark(whereSystemIs: scheme == .dark))
            HStack(spacing: 12) {
                Text(title).foregroundStyle(Color(palette.barText))
                Spacer()
                Button(close, action: act)
            }
            .padding()
            .background(Color(palette.bar))
        }
    }
#endif
