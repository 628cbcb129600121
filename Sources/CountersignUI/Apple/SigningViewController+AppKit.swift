// Mac Catalyst has AppKit as well, and its apps are UIKit's.
#if canImport(AppKit) && canImport(WebKit) && !targetEnvironment(macCatalyst)
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
        private let spinner = NSProgressIndicator()
        private var asked: NSAlert?
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
            // The size of a sheet, where the screen is large enough.
            preferredContentSize = NSSize(width: 900, height: 760)
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
            page.view.underPageBackgroundColor = NSColor(theme) { $0.ground }
            spinner.style = .spinning
            spinner.isDisplayedWhenStopped = false
            spinner.translatesAutoresizingMaskIntoConstraints = false
            page.view.addSubview(spinner)
            NSLayoutConstraint.activate([
                spinner.centerXAnchor.constraint(equalTo: page.view.centerXAnchor),
                spinner.centerYAnchor.constraint(equalTo: page.view.centerYAnchor),
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
            page.shown = { [spinner] in spinner.stopAnimation(nil) }
            page.offer = { [weak self] file in self?.save(file) }
            page.ask = { [weak self, texts] question, asker in
                await self?.ask(question, asker, texts.ok, question.hasCancel ? texts.cancel : nil)
            }
            page.downloadFailed = { [weak self, texts] in
                Task { _ = await self?.ask(.message(texts.downloadFailed), nil, texts.ok, nil) }
            }
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

        /// Lets the person choose where a file is saved.
        private func save(_ file: URL) {
            // The file is gone when the visit ends, which may be before the person has chosen.
            guard let content = try? Data(contentsOf: file) else { return page.downloadFailed() }
            let panel = NSSavePanel()
            panel.nameFieldStringValue = file.lastPathComponent
            Task {
                guard await panel.begin() == .OK, let place = panel.url else { return }
                // The panel has asked whether a file of that name is to be replaced.
                if (try? content.write(to: place, options: .atomic)) == nil { page.downloadFailed() }
            }
        }

        // MARK: SigningSurface

        /// Loads an address in the web view; called by the visit.
        public func load(_ url: URL) async {
            loadViewIfNeeded()
            spinner.startAnimation(nil)
            page.load(url)
        }

        /// Asks in a sheet of the window, with the texts ``PresenterTexts/leave`` and ``PresenterTexts/stay``. Without
        /// a window nobody can be asked, and the answer is true.
        public func confirm(_ question: String) async -> Bool {
            guard view.window != nil else { return true }
            let stay = texts.stay(on: page.visit.page)
            return await ask(.question(question), nil, texts.leave, stay, proposesRefusal: true) != nil
        }

        /// - Parameter asker: whose question it is, if not the app's
        /// - Returns: the entered text, or an empty one; `nil` if the person does not confirm, if another question is
        ///   open, or without a window
        private func ask(
            _ question: PageQuestion, _ asker: String?, _ confirm: String, _ refuse: String?,
            proposesRefusal: Bool = false
        ) async -> String? {
            // A page that asks again and again must not take the way out.
            guard asked == nil, let window = view.window else { return nil }
            let alert = NSAlert()
            alert.messageText = asker ?? question.sentence
            if asker != nil { alert.informativeText = question.sentence }
            // The first button is the one that Return presses.
            let buttons = proposesRefusal ? [refuse, confirm] : [confirm, refuse]
            for button in buttons.compactMap(\.self) { alert.addButton(withTitle: button) }
            var entry: NSTextField?
            if let proposal = question.proposal {
                let field = NSTextField(string: proposal)
                field.frame = NSRect(x: 0, y: 0, width: 300, height: 24)
                alert.accessoryView = field
                entry = field
            }
            let confirming: NSApplication.ModalResponse =
                proposesRefusal ? .alertSecondButtonReturn : .alertFirstButtonReturn
            asked = alert
            defer { asked = nil }
            let response = await alert.beginSheetModal(for: window)
            return response == confirming ? entry?.stringValue ?? "" : nil
        }

        /// Withdraws the question and takes the controller off the screen. Returns when it is gone.
        public func remove() async {
            // That is an answer as well: not the confirming one.
            if let asked { view.window?.endSheet(asked.window) }
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

    extension NSColor {
        /// Creates a theme's color that follows the light or dark appearance of its surroundings.
        convenience init(
            _ theme: SigningTheme, _ part: @escaping @Sendable (SigningTheme.Palette) -> SigningTheme.Color
        ) {
            self.init(name: nil) { @Sendable appearance in
                let systemIsDark = appearance.bestMatch(from: [.aqua, .darkAqua]) == .darkAqua
                let color = part(theme.palette(isDark: theme.isDark(whereSystemIs: systemIsDark)))
                return NSColor(
                    srgbRed: CGFloat(color.red) / 255, green: CGFloat(color.green) / 255,
                    blue: CGFloat(color.blue) / 255, alpha: 1)
            }
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
