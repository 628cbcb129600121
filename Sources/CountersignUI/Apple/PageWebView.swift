#if canImport(WebKit)
    import Countersign
    import Foundation
    import WebKit

    /// The web view of one visit. Reports events, and carries out the visit's decisions.
    @MainActor
    final class PageWebView: NSObject {
        let visit: SigningVisit
        let view: WKWebView
        private let answers: PageSchemeHandler?
        /// Called when the page starts to show.
        var shown: @MainActor () -> Void = {}
        /// Opens an address in another program.
        var openOutside: @MainActor (URL) -> Void = { _ in }
        /// Offers a file from the page to the person; the file is deleted afterwards.
        var offer: @MainActor (URL) -> Void = { _ in }
        /// Shows a dialog of the page. `asker` is the website that asks; `nil` for the app's own page. Returns the entered
        /// text, an empty one for "OK", or `nil` for "Cancel".
        var ask: @MainActor (_ question: PageQuestion, _ asker: String?) async -> String? = { _, _ in nil }
        /// Tells the person that a file did not arrive.
        var downloadFailed: @MainActor () -> Void = {}
        /// Lets the person choose files; macOS only, because iOS asks itself.
        var chooseFiles: @MainActor (_ several: Bool) async -> [URL]? = { _ in nil }
        /// The folder of downloads before they are offered.
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        var destinations: [ObjectIdentifier: URL] = [:]

        init(_ visit: SigningVisit) {
            self.visit = visit
            let configuration = WKWebViewConfiguration()
            // Nothing of a visit is stored: cookies and storage are gone with the view.
            configuration.websiteDataStore = WKWebsiteDataStore.nonPersistent()
            configuration.preferences.javaScriptCanOpenWindowsAutomatically = false
            if case .host(let host) = visit.page.source {
                let handler = PageSchemeHandler(host)
                configuration.setURLSchemeHandler(handler, forURLScheme: InAppPage.scheme)
                answers = handler
            } else {
                answers = nil
            }
            #if canImport(UIKit)
                if Bundle.main.object(forInfoDictionaryKey: "NSCameraUsageDescription") == nil {
                    configuration.userContentController.addUserScript(
                        WKUserScript(
                            source: SigningPage.cameraRefusal, injectionTime: .atDocumentStart,
                            forMainFrameOnly: false))
                }
            #endif
            let messages = WeakMessageHandler()
            if case .embedded = visit.page.source {
                configuration.userContentController.add(messages, name: EmbeddedPage.messageHandler)
            }
            view = WKWebView(frame: CGRect(x: 0, y: 0, width: 0, height: 0), configuration: configuration)
            super.init()
            messages.receive = { [weak self] text in self?.visit.report(.message(text)) }
            view.navigationDelegate = self
            view.uiDelegate = self
            view.allowsBackForwardNavigationGestures = false
        }

        func load(_ url: URL) {
            if case .embedded(let page) = visit.page.source {
                view.loadHTMLString(page.html, baseURL: url)
            } else {
                view.load(URLRequest(url: url))
            }
        }

        func end() {
            view.stopLoading()
            view.navigationDelegate = nil
            view.uiDelegate = nil
            try? FileManager.default.removeItem(at: folder)
        }

        /// Returns whether the web view should follow a navigation; everything else is done here.
        func follow(_ decision: NavigationDecision) -> (isAllowed: Bool, isDownload: Bool) {
            switch decision {
            case .allow: return (true, false)
            case .download: return (false, true)
            case .refuse, .end: break
            // Not `load(_:)`, which would show the bundled page again.
            case .loadHere(let url): view.load(URLRequest(url: url))
            case .openOutside(let url): openOutside(url)
            }
            return (false, false)
        }
    }
#endif
