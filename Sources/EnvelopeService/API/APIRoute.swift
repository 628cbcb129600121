import HTTPMessages
/// One call: a method and a pattern of paths, and what answers it.
public struct APIRoute: Sendable {
    public typealias Handler = @Sendable (ServiceCall) async throws -> HTTPReply

    public let method: HTTPRequest.Method
    /// Without a leading slash. `:name` stands for one part of a path, `**` at the end for all that follow.
    public let path: String
    /// Whether the request has to come with an access token.
    public let needsToken: Bool
    /// Whether HEAD is answered like GET, without the body.
    public let answersHead: Bool
    public let handler: Handler

    /// - Parameter answersHead: false where asking changes something; counts only for GET.
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

    /// The methods that the route answers.
    public var methods: [HTTPRequest.Method] { answersHead ? [method, .head] : [method] }

    /// The answer to a request that this route is for: with HEAD, the answer to GET without its body.
    public func answer(_ request: ServiceCall) async throws -> HTTPReply {
        var answer = try await handler(request)
        if request.method == .head {
            if answer.headers[.contentLength] == nil { answer.headers[.contentLength] = String(answer.body.count) }
            answer.body.removeAll()
        }
        return answer
    }
}

/// A path was asked for with a method that it does not have.
public struct MethodNotAllowed: Error, Sendable {
    public let method: String
    /// In alphabetical order.
    public let allowed: [String]

    public init(method: String, allowed: [String]) {
        self.method = method
        self.allowed = allowed
    }
}
