import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An IP address, of four or sixteen bytes.
public struct NetworkAddress: Sendable, Hashable, CustomStringConvertible {
    let bytes: [UInt8]

    var isIPv6: Bool { bytes.count == 16 }

    /// Returns `nil` for a text that is not an address.
    public init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            bytes = withUnsafeBytes(of: six) { Array($0) }
        } else {
            return nil
        }
    }

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The usual form, such as `192.0.2.1` or `2001:db8::1`.
    public var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
        return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }

    /// The IPv4 address that an IPv6 address stands for or leads to: mapped, translated (RFC 6052), or tunneled (RFC
    /// 3056).
    var inner: NetworkAddress? {
        guard bytes.count == 16 else { return nil }
        for (prefix, place) in [
            ("::ffff:0:0/96", 12), ("::ffff:0:0:0/96", 12), ("::/96", 12), ("64:ff9b::/96", 12), ("2002::/16", 2),
        ] {
            if NetworkBlock(prefix)?.contains(self) == true {
                return NetworkAddress(bytes: Array(bytes[place..<place + 4]))
            }
        }
        return nil
    }

    /// Whether the address is public: not this machine's, not in a private or local network, and not reserved (RFC
    /// 6890 and the registries after it).
    public var isPublic: Bool {
        if Self.reserved.contains(where: { $0.contains(self) }) { return false }
        if let inner { return inner.isPublic }
        return bytes.count == 4 || Self.unicast?.contains(self) == true
    }

    /// The IPv6 addresses that are given out (RFC 4291 §2.4, as its registry has it).
    private static let unicast = NetworkBlock("2000::/3")

    private static let reserved = [
        // The platform of a cloud answers there, like 169.254.169.254 elsewhere.
        "168.63.129.16/32",
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/4", "240.0.0.0/4", "::/127", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "3fff::/20",
        "5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8",
    ].compactMap(NetworkBlock.init)
}
