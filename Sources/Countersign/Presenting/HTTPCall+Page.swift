import ClientSupport
import Foundation
import HTTPMessages

extension HTTPCall {
    /// Creates a call from a request of the in-app page, as a web view's scheme handler receives it. Returns `nil` for
    /// another scheme or host.
    ///
    /// - Parameters:
    ///   - url: an address under ``InAppPage/url``
    ///   - headers: names in any case
    public init?(page url: URL, method: String, headers: [String: String], body: Data) {
        guard WebOrigin(url) == WebOrigin(InAppPage.url),
            let method = HTTPRequest.Method(method.uppercased())
        else { return nil }
        self.init(method, url: url, headers: HTTPFields(headers), body: body)
        // Web views do not decompress what a scheme handler returns.
        self.headers[.acceptEncoding] = nil
    }
}
