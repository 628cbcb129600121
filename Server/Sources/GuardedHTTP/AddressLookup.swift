import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Returns the addresses of a name; none for an unknown name.
package typealias AddressLookup = @Sendable (String) async -> [NetworkAddress]

/// The system's resolver.
package enum SystemResolver {
    @Sendable package static func addresses(of name: String) async -> [NetworkAddress] {
        await withCheckedContinuation { continuation in
            // The resolver blocks, so it gets its own thread.
            Thread.detachNewThread { continuation.resume(returning: lookedUp(name)) }
        }
    }

    private static func lookedUp(_ name: String) -> [NetworkAddress] {
        var hints = addrinfo()
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [NetworkAddress] = []
        var entry = list
        while let info = entry?.pointee, found.count < 64 {
            switch info.ai_family {
            case AF_INET:
                info.ai_addr.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
                    found.append(NetworkAddress(bytes: withUnsafeBytes(of: address.pointee.sin_addr) { Array($0) }))
                }
            case AF_INET6:
                info.ai_addr.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
                    found.append(NetworkAddress(bytes: withUnsafeBytes(of: address.pointee.sin6_addr) { Array($0) }))
                }
            default: break
            }
            entry = info.ai_next
        }
        return found
    }
}
