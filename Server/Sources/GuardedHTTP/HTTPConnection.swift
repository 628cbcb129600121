import Foundation
import HTTPTypes

/// One request over a connection of its own, on a thread of its own: libcurl waits there.
enum HTTPConnection {
    /// Redirects are not followed.
    ///
    /// - Parameters:
    ///   - request: its URL has to be one that ``GuardPolicy`` takes
    ///   - address: the only address that is connected to, whatever the URL's host; `nil` for what the system's resolver
    ///     says
    /// - Throws: ``OutgoingFailure`` and `CancellationError`
    static func reply(
        to request: OutgoingRequest, at address: NetworkAddress?, within timeLimit: Duration
    ) async throws -> OutgoingReply {
        try Task.checkCancellation()
        let transfer = HTTPTransfer(request, to: address, within: timeLimit)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread { continuation.resume(with: Result { try transfer.perform() }) }
            }
        } onCancel: {
            transfer.cancel()
        }
    }
}
