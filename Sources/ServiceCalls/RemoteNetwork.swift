import Essentials
import Foundation

/// The network of one person's connections.
public enum RemoteNetwork {
    /// Returns an IPv4 address as it is, or the first 64 bits of an IPv6 address, which one household uses alone
    /// (RFC 6177).
    public static func name(of address: String) -> String {
        let text = String(address.prefix { $0 != "%" })
        var bytes = in6_addr()
        guard inet_pton(AF_INET6, text, &bytes) == 1 else { return text }
        let all = withUnsafeBytes(of: &bytes) { Array($0) }
        // An IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2).
        if all[..<10].allSatisfy({ $0 == 0 }), all[10] == 0xFF, all[11] == 0xFF {
            return all[12...].map { String($0) }.joined(separator: ".")
        }
        return Hexadecimal.text(all[..<8]) + "/64"
    }
}
