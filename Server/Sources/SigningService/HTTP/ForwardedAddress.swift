import HTTPTypes
import Hummingbird

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Determines a request's origin from `X-Forwarded-For`, behind proxies that add it.
///
/// Anyone can send that header. Only the entries at its end, which the service's own proxies added, are trusted.
struct ForwardedAddress: RouterMiddleware {
    /// The number of successive proxies that each add the address they received the request from.
    let proxies: Int

    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let header = HTTPField.Name("X-Forwarded-For").map { request.headers[values: $0].joined(separator: ",") }
        context.remoteAddress = Self.address(header ?? "", proxies: proxies) ?? context.remoteAddress
        return try await next(request, context)
    }

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
