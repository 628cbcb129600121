#if canImport(CWebKitGTK)
    import CWebKitGTK
    import Countersign
    import Foundation

    /// Passes a web view's navigations to the visit, and applies its decisions.
    @GTKActor
    struct PageNavigation {
        private let page: PageView

        init(_ page: PageView) {
            self.page = page
        }

        /// Whether the decision has been made; always true.
        func decide(_ decision: OpaquePointer, kind: Int) -> Bool {
            let policy = UnsafeMutablePointer<WebKitPolicyDecision>(decision)
            switch kind {
            case Int(WEBKIT_POLICY_DECISION_TYPE_RESPONSE.rawValue): response(policy)
            case Int(WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION.rawValue): action(policy, opensWindow: true)
            default: action(policy, opensWindow: false)
            }
            return true
        }

        private func action(_ policy: UnsafeMutablePointer<WebKitPolicyDecision>, opensWindow: Bool) {
            let decision = UnsafeMutableRawPointer(policy).assumingMemoryBound(to: WebKitNavigationPolicyDecision.self)
            let action = webkit_navigation_policy_decision_get_navigation_action(decision)
            guard let address = Self.address(webkit_navigation_action_get_request(action)),
                let request = NavigationRequest(address: address, opensWindow: opensWindow)
            else { return webkit_policy_decision_ignore(policy) }
            if page.hasShown, !opensWindow, !isClickOutside(action, request), leadsAway(request) {
                return webkit_policy_decision_use(policy)
            }
            follow(page.visit.decide(request), policy)
        }

        /// Whether a person clicked a link to another site. A click inside a frame counts too.
        private func isClickOutside(_ action: OpaquePointer?, _ request: NavigationRequest) -> Bool {
            guard case .openOutside = page.visit.page.policy.decide(request) else { return false }
            return webkit_navigation_action_get_navigation_type(action) == WEBKIT_NAVIGATION_TYPE_LINK_CLICKED
                && webkit_navigation_action_is_user_gesture(action) != 0
        }

        /// WebKitGTK does not say whether a request comes from a frame, and a frame must neither end the visit nor
        /// start another program. So such a request is allowed to start loading. If the page itself moves,
        /// ``moved(to:)`` is called; for a frame, its response shows it.
        private func leadsAway(_ request: NavigationRequest) -> Bool {
            switch page.visit.page.policy.decide(request) {
            case .end, .openOutside: true
            case .allow, .refuse, .loadHere, .download: false
            }
        }

        /// Ends the visit or opens another program if the page itself, not a frame, has started to load an address that
        /// requires it.
        func moved(to address: String) -> Bool {
            guard page.hasShown, let request = NavigationRequest(address: address), leadsAway(request) else {
                return false
            }
            webkit_web_view_stop_loading(page.view)
            if case .openOutside(let url) = page.visit.decide(request) { openOutside(url) }
            return true
        }

        private func response(_ policy: UnsafeMutablePointer<WebKitPolicyDecision>) {
            let decision = UnsafeMutableRawPointer(policy).assumingMemoryBound(to: WebKitResponsePolicyDecision.self)
            let isMainFrame = webkit_response_policy_decision_is_main_frame_main_resource(decision) != 0
            let isPage = webkit_response_policy_decision_is_mime_type_supported(decision) != 0
            let answer = webkit_response_policy_decision_get_response(decision)
            let isDownload = NavigationRequest.isDownload(
                type: answer.flatMap { webkit_uri_response_get_mime_type($0) }.map { String(cString: $0) },
                disposition: disposition(answer), isShown: isPage, isMainFrame: isMainFrame)
            guard let address = Self.address(webkit_response_policy_decision_get_request(decision)),
                let request = NavigationRequest(address: address, isMainFrame: isMainFrame, isDownload: isDownload)
            else { return webkit_policy_decision_ignore(policy) }
            follow(page.visit.decide(request), policy)
        }

        private func follow(_ decision: NavigationDecision, _ policy: UnsafeMutablePointer<WebKitPolicyDecision>) {
            switch decision {
            case .allow: return webkit_policy_decision_use(policy)
            case .download: return webkit_policy_decision_download(policy)
            case .refuse, .end: break
            case .loadHere(let url): page.loadHere(url)
            case .openOutside(let url): openOutside(url)
            }
            webkit_policy_decision_ignore(policy)
        }

        private func openOutside(_ url: URL) {
            if let open = page.presentation.openOutside {
                open(url)
            } else if !page.presentation.isKiosk {
                g_app_info_launch_default_for_uri_async(url.absoluteString, nil, nil, nil, nil)
            }
        }

        private func disposition(_ response: UnsafeMutablePointer<WebKitURIResponse>?) -> String? {
            guard let response, let headers = webkit_uri_response_get_http_headers(response) else { return nil }
            return soup_message_headers_get_one(headers, "content-disposition").map { String(cString: $0) }
        }

        private static func address(_ request: UnsafeMutablePointer<WebKitURIRequest>?) -> String? {
            webkit_uri_request_get_uri(request).map { String(cString: $0) }
        }
    }
#endif
