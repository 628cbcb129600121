import Foundation

/// Who serves a page: scheme, host and port (RFC 6454 §4). Two addresses belong together only when all three are equal.
public struct WebOrigin: Sendable, Hashable {
    /// In lower case.
    public let scheme: String
    /// In lower case, an international name in its ASCII form.
    public let host: String
    /// The port, also where the address leaves out the scheme's own; nil for a scheme that has none.
    public let port: Int?

    /// The origin of an address; nil when it has no host, or one that is not ASCII: what a look-alike letter hides is
    /// compared in the form that is looked up, or not at all.
    public init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), let host = url.host(percentEncoded: true)?.lowercased(),
            !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "%") })
        else { return nil }
        self.scheme = scheme
        self.host = host
        port = url.port ?? Self.usualPorts[scheme]
    }

    private static let usualPorts = ["http": 80, "https": 443]

    /// Whether pages come from there over HTTP, with or without TLS.
    var isOnTheWeb: Bool { scheme == "http" || scheme == "https" }
}
