import Foundation

/// A request on its way to a server.
public struct HTTPCall: Sendable {
    /// In upper case.
    public var method: String
    public var url: URL
    /// Names in lower case.
    public var headers: [String: String]
    public var body: Data
    /// Seconds without a byte from the server after which the call fails.
    public var timeout: TimeInterval

    public init(
        method: String, url: URL, headers: [String: String] = [:], body: Data = Data(), timeout: TimeInterval = 120
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
    }
}

/// What a server answered, whatever its status.
public struct HTTPReply: Sendable, Hashable {
    public var status: Int
    /// Names in lower case.
    public var headers: [String: String]
    public var body: Data

    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// Carries calls to a server: URLSession in an app, a stand-in in an app's tests.
public protocol HTTPTransport: Sendable {
    /// The server's answer, whatever its status. Redirects are not followed.
    ///
    /// - Throws: ``CountersignError/unreachable(reason:)`` when there is no answer: nothing is known of what the server
    ///   did. `CancellationError` when the task was cancelled.
    func send(_ call: HTTPCall) async throws -> HTTPReply
}
