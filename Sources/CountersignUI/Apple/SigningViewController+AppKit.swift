#if canImport(AppKit) && canImport(WebKit)
    import AppKit
    import Countersign
    import Foundation
    import SwiftUI
    import WebKit

    /// Shows one signing page in a view controller with a close control.
    @MainActor
    public final class SigningViewController: NSViewController, SigningSurface {
        private let page: PageWebView
        private let theme: SigningTheme
        private let texts: PresenterTexts
        private var asked: (alert: NSAlert, answer: CheckedContinuation<Bool, Never>)?
        /// Takes the controller off the screen.
        var dismissed: @MainActor (SigningViewController) async -> Void = { $0.dismiss(nil) }

        /// Run the visit on the controller once it is on the screen: `await visit.run(on: controller)`.
        public init(
            _ visit: SigningVisit, theme: SigningTheme = SigningTheme(), texts: PresenterTexts = PresenterTexts()
        ) {
            (page, self.theme, self.texts) = (PageWebView(visit), theme, texts)
            super.init(nibName: nil, bundle: nil)
            title = texts.title
        }

        @available(*, unavailable)
        public required init?(coder: NSCoder) { nil }

        public override func loadView() {
            let palette = theme.palette(isDark: theme.appearance == .dark)
            let close = NSHostingView(
                rootView: CloseBar(title: texts.title, close: texts.close, palette: palette) { [page] in
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

        private func share(_ file: URL) {
            NSSharingServicePicker(items: [file]).show(relativeTo: view.bounds, of: view, preferredEdge: .minY)
        }

        // MARK: SigningSurface

        public func load(_ url: URL) async {
            loadViewIfNeeded()
            page.load(url)
        }

        public func confirm(_ question: String) async -> Bool {
            guard let window = view.window else { return true }
            let alert = NSAlert()
            alert.messageText = question
            alert.addButton(withTitle: texts.stay)
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

        public func remove() async {
            if let asked { view.window?.endSheet(asked.alert.window) }
            answer(false)
            page.end()
            await dismissed(self)
        }
    }

    /// The title and the close control above the page.
    private struct CloseBar: View {
        let title: String
        let close: String
        let palette: SigningTheme.Palette
        let act: @MainActor () -> Void

        var body: some View {
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
