import EnvelopeService
import Envelopes
import Essentials
import Foundation

/// An application that may act for people (RFC 6749 §2). The eSignature API calls it an integration key.
public struct OAuthApplication: Sendable, Hashable {
    /// The integration key, a GUID in lower case; not a secret.
    public let id: String
    /// The name on the sign-in page.
    public let name: String
    /// Whether it has a secret (RFC 6749 §2.1). An app on a person's device has none.
    public let isConfidential: Bool
    /// The registered redirect URIs.
    public let redirectURIs: [String]
    /// Whether it has RSA keys, with which it signs assertions.
    var hasKeys = false

    /// Whether a redirect URI is allowed. It must equal a registered one (RFC 9700 §4.1.3), except that a loopback
    /// address may have any port (RFC 8252 §7.3).
    func allows(redirectURI: String) -> Bool {
        redirectURIs.contains { registered in
            registered == redirectURI
                || RedirectURI.withoutPort(registered).map { $0 == RedirectURI.withoutPort(redirectURI) } ?? false
        }
    }

    /// Whether a code was sent to the only registered address as it stands, so that repeating it adds no information.
    /// The eSignature API's own clients with a secret never repeat it, although RFC 6749 §4.1.3 requires it.
    func sendsOnly(to address: String) -> Bool { redirectURIs == [address] }
}

/// Rules for redirect URIs.
public enum RedirectURI {
    /// Returns the reason why a redirect URI cannot be registered; `nil` if it can.
    public static func fault(_ text: String) -> String? {
        guard text.utf8.count <= 470 else { return "it is longer than 470 characters" }
        guard !TextRules.holdsControlCharacter(text), !text.contains(" "),
            let url = URLComponents(string: text), let scheme = url.scheme?.lowercased()
        else { return "it is not an absolute address" }
        guard url.fragment == nil else { return "it has a fragment" }
        guard url.user == nil, url.password == nil else { return "it holds a user or a password" }
        switch scheme {
        case "https":
            return url.host?.isEmpty == false ? nil : "it names no host"
        case "http":
            return isLoopback(url.host) ? nil : "http is for 127.0.0.1, [::1] and localhost only"
        default:
            // A reversed domain name, so that no two apps choose the same (RFC 8252 §7.1); a web page's own scheme has
            // no dot.
            return scheme.contains(".") ? nil : "its scheme is not a reversed domain name, such as com.example.app"
        }
    }

    static func isLoopback(_ host: String?) -> Bool {
        ["127.0.0.1", "[::1]", "::1", "localhost"].contains(host?.lowercased())
    }

    /// Returns a loopback address without its port, if the host is an IP address; `nil` for others.
    static func withoutPort(_ text: String) -> String? {
        guard var url = URLComponents(string: text), url.scheme == "http", isLoopback(url.host),
            url.host != "localhost"
        else { return nil }
        url.port = nil
        return url.string
    }

    /// Returns the URI with additional query parameters.
    static func adding(_ items: [(String, String)], to text: String) -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        let query = items.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "")"
        }.joined(separator: "&")
        let mark = text.contains("?") ? (text.hasSuffix("?") || text.hasSuffix("&") ? "" : "&") : "?"
        return text + mark + query
    }

    /// Returns the source that a page's policy must allow so that a form may redirect there (CSP3 §6.4.3).
    static func formTarget(_ text: String) -> String {
        guard let url = URLComponents(string: text), let scheme = url.scheme?.lowercased() else { return "" }
        guard scheme == "https" || scheme == "http", let host = url.host else { return "\(scheme):" }
        return "\(scheme)://\(host)" + (url.port.map { ":\($0)" } ?? "")
    }
}
