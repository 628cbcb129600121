import Ceremony
import Foundation

extension CeremonyRequest {
    /// The most bytes of a body that a web view's request may have; the host has a limit of its own below that.
    public static let largestPageBody = 8 << 20

    /// A request of the page inside the app, as a web view's scheme handler gets it; nil for another scheme or host.
    ///
    /// - Parameters:
    ///   - url: under ``InAppPage/address``.
    ///   - headers: names in any case.
    public init?(page url: URL, method: String, headers: [String: String], body: Data) {
        guard let own = URL(string: InAppPage.address), WebOrigin(url) == WebOrigin(own),
            let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return nil }
        let path = components.path.hasPrefix("/") ? String(components.path.dropFirst()) : components.path
        let query = Dictionary(
            (components.queryItems ?? []).map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { first, _ in first })
        let lowered = Dictionary(
            headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
        self.init(
            method: method.uppercased(), path: path, query: query, headers: lowered, body: body,
            userAgent: lowered["user-agent"])
    }
}
