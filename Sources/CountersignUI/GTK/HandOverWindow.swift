#if canImport(CWebKitGTK)
    import CWebKitGTK
    import Countersign

    /// The window that asks for one hand-over, in large letters.
    @GTKActor
    package final class HandOverWindow {
        let window: Widget
        private var waiting: CheckedContinuation<Int?, Never>?
        /// `nil` until there is an answer.
        private var answered: Int??

        static func open(_ question: HandOverQuestion, _ presentation: GTKPresentation) -> HandOverWindow? {
            guard GTKLoop.hasDisplay else { return nil }
            return HandOverWindow(question, presentation)
        }

        private init?(_ question: HandOverQuestion, _ presentation: GTKPresentation) {
            let style = ThemeStyle(presentation.theme)
            guard let window = Widget(gtk_window_new(GTK_WINDOW_TOPLEVEL)),
                let scrolled = Widget(gtk_scrolled_window_new(nil, nil)),
                let column = Widget.box(vertical: true, spacing: 20),
                let title = Widget.label(question.title, wraps: true),
                let note = Widget.label(question.note, wraps: true)
            else { return nil }
            self.window = window
            window.style(style.ground)
            title.style(style.text(points: 26, isBold: true))
            note.style(style.text(points: 16))
            column.margin(24)
            gtk_widget_set_valign(column.raw, GTK_ALIGN_CENTER)
            if Self.width(presentation) >= 2 * Self.columnWidth {
                gtk_widget_set_halign(column.raw, GTK_ALIGN_CENTER)
                gtk_widget_set_size_request(column.raw, Self.columnWidth, -1)
            }
            column.pack(title)
            column.pack(note)
            for (index, text) in question.choices.enumerated() {
                add(text, to: column, style.mainButton, points: 64) { [weak self] in self?.end(index) }
            }
            add(question.notNow, to: column, style.quietButton(onBar: false), points: 52) { [weak self] in
                self?.end(nil)
            }
            gtk_scrolled_window_set_policy(scrolled.as(GtkScrolledWindow.self), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
            scrolled.add(column)
            window.add(scrolled)
            let raw = window.as(GtkWindow.self)
            gtk_window_set_title(raw, question.title)
            switch presentation.mode {
            case .window(let width, let height): gtk_window_set_default_size(raw, Int32(width), Int32(height))
            case .kiosk:
                gtk_window_set_decorated(raw, 0)
                gtk_window_fullscreen(raw)
                if let size = Widget.screenSize() { gtk_window_set_default_size(raw, size.width, size.height) }
            }
            window.connect("delete-event") { [weak self] _ in
                self?.end(nil)
                return true
            }
            gtk_widget_show_all(window.raw)
        }

        /// The minimum width of the question in a window at least twice as wide; it fills a narrower window.
        private static let columnWidth: Int32 = 520

        private static func width(_ presentation: GTKPresentation) -> Int32 {
            switch presentation.mode {
            case .window(let width, _): Int32(width)
            case .kiosk: Widget.screenSize()?.width ?? 0
            }
        }

        private func add(
            _ text: String, to column: Widget, _ css: String, points: Int32, _ act: @escaping @GTKActor () -> Void
        ) {
            guard let button = Widget.button(text, act) else { return }
            button.style(css)
            gtk_widget_set_size_request(button.raw, 44, points)
            // Truncate a long name instead of widening the window.
            if let label = Widget(gtk_bin_get_child(button.as(GtkBin.self))) {
                gtk_label_set_ellipsize(label.as(GtkLabel.self), PANGO_ELLIPSIZE_END)
            }
            column.pack(button)
        }

        func answer() async -> Int? {
            await withTaskCancellationHandler {
                if let answered { return answered }
                return await withCheckedContinuation { waiting = $0 }
            } onCancel: {
                Task { @GTKActor in self.end(nil) }
            }
        }

        /// Ends the question with an answer, once, and closes the window.
        package func end(_ answer: Int?) {
            guard answered == nil else { return }
            answered = .some(answer)
            gtk_widget_destroy(window.raw)
            waiting?.resume(returning: answer)
            waiting = nil
        }
    }
#endif
