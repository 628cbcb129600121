import EnvelopeService
import HTTPTypes
import Hummingbird

/// Routes by path, so that a request with the wrong method is answered with 405 and the allowed methods.
struct MethodTable {
    typealias Handler = @Sendable (Request, ServiceContext) async throws -> Response

    private let router: any RouterMethods<ServiceContext>
    private var methods: [String: [HTTPRequest.Method]] = [:]

    /// Every method that is answered, if only with 405.
    static let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace, .connect]

    init(_ router: any RouterMethods<ServiceContext>) {
        self.router = router
    }

    /// Adds a route. A GET route also answers HEAD, unless `head` is false.
    mutating func on(
        _ method: HTTPRequest.Method, _ path: String, head: Bool = true, use handler: @escaping Handler
    ) {
        router.on(RouterPath(path), method: method, use: handler)
        methods[path, default: []].append(method)
        guard method == .get, head else { return }
        router.on(RouterPath(path), method: .head) { request, context in
            try await handler(request, context).createHeadResponse()
        }
        methods[path, default: []].append(.head)
    }

    /// Rejects every other method on the paths added so far.
    func refuseOtherMethods() {
        for (path, present) in methods {
            let allowed = present.map(\.rawValue).sorted()
            for method in Self.methods where !present.contains(method) {
                router.on(RouterPath(path), method: method) { request, _ -> Response in
                    throw MethodNotAllowed(method: request.method.rawValue, allowed: allowed)
                }
            }
        }
    }
}
