import Foundation
import SignedPDF

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Sends requests to untrusted URLs, such as those in the certificates of an uploaded document. It refuses addresses
/// of this machine and of private networks, so that nobody can reach internal servers through the service.
///
/// A name is resolved once, all its addresses are checked, and the connection uses the checked address. The same
/// applies to each redirect. The operator may allow networks.
public struct GuardedExchange: HTTPExchange {
    private static let mostRedirects = 5

    private let allowed: [NetworkBlock]
    private let lookUp: @Sendable (String) async -> [NetworkAddress]

    public init(allowing networks: [NetworkBlock] = []) {
        self.init(allowing: networks, lookUp: Self.addresses)
    }

    init(allowing networks: [NetworkBlock], lookUp: @escaping @Sendable (String) async -> [NetworkAddress]) {
        allowed = networks
        self.lookUp = lookUp
    }

    public func answer(to request: HTTPExchangeRequest) async throws -> HTTPExchangeAnswer {
        var request = request
        for _ in 0...Self.mostRedirects {
            let (url, address) = try await target(request.url)
            let (answer, location) = try await WebExchange().answer(to: request, at: address)
            guard let location else { return answer }
            guard let next = URL(string: location, relativeTo: url) else {
                throw HTTPExchangeFailure.unsupportedAddress
            }
            request.url = next.absoluteString
            if answer.status == 303 { request.body = nil }
        }
        throw HTTPExchangeFailure.unreachable("it redirects too many times")
    }

    /// Returns the URL and the address to connect to.
    private func target(_ text: String) async throws -> (URL, NetworkAddress) {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = url.host(percentEncoded: false), !host.isEmpty, url.user() == nil
        else { throw HTTPExchangeFailure.unsupportedAddress }
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        let addresses = if let address = NetworkAddress(name) { [address] } else { await lookUp(name) }
        guard let first = addresses.first else { throw HTTPExchangeFailure.unreachable("there is no such host") }
        // No honest name has both a public and a private address.
        guard addresses.allSatisfy({ address in address.isPublic || allowed.contains { $0.contains(address) } }) else {
            throw HTTPExchangeFailure.unreachable("its address is not a public one")
        }
        return (url, first)
    }

    /// Returns the addresses of a name, from the system's resolver.
    @Sendable private static func addresses(of name: String) async -> [NetworkAddress] {
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
