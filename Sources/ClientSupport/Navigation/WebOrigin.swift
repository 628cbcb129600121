import Foundation

/// The origin of a page: scheme, host and port (RFC 6454 §4). Two addresses have the same origin only if all three are
/// equal.
public struct WebOrigin: Sendable, Hashable {
    /// In lower case.
    public let scheme: String
    /// In lower case; an international name in its ASCII form.
    public let host: String
    /// The port, even if the address omits the scheme's default; `nil` for a scheme without ports.
    public let port: Int?

    /// Creates the origin of an address. Returns `nil` if the address has no host, or a host that is not ASCII. A
    /// look-alike letter is thus compared only in the form that is looked up.
    public init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), let host = url.host(percentEncoded: true)?.lowercased(),
            !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "%") })
        else { return nil }
        self.scheme = scheme
        self.host = host
        port = url.port ?? Self.usualPorts[scheme]
    }

    private static let usualPorts = ["http": 80, "https": 443]

    /// Whether the origin serves pages over HTTP, with or without TLS.
    package var isOnTheWeb: Bool { scheme == "http" || scheme == "https" }
}
