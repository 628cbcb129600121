#if canImport(CWebKitGTK)
    import CWebKitGTK
    import Countersign
    import Foundation

    /// Carries navigations of a web view to the visit, and its decisions back.
    @GTKActor
    struct PageNavigation {
        private let page: PageView

        init(_ page: PageView) {
            self.page = page
        }

        /// Whether the decision has been made; it always is.
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
            let type = webkit_navigation_action_get_navigation_type(action)
            if !opensWindow, type == WEBKIT_NAVIGATION_TYPE_OTHER, mayBeFrame(request) {
                return webkit_policy_decision_use(policy)
            }
            follow(page.visit.decide(request), policy)
        }

        /// WebKitGTK says only with the answer whether a request was a frame's. What nobody clicked, and would go
        /// outside as a page, is let through if a frame may have it; the answer shows what it was.
        private func mayBeFrame(_ request: NavigationRequest) -> Bool {
            guard case .openOutside = page.visit.page.policy.decide(request) else { return false }
            var framed = request
            framed.isMainFrame = false
            return page.hasShown && page.visit.page.policy.decide(framed) == .allow
        }

        private func response(_ policy: UnsafeMutablePointer<WebKitPolicyDecision>) {
            let decision = UnsafeMutableRawPointer(policy).assumingMemoryBound(to: WebKitResponsePolicyDecision.self)
            let isMainFrame = webkit_response_policy_decision_is_main_frame_main_resource(decision) != 0
            let isPage = webkit_response_policy_decision_is_mime_type_supported(decision) != 0
            let isDownload = !isPage || isAttachment(webkit_response_policy_decision_get_response(decision))
            guard isMainFrame || isDownload else { return webkit_policy_decision_use(policy) }
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
            case .loadHere(let url): page.load(url)
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

        private func isAttachment(_ response: UnsafeMutablePointer<WebKitURIResponse>?) -> Bool {
            guard let response, let headers = webkit_uri_response_get_http_headers(response) else { return false }
            let disposition = soup_message_headers_get_one(headers, "content-disposition").map { String(cString: $0) }
            return disposition?.lowercased().hasPrefix("attachment") == true
        }

        private static func address(_ request: UnsafeMutablePointer<WebKitURIRequest>?) -> String? {
            webkit_uri_request_get_uri(request).map { String(cString: $0) }
        }
    }
#endif
