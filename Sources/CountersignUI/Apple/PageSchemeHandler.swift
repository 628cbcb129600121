#if canImport(WebKit)
    import Countersign
    import Foundation
    import HTTPMessages
    import PageKit
    import WebKit

    /// Serves the page's requests inside the app: WebKit's scheme handler for a `PageHost`.
    @MainActor
    final class PageSchemeHandler: NSObject, WKURLSchemeHandler {
        private let host: any PageHost
        private var answering: [ObjectIdentifier: Task<Void, Never>] = [:]

        init(_ host: any PageHost) {
            self.host = host
        }

        func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
            let request = urlSchemeTask.request
            let id = ObjectIdentifier(urlSchemeTask)
            answering[id] = Task { [host] in
                var response = HTTPReply(status: 404)
                if let url = request.url,
                    let asked = HTTPCall(
                        page: url, method: request.httpMethod ?? "GET", headers: request.allHTTPHeaderFields ?? [:],
                        body: Self.body(of: request, limit: host.bodyLimit(for: url.path())))
                {
                    response = await host.answer(asked)
                }
                // WebKit accepts no answer to a task that it has stopped.
                guard !Task.isCancelled, answering.removeValue(forKey: id) != nil else { return }
                guard let url = request.url,
                    let head = HTTPURLResponse(
                        url: url, statusCode: response.status, httpVersion: "HTTP/1.1",
                        headerFields: response.headers.byName)
                else { return urlSchemeTask.didFailWithError(URLError(.badServerResponse)) }
                urlSchemeTask.didReceive(head)
                urlSchemeTask.didReceive(response.body)
                urlSchemeTask.didFinish()
            }
        }

        func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {
            answering.removeValue(forKey: ObjectIdentifier(urlSchemeTask))?.cancel()
        }

        /// Returns the request's body. A body over the limit is truncated, so that the host rejects it as invalid JSON.
        private static func body(of request: URLRequest, limit: Int) -> Data {
            if let body = request.httpBody { return body }
            guard let stream = request.httpBodyStream else { return Data() }
            stream.open()
            defer { stream.close() }
            var body = Data()
            var part = [UInt8](repeating: 0, count: 64 << 10)
            while body.count <= limit {
                let count = stream.read(&part, maxLength: part.count)
                guard count > 0 else { break }
                body.append(contentsOf: part[..<count])
            }
            return body
        }
    }
#endif
