#if canImport(CWebKitGTK)
    import CWebKitGTK
    import Countersign
    import Foundation

    /// The web view of one visit. Reports events, and carries out the visit's decisions.
    @GTKActor
    final class PageView {
        let widget: Widget
        let visit: SigningVisit
        let presentation: GTKPresentation
        private let context: UnsafeMutablePointer<WebKitWebContext>
        private let answers: PageAnswers?
        let downloads: PageDownloads
        /// Called when the page starts to show.
        var shown: @GTKActor () -> Void = {}
        /// Asks the person a question; the arguments are the question and the texts for yes and no.
        var asks: @GTKActor (String, String, String) async -> Bool = { _, _, _ in false }
        private(set) var isEnded = false
        /// Whether a page has started to show since the visit's last load request.
        private(set) var hasShown = false
        /// The address for which the page has left in the current load, already handled.
        private var left: String?

        var view: UnsafeMutablePointer<WebKitWebView> { widget.as(WebKitWebView.self) }

        init?(_ visit: SigningVisit, _ presentation: GTKPresentation) {
            // Nothing of a visit is stored: cookies, storage and caches live in memory until the view is gone.
            guard let context = webkit_web_context_new_ephemeral(),
                let widget = Widget(webkit_web_view_new_with_context(context))
            else { return nil }
            (self.visit, self.presentation, self.context, self.widget) = (visit, presentation, context, widget)
            downloads = PageDownloads(presentation, window: widget)
            if case .host(let host) = visit.page.source {
                answers = PageAnswers(host, PageAppearance(appearance: presentation.theme.appearance))
                answers?.register(in: context)
            } else {
                answers = nil
            }
            if let settings = webkit_web_view_get_settings(view) {
                webkit_settings_set_enable_page_cache(settings, 0)
                webkit_settings_set_javascript_can_open_windows_automatically(settings, 0)
                webkit_settings_set_enable_developer_extras(settings, 0)
            }
            connect()
            if case .embedded = visit.page.source { receiveMessages() }
        }

        func load(_ url: URL) {
            hasShown = false
            if case .embedded(let page) = visit.page.source {
                webkit_web_view_load_html(view, page.html, url.absoluteString)
            } else {
                webkit_web_view_load_uri(view, url.absoluteString)
            }
        }

        /// Loads another page of the visit, instead of opening a new window.
        func loadHere(_ url: URL) { webkit_web_view_load_uri(view, url.absoluteString) }

        /// Stops all reports and decisions.
        func end() {
            guard !isEnded else { return }
            isEnded = true
            downloads.end()
            webkit_web_view_stop_loading(view)
            g_object_unref(context)
        }

        // MARK: What happens

        private func connect() {
            widget.connect("load-changed") { [weak self] values in
                guard let self, !isEnded else { return false }
                switch values.number(1) {
                case Int(WEBKIT_LOAD_STARTED.rawValue): left = nil
                case Int(WEBKIT_LOAD_COMMITTED.rawValue):
                    hasShown = true
                    visit.report(.shown)
                    shown()
                default: break
                }
                return false
            }
            // The page's own address, never a frame's, including that of a load that has only started.
            widget.connect("notify::uri") { [weak self] _ in
                // Not inside WebKit's notification.
                Task { self?.followAddress() }
                return false
            }
            widget.connect("load-failed") { [weak self] values in
                guard let self, !isEnded, let error = values.pointer(3) else { return true }
                loadFailed(error.assumingMemoryBound(to: GError.self).pointee, of: values.text(2) ?? "")
                return true
            }
            widget.connect("load-failed-with-tls-errors") { [weak self] values in
                if self?.follow(values.text(1)) == true { return true }
                let host = values.text(1).flatMap { URL(string: $0)?.host() } ?? "the server"
                self?.visit.report(.loadFailed(reason: "The certificate of \(host) is not trusted."))
                return true
            }
            widget.connect("web-process-terminated") { [weak self] _ in
                guard let self, !isEnded else { return true }
                visit.report(.lost)
                return true
            }
            widget.connect("decide-policy") { [weak self] values in
                guard let self, !isEnded, let decision = values.object(1) else { return false }
                return PageNavigation(self).decide(decision, kind: values.number(2))
            }
            widget.connect("permission-request") { [weak self] values in
                guard let self, let request = values.object(1) else { return false }
                return permission(request)
            }
            // A kiosk gives nobody access to its files, and offers nothing but the page.
            let isKiosk = presentation.isKiosk
            widget.connect("run-file-chooser") { values in
                guard isKiosk, let request = values.object(1) else { return false }
                webkit_file_chooser_request_cancel(.init(request))
                return true
            }
            widget.connect("context-menu") { _ in isKiosk }
            widget.connect("print") { _ in isKiosk }
            widget.connect("close") { [weak self] _ in
                // A script closed its window; treated like the close control.
                self?.visit.report(.closeChosen)
                return true
            }
            downloads.watch(context)
        }

        /// Passes on what the bundled page posts. The web view's messages do not keep this object alive.
        private func receiveMessages() {
            guard let manager = webkit_web_view_get_user_content_manager(view) else { return }
            let signal = "script-message-received::\(EmbeddedPage.messageHandler)"
            Signals.connect(UnsafeMutableRawPointer(manager), signal) { [weak self] values in
                guard let self, !isEnded, let result = values.pointer(1),
                    let value = webkit_javascript_result_get_js_value(OpaquePointer(result)),
                    let text = jsc_value_to_string(value)
                else { return false }
                visit.report(.message(String(cString: text)))
                g_free(text)
                return false
            }
            webkit_user_content_manager_register_script_message_handler(manager, EmbeddedPage.messageHandler)
        }

        private func followAddress() {
            guard !isEnded, let address = webkit_web_view_get_uri(view) else { return }
            follow(String(cString: address))
        }

        /// - Returns: whether the page leaves for the address; true only once
        @discardableResult
        private func follow(_ address: String?) -> Bool {
            guard let address, !isEnded else { return false }
            if left == nil, PageNavigation(self).moved(to: address) { left = address }
            return left == address
        }

        /// Handles a failed load. A load replaced by another one, or stopped by the policy, is not a failure.
        private func loadFailed(_ error: GError, of address: String) {
            let isCancelled =
                error.domain == webkit_network_error_quark()
                && error.code == Int32(WEBKIT_NETWORK_ERROR_CANCELLED.rawValue)
            let isRefused =
                error.domain == webkit_policy_error_quark()
                && error.code == Int32(WEBKIT_POLICY_ERROR_FRAME_LOAD_INTERRUPTED_BY_POLICY_CHANGE.rawValue)
            // An address that cannot be loaded may be one that is handled outside the web view.
            if !isCancelled, !isRefused, follow(address) { return }
            let isGivenUp = isCancelled || error.domain == webkit_policy_error_quark()
            guard !isGivenUp else { return }
            let host = URL(string: address)?.host() ?? "the signing page"
            visit.report(
                .loadFailed(reason: "\(host) could not be loaded: \(error.message.map { String(cString: $0) } ?? "")"))
        }

        /// Allows the camera, for pages that photograph a document, after the person has agreed; nothing else.
        private func permission(_ request: OpaquePointer) -> Bool {
            let isMedia =
                g_type_check_instance_is_a(
                    UnsafeMutablePointer(request), webkit_user_media_permission_request_get_type()) != 0
            guard isMedia, !presentation.isKiosk, visit.page.allowsCamera,
                webkit_user_media_permission_is_for_video_device(.init(request)) != 0,
                webkit_user_media_permission_is_for_audio_device(.init(request)) == 0
            else {
                webkit_permission_request_deny(request)
                return true
            }
            g_object_ref(UnsafeMutableRawPointer(request))
            let texts = presentation.texts
            Task {
                if await asks(texts.cameraQuestion, texts.allow, texts.refuse) {
                    webkit_permission_request_allow(request)
                } else {
                    webkit_permission_request_deny(request)
                }
                g_object_unref(UnsafeMutableRawPointer(request))
            }
            return true
        }
    }
#endif
