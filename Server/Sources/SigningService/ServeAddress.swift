import Foundation
import NIOCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Checks the service's addresses, and explains why listening failed.
public enum ServeAddress {
    /// Returns an `http` or `https` URL without its final slash; `nil` if it has no host, or a user, path, query, or
    /// fragment.
    ///
    /// The service's own URLs start at the root: below a path, its redirects and cookies would lead elsewhere.
    public static func url(_ text: String) -> URL? {
        let trimmed = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard let url = URL(string: trimmed), let scheme = url.scheme?.lowercased(),
            ["http", "https"].contains(scheme),
            let host = url.host(), !host.isEmpty, url.user() == nil, url.path().isEmpty,
            url.query() == nil, url.fragment() == nil
        else { return nil }
        return url
    }

    /// Whether a URL leads to this machine and nowhere else.
    public static func isOwnMachine(_ url: URL) -> Bool {
        let host = (url.host() ?? "").trimmingCharacters(in: ["[", "]"])
        return isLoopback(host) || host.lowercased().hasSuffix(".localhost")
    }

    /// Whether only this machine can reach the host.
    public static func isLoopback(_ host: String) -> Bool {
        if host.lowercased() == "localhost" { return true }
        switch try? SocketAddress(ipAddress: host, port: 0) {
        // RFC 1122 §3.2.1.3: all of 127.0.0.0/8.
        case .v4(let address): return UInt32(bigEndian: address.address.sin_addr.s_addr) >> 24 == 127
        case .v6(let address):
            let bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
            return bytes == [UInt8](repeating: 0, count: 15) + [1]
        default: return false
        }
    }

    /// Returns the reason why listening failed, in one sentence; `nil` for an unrelated error.
    public static func refusal(_ error: any Error, host: String, port: Int) -> String? {
        if error is SocketAddressError || error is SocketAddressError.UnknownHost {
            return "The host \(host) is not known; choose an address of this machine with --host."
        }
        guard let error = error as? IOError else { return nil }
        switch error.errnoCode {
        case EADDRINUSE: return "Port \(port) of \(host) is in use; choose another with --port."
        case EADDRNOTAVAIL: return "\(host) is not an address of this machine; choose another with --host."
        case EACCES, EPERM: return "Port \(port) of \(host) is not open to this user; choose another with --port."
        default:
            return
                "The service cannot listen on port \(port) of \(host): \(String(cString: strerror(error.errnoCode)))."
        }
    }
}
