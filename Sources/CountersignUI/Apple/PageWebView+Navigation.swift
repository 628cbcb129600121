#if canImport(WebKit)
    import Countersign
    import Foundation
    import WebKit

    extension PageWebView: WKNavigationDelegate {
        func webView(
            _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
            decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
        ) {
            guard let address = navigationAction.request.url?.absoluteString,
                let request = NavigationRequest(
                    address: address, isMainFrame: navigationAction.targetFrame?.isMainFrame ?? true,
                    opensWindow: navigationAction.targetFrame == nil,
                    isDownload: navigationAction.shouldPerformDownload)
            else { return decisionHandler(.cancel) }
            let (isAllowed, isDownload) = follow(visit.decide(request))
            decisionHandler(isDownload ? .download : isAllowed ? .allow : .cancel)
        }

        func webView(
            _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
            decisionHandler: @escaping @MainActor @Sendable (WKNavigationResponsePolicy) -> Void
        ) {
            let answer = navigationResponse.response
            let isDownload = NavigationRequest.isDownload(
                type: answer.mimeType,
                disposition: (answer as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Disposition"),
                isShown: navigationResponse.canShowMIMEType, isMainFrame: navigationResponse.isForMainFrame)
            guard isDownload else { return decisionHandler(.allow) }
            guard let address = answer.url?.absoluteString,
                let request = NavigationRequest(
                    address: address, isMainFrame: navigationResponse.isForMainFrame, isDownload: true)
            else { return decisionHandler(.cancel) }
            decisionHandler(follow(visit.decide(request)).isDownload ? .download : .cancel)
        }

        func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
            visit.report(.shown)
            shown()
        }

        func webView(
            _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
        ) {
            loadFailed(error)
        }

        func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
            loadFailed(error)
        }

        func webViewWebContentProcessDidTerminate(_ webView: WKWebView) { visit.report(.lost) }

        func webView(_ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload) {
            download.delegate = self
        }

        func webView(_ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload) {
            download.delegate = self
        }

        /// Handles a failed load. A load replaced by another one, or stopped by the policy, is not a failure.
        private func loadFailed(_ error: any Error) {
            let failure = error as NSError
            let isGivenUp =
                (failure.domain == NSURLErrorDomain && failure.code == NSURLErrorCancelled)
                || (failure.domain == "WebKitErrorDomain" && failure.code == 102)
            if !isGivenUp {
                visit.report(
                    .loadFailed(reason: failure.localizedDescription, underlying: UnderlyingError(failure)))
            }
        }
    }

    extension PageWebView: WKDownloadDelegate {
        func download(
            _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String,
            completionHandler: @escaping @MainActor @Sendable (URL?) -> Void
        ) {
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            } catch {
                downloadFailed()
                return completionHandler(nil)
            }
            let file = DownloadName.unused(DownloadName.safe(suggestedFilename), in: folder)
            destinations[ObjectIdentifier(download)] = file
            completionHandler(file)
        }

        func downloadDidFinish(_ download: WKDownload) {
            if let file = destinations.removeValue(forKey: ObjectIdentifier(download)) { offer(file) }
        }

        func download(_ download: WKDownload, didFailWithError error: any Error, resumeData: Data?) {
            destinations[ObjectIdentifier(download)] = nil
            downloadFailed()
        }
    }

    extension PageWebView: WKUIDelegate {
        /// Opens no new windows; ``follow(_:)`` has loaded the page's own addresses in place.
        func webView(
            _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
            for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
        ) -> WKWebView? {
            nil
        }

        /// Whose question it is: that of the host of a page that the app does not bring along.
        private func asker(_ frame: WKFrameInfo) -> String? {
            if case .host = visit.page.source { return nil }
            return frame.securityOrigin.host
        }

        func webViewDidClose(_ webView: WKWebView) { visit.report(.closeChosen) }

        func webView(
            _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
            initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable () -> Void
        ) {
            Task {
                _ = await ask(.message(message), asker(frame))
                completionHandler()
            }
        }

        func webView(
            _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
            initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable (Bool) -> Void
        ) {
            Task { completionHandler(await ask(.question(message), asker(frame)) != nil) }
        }

        func webView(
            _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
            initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable (String?) -> Void
        ) {
            Task { completionHandler(await ask(.text(prompt, proposal: defaultText ?? ""), asker(frame))) }
        }

        /// Allows the camera after the person has agreed, in the page and in the signing page that it embeds; never the
        /// microphone.
        func webView(
            _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
            initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
            decisionHandler: @escaping @MainActor @Sendable (WKPermissionDecision) -> Void
        ) {
            let mayAsk = visit.page.mayUseCamera(isMainFrame: frame.isMainFrame, origin: origin.address)
            decisionHandler(mayAsk && type == .camera ? .prompt : .deny)
        }

        #if canImport(AppKit) && !targetEnvironment(macCatalyst)
            func webView(
                _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters,
                initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor @Sendable ([URL]?) -> Void
            ) {
                let isForSeveral = parameters.allowsMultipleSelection
                Task { completionHandler(await chooseFiles(isForSeveral)) }
            }
        #endif
    }
#endif
