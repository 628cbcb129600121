import Foundation
import HTTPMessages

extension HTTPCall {
    /// The most bytes of a body that a web view's request may have; the host has a limit of its own below that.
    public static let largestPageBody = 8 << 20

    /// A request of the page inside the app, as a web view's scheme handler gets it; nil for another scheme or host.
    ///
    /// - Parameters:
    ///   - url: under ``InAppPage/address``.
    ///   - headers: names in any case.
    public init?(page url: URL, method: String, headers: [String: String], body: Data) {
        guard let own = URL(string: InAppPage.address), WebOrigin(url) == WebOrigin(own),
            let method = HTTPRequest.Method(method.uppercased())
        else { return nil }
        self.init(method, url: url, headers: HTTPFields(headers), body: body)
    }
}
