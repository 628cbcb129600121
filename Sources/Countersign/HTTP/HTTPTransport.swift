import Foundation
@_exported import HTTPMessages

/// Carries calls to a server: URLSession in an app, a stand-in in an app's tests.
public protocol HTTPTransport: Sendable {
    /// The server's answer, whatever its status. Redirects are not followed.
    ///
    /// - Parameters:
    ///   - call: with the whole address.
    ///   - timeout: seconds without a byte from the server after which the call fails.
    /// - Throws: ``CountersignError/unreachable(reason:)`` when there is no answer: nothing is known of what the server
    ///   did. `CancellationError` when the task was cancelled.
    func send(_ call: HTTPCall, timeout: TimeInterval) async throws -> HTTPReply
}

extension HTTPTransport {
    /// The same within two minutes of silence.
    public func send(_ call: HTTPCall) async throws -> HTTPReply { try await send(call, timeout: 120) }
}
