import Foundation
@_exported import HTTPMessages

/// Sends calls to a server: URLSession in an app, a stand-in in an app's tests.
public protocol HTTPTransport: Sendable {
    /// Returns the server's answer, whatever its status. Redirects are not followed.
    ///
    /// - Parameters:
    ///   - call: a call with a full URL
    ///   - timeout: how long to wait for a byte from the server, in seconds, before the call fails
    /// - Throws: ``ClientError/unreachable(reason:underlying:)`` if there is no answer, so that it is unknown what the server
    ///   did; `CancellationError` if the task was cancelled
    func send(_ call: HTTPCall, timeout: TimeInterval) async throws -> HTTPReply
}

extension HTTPTransport {
    /// Sends a call with a timeout of two minutes.
    public func send(_ call: HTTPCall) async throws -> HTTPReply { try await send(call, timeout: 120) }
}
