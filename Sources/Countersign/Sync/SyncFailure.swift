import DescribedErrors
import Envelopes
import Foundation

/// Why an envelope was not uploaded, or why a sync could not start.
public enum SyncFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// No answer: it is unknown whether the server has the envelope.
    case unreachable(reason: String, underlying: UnderlyingError? = nil)
    /// The server could not accept the envelope now; nothing is wrong with the envelope.
    ///
    /// - Parameter after: how long the server asks to wait, in seconds
    case busy(message: String, after: TimeInterval?)
    /// The server rejected the envelope this time, but not necessarily for good. The envelope stays pending and is
    /// skipped for the rest of the pass, which continues.
    case refusedForNow(message: String)
    /// The server does not have a blob that was uploaded before.
    case blobMissing(message: String)
    /// Nobody is logged in any more; the whole pass ends.
    case loginNeeded(message: String)
    case conflict(SyncEngine.Conflict)
    /// The pass was cancelled.
    case cancelled
    /// The envelope is not pending.
    case notPending(OfflineObstacle)
    /// Another error of the library, such as one of the device's store.
    case other(CountersignError)

    /// The error that led to this one, if there is one.
    public var underlyingError: (any Error)? {
        switch self {
        case .unreachable(_, let underlying): underlying?.error
        case .notPending(let obstacle): obstacle
        case .other(let error): error
        default: nil
        }
    }

    /// One sentence; the server's own if it sent one.
    public var description: String {
        switch self {
        case .unreachable(let reason, _): "The server could not be reached: \(reason)"
        case .busy(let message, _), .blobMissing(let message), .loginNeeded(let message), .refusedForNow(let message):
            message
        case .conflict(let conflict): conflict.message
        case .cancelled: "The sync was cancelled."
        case .notPending(let obstacle): obstacle.description
        case .other(let error): error.description
        }
    }
}

extension SyncFailure {
    /// The failure that an error at the start of a pass, or on the device, means.
    init(stopping error: any Error) {
        self =
            switch error {
            case let failure as SyncFailure: failure
            case is CancellationError, CountersignError.cancelled: .cancelled
            default: .other(CountersignError(storing: error))
            }
    }
}
