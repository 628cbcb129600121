import Foundation
import HTTPTypes
import Hummingbird
import Synchronization

/// Where the service can be reached: set, told by the request, or where it listens.
final class ServiceAddress: Sendable {
    private let publicURL: URL?
    private let scheme: String
    private let listening: Mutex<URL>

    init(_ configuration: ServiceConfiguration) {
        publicURL = configuration.publicURL
        scheme = configuration.certificate == nil ? "http" : "https"
        listening = Mutex(Self.url(scheme, host: configuration.host, port: configuration.port))
    }

    /// Notes the port that the system chose.
    func listens(host: String, port: Int) {
        let url = Self.url(scheme, host: host, port: port)
        listening.withLock { $0 = url }
    }

    /// The base of every URL that is handed out, without a final slash.
    var base: URL { publicURL ?? listening.withLock { $0 } }

    /// The same for those who read a document later, on whatever machine: `nil` where it is known only how this one
    /// reaches the service.
    var baseForOthers: URL? {
        if let publicURL { return publicURL }
        let base = base
        return ServeAddress.isLoopback((base.host() ?? "").trimmingCharacters(in: ["[", "]"])) ? nil : base
    }

    /// The base of URLs handed out in an answer to `request`.
    ///
    /// Without a configured address the client's own word for the host is right: it has just reached the service
    /// under that name.
    func base(for request: Request) -> URL {
        if let publicURL { return publicURL }
        guard let authority = request.head.authority, Self.isAuthority(authority),
            let url = URL(string: "\(scheme)://\(authority)")
        else { return base }
        return url
    }

    /// Whether a `Host` header names a host, perhaps with a port.
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
        // A host that is none gives no URL; listening at it then fails with a sentence.
        return URL(string: "\(scheme)://\(name):\(port)", encodingInvalidCharacters: false) ?? URL(filePath: "/")
    }

    /// Letters, digits and what else a host name, an IP address and a port are written with (RFC 3986 §3.2).
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
