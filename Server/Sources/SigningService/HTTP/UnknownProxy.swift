import HTTPTypes
import Hummingbird
import Logging
import Synchronization

/// Warns the operator of a proxy that they have not named: to limits, all its clients are one.
struct UnknownProxy: RouterMiddleware {
    let logger: Logger
    private let hasWarned = Flag()

    /// Set once, by the first request.
    private final class Flag: Sendable {
        private let isSet = Mutex(false)

        /// - Returns: whether it was not set before
        func set() -> Bool {
            isSet.withLock { isSet in
                defer { isSet = true }
                return !isSet
            }
        }
    }

    init(logger: Logger) { self.logger = logger }

    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        if Self.headers.contains(where: { request.headers[$0] != nil }), hasWarned.set() {
            logger.warning("\(Self.sentence)")
        }
        return try await next(request, context)
    }

    private static let headers = ["X-Forwarded-For", "Forwarded"].compactMap { HTTPField.Name($0) }

    static let sentence =
        "Requests come through a proxy (X-Forwarded-For), and nobody said whether to trust it, so limits count all its "
        + "clients as one: start the service with --proxies 1, or with --proxies 0 if clients reach it directly."
}
