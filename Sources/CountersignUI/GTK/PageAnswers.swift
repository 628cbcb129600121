#if canImport(CWebKitGTK)
    import CWebKitGTK
    import Countersign
    import Foundation
    import HTTPMessages
    import PageKit

    /// Serves the page's requests inside the app: WebKitGTK's scheme handler for a `PageHost`.
    @GTKActor
    final class PageAnswers {
        private let host: any PageHost
        private let appearance: PageAppearance

        init(_ host: any PageHost, _ appearance: PageAppearance) {
            self.host = host
            self.appearance = appearance
        }

        func register(in context: UnsafeMutablePointer<WebKitWebContext>) {
            webkit_web_context_register_uri_scheme(
                context, InAppPage.scheme,
                { request, data in
                    guard let request, let data else { return }
                    nonisolated(unsafe) let (request_, data_) = (request, data)
                    GTKActor.assumeIsolated {
                        Unmanaged<PageAnswers>.fromOpaque(data_).takeUnretainedValue().answer(request_)
                    }
                }, Unmanaged.passRetained(self).toOpaque(),
                { data in if let data { Unmanaged<PageAnswers>.fromOpaque(data).release() } })
            // As secure as TLS, because nothing leaves the process.
            webkit_security_manager_register_uri_scheme_as_secure(
                webkit_web_context_get_security_manager(context), InAppPage.scheme)
        }

        private func answer(_ request: UnsafeMutablePointer<WebKitURISchemeRequest>) {
            g_object_ref(request)
            let asked = webkit_uri_scheme_request_get_uri(request).map { String(cString: $0) }.flatMap {
                URL(string: $0)
            }
            let limit = host.bodyLimit(for: asked?.path() ?? "/")
            let body = Self.body(of: request, limit: limit)
            let method = webkit_uri_scheme_request_get_http_method(request).map { String(cString: $0) } ?? "GET"
            let headers = Self.headers(of: request)
            Task { [host, appearance] in
                var response = HTTPReply(status: 404)
                if body == nil {
                    response.status = 413
                } else if let asked,
                    let request = HTTPCall(page: asked, method: method, headers: headers, body: body ?? Data())
                {
                    response = appearance.applied(to: await host.answer(request))
                }
                Self.finish(request, with: response)
                g_object_unref(request)
            }
        }

        private static func headers(of request: UnsafeMutablePointer<WebKitURISchemeRequest>) -> [String: String] {
            guard let headers = webkit_uri_scheme_request_get_http_headers(request) else { return [:] }
            final class Found { var headers: [String: String] = [:] }
            let found = Found()
            soup_message_headers_foreach(
                headers,
                { name, value, data in
                    guard let name, let value, let data else { return }
                    Unmanaged<Found>.fromOpaque(data).takeUnretainedValue()
                        .headers[String(cString: name)] = String(cString: value)
                }, Unmanaged.passUnretained(found).toOpaque())
            return found.headers
        }

        /// Returns the request's body: empty if there is none, `nil` if it is too large. WebKit holds it in memory, so
        /// reading does not block.
        private static func body(
            of request: UnsafeMutablePointer<WebKitURISchemeRequest>, limit: Int
        ) -> Data? {
            guard let stream = webkit_uri_scheme_request_get_http_body(request) else { return Data() }
            defer { g_object_unref(stream) }
            var body = Data()
            var part = [UInt8](repeating: 0, count: 64 << 10)
            while true {
                let count = g_input_stream_read(stream, &part, gsize(part.count), nil, nil)
                guard count > 0 else { return count == 0 ? body : nil }
                body.append(contentsOf: part[..<count])
                guard body.count <= limit else { return nil }
            }
        }

        private static func finish(
            _ request: UnsafeMutablePointer<WebKitURISchemeRequest>, with response: HTTPReply
        ) {
            let bytes = response.body.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
            let stream = g_memory_input_stream_new_from_bytes(bytes)
            g_bytes_unref(bytes)
            let answer = webkit_uri_scheme_response_new(stream, gint64(response.body.count))
            webkit_uri_scheme_response_set_status(answer, guint(response.status), nil)
            if let type = response.headers[.contentType] {
                webkit_uri_scheme_response_set_content_type(answer, type)
            }
            // The response takes ownership.
            let headers = soup_message_headers_new(SOUP_MESSAGE_HEADERS_RESPONSE)
            for (name, value) in response.headers.byName { soup_message_headers_append(headers, name, value) }
            webkit_uri_scheme_response_set_http_headers(answer, headers)
            webkit_uri_scheme_request_finish_with_response(request, answer)
            g_object_unref(answer)
            g_object_unref(stream)
        }
    }
#endif
