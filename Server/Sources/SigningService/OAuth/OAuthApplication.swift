import EnvelopeService
import Envelopes
import Foundation

/// A program that people may let act for them (RFC 6749 §2): what the eSignature API calls an integration key.
public struct OAuthApplication: Sendable, Hashable {
    /// The integration key, a GUID in lower case; not a secret.
    public let id: String
    /// What people read on the sign-in page.
    public let name: String
    /// Whether it has a secret of its own (RFC 6749 §2.1). An app on somebody's device has none.
    public let isConfidential: Bool
    /// Where people may be sent afterwards.
    public let redirectURIs: [String]

    /// Whether people may be sent there: exactly a registered address (RFC 9700 §4.1.3), except that an address of
    /// this machine may have any port (RFC 8252 §7.3).
    func allows(redirectURI: String) -> Bool {
        redirectURIs.contains { registered in
            registered == redirectURI
                || RedirectURI.withoutPort(registered).map { $0 == RedirectURI.withoutPort(redirectURI) } ?? false
        }
    }

    /// Whether an address is the only one that people can be sent to, so that naming it again tells nothing new. The
    /// eSignature API's own clients with a secret never name it (RFC 6749 §4.1.3 would have them).
    func sendsOnly(to address: String) -> Bool {
        redirectURIs == [address] && RedirectURI.withoutPort(address) == nil
    }
}

/// What an address to send people to may be.
public enum RedirectURI {
    /// Why an address cannot be registered; nil when it can.
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
            // A name turned around, so that no two apps choose the same (RFC 8252 §7.1); no page's own scheme has one.
            return scheme.contains(".") ? nil : "its scheme is no domain name turned around, such as com.example.app"
        }
    }

    static func isLoopback(_ host: String?) -> Bool {
        ["127.0.0.1", "[::1]", "::1", "localhost"].contains(host?.lowercased())
    }

    /// The address without its port where it is one of this machine, by number; nil for others.
    static func withoutPort(_ text: String) -> String? {
        guard var url = URLComponents(string: text), url.scheme == "http", isLoopback(url.host),
            url.host != "localhost"
        else { return nil }
        url.port = nil
        return url.string
    }

    /// The address with further parameters in its query.
    static func adding(_ items: [(String, String)], to text: String) -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        let query = items.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "")"
        }.joined(separator: "&")
        let mark = text.contains("?") ? (text.hasSuffix("?") || text.hasSuffix("&") ? "" : "&") : "?"
        return text + mark + query
    }

    /// What a page's policy has to allow so that a form may lead there (CSP3 §6.4.3): browsers ask it about redirects.
    static func formTarget(_ text: String) -> String {
        guard let url = URLComponents(string: text), let scheme = url.scheme?.lowercased() else { return "" }
        guard scheme == "https" || scheme == "http", let host = url.host else { return "\(scheme):" }
        return "\(scheme)://\(host)" + (url.port.map { ":\($0)" } ?? "")
    }
}

/// Why an application was not registered.
public enum OAuthApplicationError: Error, Sendable, Equatable, CustomStringConvertible {
    case noRedirect
    case badRedirect(String, reason: String)

    public var description: String {
        switch self {
        case .noRedirect: "An application needs at least one address to which people come back."
        case .badRedirect(let text, let reason): "\"\(text)\" cannot be an address to come back to: \(reason)."
        }
    }
}
