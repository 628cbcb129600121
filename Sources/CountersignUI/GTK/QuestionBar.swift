#if canImport(CWebKitGTK)
    import CWebKitGTK

    /// A question between the bar and the page, with two buttons. It works even if the page hangs. It needs no second
    /// window, for which a kiosk has no window manager.
    @GTKActor
    final class QuestionBar {
        let widget: Widget
        let yes: Widget
        let no: Widget
        private let label: Widget
        private var asked: (id: Int, answer: CheckedContinuation<Bool, Never>)?
        private var count = 0

        init?(_ style: ThemeStyle) {
            // The buttons are below the text, which fits even the narrowest window.
            final class Weakly { weak var bar: QuestionBar? }
            let own = Weakly()
            guard let widget = Widget.box(vertical: true, spacing: 12), let label = Widget.label("", wraps: true),
                let buttons = Widget.box(vertical: false, spacing: 12),
                let yes = Widget.button("", { own.bar?.answer(true) }),
                let no = Widget.button("", { own.bar?.answer(false) })
            else { return nil }
            (self.widget, self.label, self.yes, self.no) = (widget, label, yes, no)
            own.bar = self
            widget.style(style.ground)
            label.style(style.text(points: 12))
            yes.style(style.quietButton(onBar: false))
            no.style(style.mainButton)
            label.margin(0)
            gtk_widget_set_margin_top(label.raw, 16)
            gtk_widget_set_margin_start(label.raw, 16)
            gtk_widget_set_margin_end(label.raw, 16)
            gtk_widget_set_margin_start(buttons.raw, 16)
            gtk_widget_set_margin_bottom(buttons.raw, 16)
            buttons.pack(no)
            buttons.pack(yes)
            widget.pack(label)
            widget.pack(buttons)
            // Escape gives the harmless answer.
            widget.connect("key-press-event") { [weak self] values in
                guard let event = values.pointer(1) else { return false }
                var key: guint = 0
                let typed = UnsafeMutablePointer<GdkEvent>(OpaquePointer(event))
                guard gdk_event_get_keyval(typed, &key) != 0, key == guint(GDK_KEY_Escape) else { return false }
                self?.answer(false)
                return true
            }
        }

        /// Asks, and waits for the answer. A newer question replaces this one, which then counts as answered with no.
        func ask(_ text: String, yes: String, no: String) async -> Bool {
            answer(false)
            count += 1
            let id = count
            gtk_label_set_text(label.as(GtkLabel.self), text)
            gtk_button_set_label(self.yes.as(GtkButton.self), yes)
            gtk_button_set_label(self.no.as(GtkButton.self), no)
            widget.isVisible = true
            gtk_widget_grab_focus(self.no.raw)
            return await withTaskCancellationHandler {
                await withCheckedContinuation { asked = (id, $0) }
            } onCancel: {
                Task { @GTKActor in if self.asked?.id == id { self.answer(false) } }
            }
        }

        var isAsking: Bool { asked != nil }

        func answer(_ isYes: Bool) {
            guard let asked else { return }
            self.asked = nil
            widget.isVisible = false
            asked.answer.resume(returning: isYes)
        }

        /// Withdraws the question without an answer.
        func withdraw() { answer(false) }
    }
#endif
