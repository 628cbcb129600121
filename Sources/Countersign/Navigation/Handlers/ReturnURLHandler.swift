import Ceremony
import ClientSupport
import Foundation

/// Ends the visit when the page goes to the return URL: same scheme, host, port and path, and every query item that the
/// app gave it. An address that only contains the return URL does not match.
struct ReturnURLHandler: NavigationHandler {
    private let returnURL: URL

    init(_ returnURL: URL) {
        self.returnURL = returnURL
    }

    func decide(_ request: NavigationRequest) -> NavigationDecision? {
        guard request.isMainFrame, matches(request.url) else { return nil }
        return .end(.returned(CeremonyEnding(returning: request.url)))
    }

    private func matches(_ url: URL) -> Bool {
        guard url.scheme?.lowercased() == returnURL.scheme?.lowercased(), WebOrigin(url) == WebOrigin(returnURL),
            url.host(percentEncoded: true)?.lowercased() == returnURL.host(percentEncoded: true)?.lowercased(),
            Self.path(of: url) == Self.path(of: returnURL)
        else { return false }
        let items = Self.items(of: url)
        return Self.items(of: returnURL).allSatisfy(items.contains)
    }

    private static func path(of url: URL) -> String {
        let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
        let path = components?.percentEncodedPath ?? ""
        return path.isEmpty ? "/" : path
    }

    private static func items(of url: URL) -> [String] {
        let query = URLComponents(url: url, resolvingAgainstBaseURL: true)?.percentEncodedQuery ?? ""
        // Browsers encode some characters differently from Foundation, an apostrophe for example.
        return query.split(separator: "&").map { $0.removingPercentEncoding ?? String($0) }
    }
}

extension CeremonyEnding {
    /// The outcome in the parameter `event` of a return address. The last one counts, because servers append theirs.
    init(returning url: URL) {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
        self.init(event: items.last { $0.name.lowercased() == "event" }?.value ?? "")
    }
}
