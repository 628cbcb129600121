import HTTPTypes
import Hummingbird

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Whose request it is, behind proxies that say where each one came from in `X-Forwarded-For`.
///
/// Anybody can send that header; what the service's own proxies added stands at its end, and only that is believed.
struct ForwardedAddress: RouterMiddleware {
    /// How many proxies a request passes that add the address it came from, one after the other.
    let proxies: Int

    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let told = HTTPField.Name("X-Forwarded-For").map { request.headers[values: $0].joined(separator: ",") }
        context.remoteAddress = Self.address(told ?? "", proxies: proxies) ?? context.remoteAddress
        return try await next(request, context)
    }

    /// The address that the outermost of the proxies saw; nil when the header says less, or something else.
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
