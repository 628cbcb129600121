#if canImport(CWebKitGTK)
    import CWebKitGTK
    import Countersign
    import Foundation

    /// The window of one visit: a bar with the close control, an area for questions, and the page.
    @GTKActor
    package final class SigningWindow: SigningSurface {
        let visit: SigningVisit
        let presentation: GTKPresentation
        let window: Widget
        let bar: Widget
        let close: Widget
        let question: QuestionBar
        private let pages: Widget
        let view: PageView
        private var isRemoved = false

        static func open(_ visit: SigningVisit, _ presentation: GTKPresentation) -> SigningWindow? {
            guard GTKLoop.hasDisplay else { return nil }
            return SigningWindow(visit, presentation)
        }

        private init?(_ visit: SigningVisit, _ presentation: GTKPresentation) {
            let style = ThemeStyle(presentation.theme)
            let texts = presentation.texts
            guard let window = Widget(gtk_window_new(GTK_WINDOW_TOPLEVEL)), let column = Widget.box(vertical: true),
                let bar = Widget.box(vertical: false, spacing: 12),
                let title = Widget.label(texts.title(of: visit.page)),
                let close = Widget.button(texts.close, { visit.report(.closeChosen) }),
                let question = QuestionBar(style), let pages = Widget(gtk_stack_new()),
                let loading = Widget.box(vertical: true, spacing: 12), let spinner = Widget(gtk_spinner_new()),
                let word = Widget.label(texts.loading), let view = PageView(visit, presentation)
            else { return nil }
            (self.visit, self.presentation, self.window, self.bar, self.close, self.question) =
                (visit, presentation, window, bar, close, question)
            (self.pages, self.view) = (pages, view)

            window.style(style.ground)
            bar.style(style.bar)
            title.style(style.text(points: 12, isBold: true, onBar: true))
            close.style(style.quietButton(onBar: true))
            word.style(style.text(points: 12))
            gtk_label_set_xalign(word.as(GtkLabel.self), 0.5)
            gtk_widget_set_margin_start(title.raw, 16)
            close.margin(8)
            bar.pack(title, grows: true)
            bar.pack(close)
            gtk_widget_set_valign(loading.raw, GTK_ALIGN_CENTER)
            gtk_widget_set_size_request(spinner.raw, 32, 32)
            gtk_spinner_start(spinner.as(GtkSpinner.self))
            loading.pack(spinner)
            loading.pack(word)
            let own = presentation.loading?().flatMap { Widget(UnsafeMutablePointer<GtkWidget>($0)) }
            gtk_stack_add_named(pages.as(GtkStack.self), own?.raw ?? loading.raw, "loading")
            gtk_stack_add_named(pages.as(GtkStack.self), view.widget.raw, "page")
            column.pack(bar)
            column.pack(question.widget)
            column.pack(pages, grows: true)
            window.add(column)
            arrange()
        }

        private func arrange() {
            let raw = window.as(GtkWindow.self)
            gtk_window_set_title(raw, presentation.texts.title(of: visit.page))
            switch presentation.mode {
            case .window(let width, let height): gtk_window_set_default_size(raw, Int32(width), Int32(height))
            case .kiosk:
                gtk_window_set_decorated(raw, 0)
                gtk_window_set_keep_above(raw, 1)
                gtk_window_fullscreen(raw)
                // Without a window manager, the size has to be set instead.
                if let size = Widget.screenSize() { gtk_window_set_default_size(raw, size.width, size.height) }
            }
            let visit = visit
            window.connect("delete-event") { _ in
                visit.report(.closeChosen)
                return true
            }
            view.shown = { [weak self] in self?.show("page") }
            view.asks = { [weak self] text, yes, no in await self?.question.ask(text, yes: yes, no: no) ?? false }
            gtk_widget_show_all(window.raw)
            question.widget.isVisible = false
            show("loading")
        }

        /// The text of the label that is shown instead of a page, if it is one; for tests.
        package var shownWords: String? {
            guard let child = gtk_stack_get_visible_child(pages.as(GtkStack.self)) else { return nil }
            let instance = UnsafeMutableRawPointer(child).assumingMemoryBound(to: GTypeInstance.self)
            guard g_type_check_instance_is_a(instance, gtk_label_get_type()) != 0 else { return nil }
            let label = UnsafeMutableRawPointer(child).assumingMemoryBound(to: GtkLabel.self)
            return gtk_label_get_text(label).map { String(cString: $0) }
        }

        private func show(_ name: String) {
            guard !isRemoved else { return }
            gtk_stack_set_visible_child_name(pages.as(GtkStack.self), name)
            if name == "page" { gtk_widget_grab_focus(view.widget.raw) }
        }

        // MARK: SigningSurface

        package func load(_ url: URL) async {
            guard !isRemoved else { return }
            show("loading")
            view.load(url)
        }

        package func confirm(_ text: String) async -> Bool {
            guard !isRemoved else { return false }
            let isConfirmed = await question.ask(
                text, yes: presentation.texts.leave, no: presentation.texts.stay(on: visit.page))
            if !isRemoved, !isConfirmed { gtk_widget_grab_focus(view.widget.raw) }
            return isConfirmed
        }

        package func remove() async {
            guard !isRemoved else { return }
            isRemoved = true
            question.withdraw()
            view.end()
            gtk_widget_destroy(window.raw)
        }
    }
#endif
