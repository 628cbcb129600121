import HTTPMessages
/// One API call: a method, a path pattern and a handler.
public struct APIRoute: Sendable {
    public typealias Handler = @Sendable (ServiceCall) async throws -> HTTPReply

    public let method: HTTPRequest.Method
    /// The path pattern without a leading slash. `:name` matches one part of a path, `**` at the end matches the rest.
    public let path: String
    /// Whether the request needs an access token.
    public let needsToken: Bool
    /// Whether HEAD is answered like GET, without the body.
    public let answersHead: Bool
    public let handler: Handler

    /// - Parameter answersHead: `false` if a request has side effects; used only for GET
    public init(
        _ method: HTTPRequest.Method, _ path: String, needsToken: Bool = true, answersHead: Bool = true,
        handler: @escaping Handler
    ) {
        self.method = method
        self.path = path
        self.needsToken = needsToken
        self.answersHead = answersHead && method == .get
        self.handler = handler
    }

    /// The methods of the route.
    public var methods: [HTTPRequest.Method] { answersHead ? [method, .head] : [method] }

    /// Answers a request that matches this route; HEAD gets the response to GET without its body.
    public func answer(_ request: ServiceCall) async throws -> HTTPReply {
        var answer = try await handler(request)
        if request.method == .head {
            if answer.headers[.contentLength] == nil { answer.headers[.contentLength] = String(answer.bodyCount) }
            answer.parts = []
        }
        return answer
    }
}

/// The path exists, but not for the method of the request.
public struct MethodNotAllowed: Error, Sendable {
    public let method: String
    /// The allowed methods in alphabetical order.
    public let allowed: [String]

    public init(method: String, allowed: [String]) {
        self.method = method
        self.allowed = allowed
    }
}
