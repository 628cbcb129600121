#if canImport(CWebKitGTK)
    import CWebKitGTK
    import ClientSupport
    import Countersign
    import Foundation

    /// The window of one sign-in: a bar with the page's host and the close control, and the page.
    @GTKActor
    package final class AuthorizationWindow {
        let window: Widget
        private let page: Widget
        private let context: UnsafeMutablePointer<WebKitWebContext>
        private let host: Widget
        private let target: RedirectTarget
        private let ended = SingleAnswer<URL?>()
        private var isEnded = false

        var view: UnsafeMutablePointer<WebKitWebView> { page.as(WebKitWebView.self) }

        static func open(_ page: URL, _ redirectURL: URL, _ presentation: GTKPresentation) -> AuthorizationWindow? {
            guard GTKLoop.hasDisplay, let window = AuthorizationWindow(redirectURL, presentation) else { return nil }
            webkit_web_view_load_uri(window.view, page.absoluteString)
            return window
        }

        private init?(_ redirectURL: URL, _ presentation: GTKPresentation) {
            let style = ThemeStyle(presentation.theme)
            guard let context = webkit_web_context_new_ephemeral(),
                let page = Widget(webkit_web_view_new_with_context(context)),
                let window = Widget(gtk_window_new(GTK_WINDOW_TOPLEVEL)), let column = Widget.box(vertical: true),
                let bar = Widget.box(vertical: false, spacing: 12), let host = Widget.label("")
            else { return nil }
            (self.window, self.page, self.context, self.host) = (window, page, context, host)
            target = RedirectTarget(redirectURL)
            guard let close = Widget.button(presentation.texts.close, { [weak self] in self?.end(nil) }) else {
                return nil
            }
            window.style(style.ground)
            bar.style(style.bar)
            host.style(style.text(points: 12, isBold: true, onBar: true))
            close.style(style.quietButton(onBar: true))
            gtk_widget_set_margin_start(host.raw, 16)
            close.margin(8)
            bar.pack(host, grows: true)
            bar.pack(close)
            column.pack(bar)
            column.pack(page, grows: true)
            window.add(column)
            let raw = window.as(GtkWindow.self)
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
            page.connect("decide-policy") { [weak self] values in
                guard let self, !isEnded, let decision = values.object(1) else { return false }
                return decide(UnsafeMutablePointer(decision), kind: values.number(2))
            }
            page.connect("notify::uri") { [weak self] _ in
                self?.showHost()
                return false
            }
            gtk_widget_show_all(window.raw)
        }

        /// The host that the page comes from, so that people see where they enter a code.
        private func showHost() {
            guard !isEnded, let address = webkit_web_view_get_uri(view) else { return }
            let name = URL(string: String(cString: address))?.host() ?? ""
            gtk_label_set_text(host.as(GtkLabel.self), name)
            gtk_window_set_title(window.as(GtkWindow.self), name)
        }

        /// - Returns: whether the decision has been made
        private func decide(_ policy: UnsafeMutablePointer<WebKitPolicyDecision>, kind: Int) -> Bool {
            guard kind != Int(WEBKIT_POLICY_DECISION_TYPE_RESPONSE.rawValue) else { return false }
            let decision = UnsafeMutableRawPointer(policy).assumingMemoryBound(to: WebKitNavigationPolicyDecision.self)
            let action = webkit_navigation_policy_decision_get_navigation_action(decision)
            let address = webkit_uri_request_get_uri(webkit_navigation_action_get_request(action))
            let text = address.map { String(cString: $0) } ?? ""
            if target.isReached(by: text), let url = URL(string: text) {
                webkit_policy_decision_ignore(policy)
                end(url)
            } else if !RedirectTarget.isPage(text) {
                webkit_policy_decision_ignore(policy)
            } else if kind == Int(WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION.rawValue) {
                webkit_policy_decision_ignore(policy)
                webkit_web_view_load_uri(view, text)
            } else {
                webkit_policy_decision_use(policy)
            }
            return true
        }

        /// Returns the address that the page led back to; `nil` if the person gave up or the task was cancelled.
        func answer() async -> URL? {
            let address = await ended.value(whenCancelled: nil)
            end(address)
            return address
        }

        /// Ends the sign-in once, and closes the window.
        package func end(_ address: URL?) {
            guard !isEnded else { return }
            isEnded = true
            ended.give(address)
            webkit_web_view_stop_loading(view)
            // Not inside a handler of the page's own.
            Task { @GTKActor in
                gtk_widget_destroy(window.raw)
                g_object_unref(context)
            }
        }
    }
#endif
