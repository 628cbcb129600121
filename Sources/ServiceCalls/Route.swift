import HTTPMessages

/// One call: a method, a path pattern, and a handler.
///
/// - Parameter Context: what the handlers of a dispatcher need beside the call, such as the host of a page
public struct Route<Context: Sendable>: Sendable {
    /// Answers a call that the frame has admitted. An error that it throws goes to the frame.
    public typealias Handler = @Sendable (ServiceCall, Context) async throws -> HTTPReply

    /// The only method, but for HEAD (``answersHead``).
    public let method: HTTPRequest.Method
    /// The path pattern without a leading slash. `:name` matches one part of a path, `**` at the end matches the rest.
    public let path: String
    /// Whether the frame has to find out who asks, by a token or a key.
    public let needsToken: Bool
    /// Whether HEAD is answered like GET, without the body.
    public let answersHead: Bool
    /// Answers the route's calls.
    public let handler: Handler

    /// - Parameter answersHead: `false` if a request has side effects; used only for GET
    public init(
        _ method: HTTPRequest.Method, _ path: String, needsToken: Bool = true, answersHead: Bool = true,
        contextual handler: @escaping Handler
    ) {
        self.method = method
        self.path = path
        self.needsToken = needsToken
        self.answersHead = answersHead && method == .get
        self.handler = handler
    }

    /// The methods of the route.
    public var methods: [HTTPRequest.Method] { answersHead ? [method, .head] : [method] }
}

/// A call of an API, whose handler needs nothing but the call.
public typealias APIRoute = Route<Void>

extension Route where Context == Void {
    /// - Parameter answersHead: `false` if a request has side effects; used only for GET
    public init(
        _ method: HTTPRequest.Method, _ path: String, needsToken: Bool = true, answersHead: Bool = true,
        handler: @escaping @Sendable (ServiceCall) async throws -> HTTPReply
    ) {
        self.init(method, path, needsToken: needsToken, answersHead: answersHead) { call, _ in
            try await handler(call)
        }
    }
}

/// There is nothing at the path of the request.
public struct NothingAtPath: Error, Sendable, Hashable {
    /// The path as sent.
    public let path: String

    /// - Parameter path: the path as sent
    public init(path: String) {
        self.path = path
    }
}

/// The path exists, but not for the method of the request.
public struct MethodNotAllowed: Error, Sendable, Hashable {
    /// The method of the request.
    public let method: String
    /// The allowed methods in alphabetical order.
    public let allowed: [String]

    init(method: String, allowed: [String]) {
        self.method = method
        self.allowed = allowed
    }
}
