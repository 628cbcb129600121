import Foundation

/// The URL of a signing page, prepared for opening.
enum SigningURL {
    /// - Parameters:
    ///   - language: the value of the parameter `locale`
    ///   - allowsPlainHTTP: whether another machine may be called without TLS
    /// - Throws: ``CountersignError/unreadableAnswer(what:trace:)`` if the text is not a page's URL
    static func opened(
        _ text: String, language: SigningLanguage?, allowsPlainHTTP: Bool, trace: String?
    ) throws(CountersignError) -> URL {
        guard let url = URL(string: text), let host = url.host(), !host.isEmpty, url.user() == nil else {
            throw .unreadableAnswer(what: "the signing page's address cannot be read", trace: trace)
        }
        let scheme = url.scheme?.lowercased()
        guard scheme == "https" || scheme == "http" && (allowsPlainHTTP || ServerAddress.isThisMachine(host)) else {
            throw .unreadableAnswer(what: "the signing page's address is not https", trace: trace)
        }
        guard let language, let localized = URL(string: adding("locale=\(language.rawValue)", to: text)) else {
            return url
        }
        return localized
    }

    /// Appends a parameter without changing the rest, because a server may have signed it.
    private static func adding(_ parameter: String, to address: String) -> String {
        let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let base = parts.first.map { String($0) } ?? ""
        let separator = base.hasSuffix("?") || base.hasSuffix("&") ? "" : base.contains("?") ? "&" : "?"
        return base + separator + parameter + (parts.count > 1 ? "#\(parts[1])" : "")
    }
}
