import HTTPMessages

/// Answers the requests of a page that people see, wherever the page is served: by a service, or inside an app.
public protocol PageHost: Sendable {
    /// Answers a request. Never throws: an error becomes a response.
    ///
    /// - Parameter request: the request, with a path relative to the page's base address
    func answer(_ request: HTTPCall) async -> HTTPReply

    /// Returns the maximum size of a request's body in bytes.
    ///
    /// - Parameter target: the request's path and query, relative to the page's base address, with a slash in front
    func bodyLimit(for target: String) -> Int
}
