import Foundation
import HTTPMessages

/// Which URLs from outside may be contacted.
///
/// Public addresses are always allowed. This machine, private, local and reserved networks, and the metadata addresses
/// of clouds are allowed only in the networks that the operator names.
public struct GuardPolicy: Sendable, Hashable {
    /// The networks that are allowed besides public addresses.
    public var networks: [NetworkBlock]
    /// Whether `http` is allowed besides `https`.
    public var allowsHTTP: Bool
    /// The most redirects that are followed for one request.
    public var mostRedirects = 5

    /// - Parameter networks: the networks that are allowed besides public addresses
    public init(allowing networks: [NetworkBlock] = [], allowsHTTP: Bool = false) {
        self.networks = networks
        self.allowsHTTP = allowsHTTP
    }

    /// A URL that may be contacted if its host's addresses may.
    struct Destination: Sendable, Hashable {
        let url: URL
        let host: String
        /// The host's address if it is written as one.
        let address: NetworkAddress?

        /// Whether a request may carry the credentials that it has for the other destination (RFC 6454 §4).
        func hasSameOrigin(as other: Destination) -> Bool {
            (url.scheme?.lowercased(), host.lowercased(), port)
                == (other.url.scheme?.lowercased(), other.host.lowercased(), other.port)
        }

        private var port: Int { url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80) }
    }

    /// Returns the reason to refuse a URL by its text alone; `nil` to look up its host.
    public func refusal(of text: String) -> AddressRefusal? {
        do {
            let destination = try destination(text)
            if let address = destination.address { _ = try judged([address]) }
            return nil
        } catch {
            return error
        }
    }

    func destination(_ text: String) throws(AddressRefusal) -> Destination {
        guard text.utf8.count <= 8192 else { throw .unreadable }
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { throw .otherCharacters }
        guard let url = URL(string: text, encodingInvalidCharacters: false) else { throw .unreadable }
        return try destination(url)
    }

    /// Judges a redirect's target. A relative one stays on the host.
    func destination(_ location: String, from base: Destination) throws(AddressRefusal) -> Destination {
        guard location.utf8.allSatisfy({ $0 < 0x80 }) else { throw .otherCharacters }
        let next = URL(string: location, encodingInvalidCharacters: false).flatMap { relative in
            URL(string: relative.relativeString, relativeTo: base.url)?.absoluteURL
        }
        guard let next else { throw .unreadable }
        return try destination(next)
    }

    private func destination(_ url: URL) throws(AddressRefusal) -> Destination {
        guard let scheme = url.scheme?.lowercased() else { throw .unreadable }
        guard scheme == "https" || scheme == "http" && allowsHTTP else { throw .scheme(scheme) }
        guard url.user() == nil, url.password() == nil, !Self.authority(of: url).contains("@") else {
            throw .credentials
        }
        guard url.hasUsablePort else { throw .port }
        guard let written = url.host(percentEncoded: true), !written.isEmpty else { throw .unreadable }
        let host = written.hasPrefix("[") ? String(written.dropFirst().dropLast()) : written
        if let address = NetworkAddress(host) { return Destination(url: url, host: host, address: address) }
        guard host.utf8.allSatisfy(Self.isInName) else { throw .unreadable }
        guard !Self.isNumber(host) else { throw .numericHost }
        return Destination(url: url, host: host, address: nil)
    }

    /// The part between the slashes, which holds the host.
    private static func authority(of url: URL) -> Substring {
        let text = url.absoluteString
        guard let slashes = text.firstRange(of: "//") else { return "" }
        return text[slashes.upperBound...].prefix { !"/?#\\".contains($0) }
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// Whether resolvers would read a name as an IPv4 address: its last part is a number, decimal, octal or
    /// hexadecimal (WHATWG URL §3.5).
    private static func isNumber(_ host: String) -> Bool {
        guard let last = host.lowercased().split(separator: ".").last else { return true }
        if last.hasPrefix("0x") { return last.dropFirst(2).allSatisfy(\.isHexDigit) }
        return last.allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// Returns the address to connect to.
    ///
    /// - Parameter addresses: all addresses of a host. No honest host has both a public and a private one.
    func judged(_ addresses: [NetworkAddress]) throws(AddressRefusal) -> NetworkAddress {
        guard let first = addresses.first else { throw .unknownHost }
        for address in addresses where !address.isPublic && !networks.contains(where: { $0.contains(address) }) {
            throw .notPublic(address)
        }
        return first
    }
}
