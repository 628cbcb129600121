import Foundation
import HTTPTypes
import Hummingbird
import Synchronization

/// The service's URL: the configured one, the one in the request, or the one it listens on.
final class ServiceAddress: Sendable {
    private let publicURL: URL?
    private let scheme: String
    private let listening: Mutex<URL>

    init(_ configuration: ServiceConfiguration) {
        publicURL = configuration.publicURL
        scheme = configuration.certificate == nil ? "http" : "https"
        listening = Mutex(Self.url(scheme, host: configuration.host, port: configuration.port))
    }

    /// Stores the port that the system chose.
    func listens(host: String, port: Int) {
        let url = Self.url(scheme, host: host, port: port)
        listening.withLock { $0 = url }
    }

    /// The base of the service's URLs, without a final slash.
    var base: URL { publicURL ?? listening.withLock { $0 } }

    /// The base of URLs for later readers of a document, on any machine. `nil` if only this machine's own URL for the
    /// service is known.
    var baseForOthers: URL? {
        if let publicURL { return publicURL }
        let base = base
        return ServeAddress.isLoopback((base.host() ?? "").trimmingCharacters(in: ["[", "]"])) ? nil : base
    }

    /// Returns the base of the URLs in the answer to `request`.
    ///
    /// Without a configured URL, the client's host name is correct: the client has just reached the service under it.
    func base(for request: Request) -> URL {
        if let publicURL { return publicURL }
        guard let authority = request.head.authority, Self.isAuthority(authority),
            let url = URL(string: "\(scheme)://\(authority)")
        else { return base }
        return url
    }

    /// Whether a `Host` header holds a host, with or without a port.
    static func isAuthority(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(belongsInAuthority) && URL(string: "http://\(text)")?.host() != nil
    }

    private static func url(_ scheme: String, host: String, port: Int) -> URL {
        let name: String
        switch host {
        case "0.0.0.0": name = "127.0.0.1"
        case "::": name = "[::1]"
        default: name = host.contains(":") ? "[\(host)]" : host
        }
        // An invalid host yields no URL; listening on it then fails with a sentence.
        return URL(string: "\(scheme)://\(name):\(port)", encodingInvalidCharacters: false) ?? URL(filePath: "/")
    }

    /// Whether a byte may be part of a host name, an IP address, or a port (RFC 3986 §3.2).
    private static func belongsInAuthority(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
            true
        default:
            false
        }
    }
}
