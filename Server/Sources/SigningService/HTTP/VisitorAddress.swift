import HTTPTypes
import Hummingbird
import Logging
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where requests come from: from the other end of the connection, or as `X-Forwarded-For` says behind proxies.
///
/// Anyone can send that header. Only the entries at its end, which the service's own proxies added, are trusted.
final class VisitorAddress: Sendable {
    /// The number of successive proxies that each add the address they received the request from; `nil` if the operator
    /// has not said.
    private let proxies: Int?
    private let logger: Logger
    private let hasWarned = Mutex(false)

    init(proxies: Int?, logger: Logger) {
        self.proxies = proxies
        self.logger = logger
    }

    /// Returns the address that a request comes from.
    func address(of request: Request, _ context: ServiceContext) -> String? {
        guard let proxies else {
            warn(of: request)
            return context.remoteAddress
        }
        guard proxies > 0 else { return context.remoteAddress }
        let header = HTTPField.Name("X-Forwarded-For").map { request.headers[values: $0].joined(separator: ",") }
        return Self.address(header ?? "", proxies: proxies) ?? context.remoteAddress
    }

    /// Warns the operator, once, of a proxy that they have not named: to limits, all its clients are one.
    private func warn(of request: Request) {
        guard Self.headers.contains(where: { request.headers[$0] != nil }) else { return }
        let isFirst = hasWarned.withLock { hasWarned in
            defer { hasWarned = true }
            return !hasWarned
        }
        if isFirst { logger.warning("\(Self.sentence)") }
    }

    private static let headers = ["X-Forwarded-For", "Forwarded"].compactMap { HTTPField.Name($0) }

    static let sentence =
        "Requests come through a proxy (X-Forwarded-For), and nobody said whether to trust it, so limits count all its "
        + "clients as one: start the service with --proxies 1, or with --proxies 0 if clients reach it directly."

    /// Returns the address that the outermost proxy saw; `nil` if the header has fewer entries, or an invalid one.
    static func address(_ forwardedFor: String, proxies: Int) -> String? {
        let entries = forwardedFor.split(separator: ",", omittingEmptySubsequences: false)
        guard proxies > 0, entries.count >= proxies else { return nil }
        var text = entries[entries.count - proxies].trimmingPrefix { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text = text.dropLast() }
        if text.first == "[", let end = text.firstIndex(of: "]") {
            text = text[text.index(after: text.startIndex)..<end]
        } else if text.count(where: { $0 == ":" }) == 1 {
            text = text.prefix { $0 != ":" }
        }
        let address = String(text)
        return isAddress(address, AF_INET) || isAddress(address, AF_INET6) ? address : nil
    }

    private static func isAddress(_ text: String, _ family: Int32) -> Bool {
        var bytes = in6_addr()
        return inet_pton(family, text, &bytes) == 1
    }
}
