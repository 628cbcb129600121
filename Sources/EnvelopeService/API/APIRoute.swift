/// One call: a method and a pattern of paths, and what answers it.
public struct APIRoute: Sendable {
    public typealias Handler = @Sendable (APIRequest) async throws -> APIAnswer

    /// In upper case.
    public let method: String
    /// Without a leading slash. `:name` stands for one part of a path, `**` at the end for all that follow.
    public let path: String
    /// Whether the request has to come with an access token.
    public let needsToken: Bool
    /// Whether HEAD is answered like GET, without the body.
    public let answersHead: Bool
    public let handler: Handler

    /// - Parameter answersHead: false where asking changes something; counts only for GET.
    public init(
        _ method: String, _ path: String, needsToken: Bool = true, answersHead: Bool = true,
        handler: @escaping Handler
    ) {
        self.method = method
        self.path = path
        self.needsToken = needsToken
        self.answersHead = answersHead && method == "GET"
        self.handler = handler
    }

    /// The methods that the route answers.
    public var methods: [String] { answersHead ? [method, "HEAD"] : [method] }

    /// What stands in a path for the pattern's names; nil for a path that the pattern does not describe.
    func parameters(of parts: [String]) -> [String: String]? {
        let pattern = path.split(separator: "/").map(String.init)
        var parameters: [String: String] = [:]
        for (index, piece) in pattern.enumerated() {
            if piece == "**" { return parts.count > index ? parameters : nil }
            guard index < parts.count else { return nil }
            if piece.hasPrefix(":") {
                parameters[String(piece.dropFirst())] = parts[index].removingPercentEncoding ?? ""
            } else if piece != parts[index] {
                return nil
            }
        }
        return parts.count == pattern.count ? parameters : nil
    }

    /// The answer to a request that this route is for: with HEAD, the answer to GET without its body.
    public func answer(_ request: APIRequest) async throws -> APIAnswer {
        var answer = try await handler(request)
        if request.method == "HEAD" {
            if answer.headers["content-length"] == nil { answer.headers["content-length"] = String(answer.body.count) }
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

extension [APIRoute] {
    /// The route for a request, and what stands in its path for the pattern's names.
    ///
    /// - Returns: nil for a path that no route has; a route for another method when the method is wrong: see `allowed`.
    func find(
        _ method: String, _ path: String
    ) -> (route: APIRoute, parameters: [String: String], allowed: [String])? {
        let parts = path.split(separator: "/").map(String.init)
        let matching = compactMap { route in route.parameters(of: parts).map { (route, $0) } }
        guard let first = matching.first else { return nil }
        let same = matching.filter { $0.0.path == first.0.path }
        let allowed = Set(same.flatMap(\.0.methods)).sorted()
        let chosen = same.first { $0.0.methods.contains(method) } ?? first
        return (chosen.0, chosen.1, allowed)
    }
}
