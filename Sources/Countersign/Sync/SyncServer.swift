import Envelopes
import Foundation
import HTTPMessages

/// Why an envelope did not arrive.
package enum SyncFailure: Error, Sendable, Hashable {
    /// No answer: whether the server has it is not known.
    case unreachable(reason: String)
    /// The server could not take it at this moment; nothing is wrong with the envelope.
    ///
    /// - Parameter after: seconds that the server asks to wait.
    case busy(message: String, after: TimeInterval?)
    /// The server would not take it this time, and nothing shows that it never will: the envelope stays pending and is
    /// left alone for the rest of the pass, which goes on.
    case refusedForNow(message: String)
    /// The server does not have a blob that it was given.
    case blobMissing(message: String)
    /// Nobody is logged in any more: the whole pass ends.
    case loginNeeded(message: String)
    case setAside(SyncEngine.SetAside)
}

/// A server as a sync sees it.
package protocol SyncServer: Sendable {
    /// What the server has of an envelope; nil when it has nothing.
    ///
    /// - Throws: ``SyncFailure``.
    func state(of envelope: PendingEnvelope, _ history: History) async throws -> ServerState?

    /// Makes the server have a blob, from wherever an earlier attempt stopped.
    ///
    /// - Throws: ``SyncFailure``, and what `store` throws.
    func upload(_ hash: BlobHash, from store: any SyncStore) async throws

    /// Whether ``commit(_:of:from:)`` needs the blobs to be there.
    var takesBlobs: Bool { get }

    /// Whether the server keeps the events themselves; then its receipts have to show that it has them.
    var keepsHistories: Bool { get }

    /// Makes the server take the whole history. Given twice it is taken once.
    ///
    /// - Throws: ``SyncFailure``.
    func commit(_ history: History, of envelope: PendingEnvelope, from store: any SyncStore) async throws -> SyncReceipt
}

/// What a server has of an envelope.
package enum ServerState: Sendable, Hashable {
    /// Everything that this device has, and perhaps more.
    case complete(SyncReceipt)
    /// The first events of this device's history, up to this number.
    case beginning(sequence: Int)
    /// Something else.
    case other(SyncEngine.SetAside)
}

/// Calls in a user's name.
package protocol AuthorizedCalls: Sendable {
    /// The server's answer, whatever its status.
    ///
    /// - Throws: ``CountersignError``.
    func exchange(_ request: APIRequest) async throws -> HTTPReply
}

extension APIClient: AuthorizedCalls {
    package func exchange(_ request: APIRequest) async throws -> HTTPReply {
        try await exchange(request, timeout: nil)
    }
}

extension AuthorizedCalls {
    /// The server's answer for a sync, which takes every other error as a failure of this attempt.
    func syncing(_ request: APIRequest) async throws -> HTTPReply {
        do {
            return try await exchange(request)
        } catch is CancellationError {
            throw CancellationError()
        } catch CountersignError.cancelled {
            throw CancellationError()
        } catch {
            throw SyncFailure(error)
        }
    }
}

extension SyncFailure {
    /// What an answer with a status of 400 or more means for a sync; nil for any other.
    init?(_ reply: HTTPReply) {
        guard reply.status >= 400 else { return nil }
        let refusal = Refusal(reply)
        switch reply.status {
        case 401: self = .loginNeeded(message: refusal.message)
        case 408, 425, 429, 500...:
            self = .busy(message: refusal.message, after: reply.headers[.retryAfter].flatMap(TimeInterval.init))
        case 409, 422: self = Self.refused(refusal)
        default: self = .refusedForNow(message: refusal.message)
        }
    }

    /// Only what a service says of the envelope itself is final; any other refusal may come from whatever stands in
    /// between.
    private static func refused(_ refusal: Refusal) -> SyncFailure {
        switch refusal.errorCode {
        case "ENVELOPE_BLOB_MISSING": .blobMissing(message: refusal.message)
        case "ENVELOPE_INVALID_STATUS": .setAside(SyncEngine.SetAside(.ended, message: refusal.message))
        case "ENVELOPE_HISTORY_CONFLICT", "TRANSACTION_ID_IN_USE":
            .setAside(SyncEngine.SetAside(.changedOnServer, message: refusal.message))
        case "ENVELOPE_HISTORY_INVALID": .setAside(SyncEngine.SetAside(.refused, message: refusal.message))
        default: .refusedForNow(message: refusal.message)
        }
    }

    /// What the transport's error means.
    init(_ error: any Error) {
        switch error {
        case let failure as SyncFailure: self = failure
        case CountersignError.unreachable(let reason): self = .unreachable(reason: reason)
        case CountersignError.sessionEnded, CountersignError.needsLogIn, CountersignError.noToken:
            self = .loginNeeded(message: "\(error)")
        default: self = .busy(message: "\(error)", after: nil)
        }
    }

    var isBlobMissing: Bool { if case .blobMissing = self { true } else { false } }

    var message: String {
        switch self {
        case .unreachable(let reason): "The server could not be reached: \(reason)"
        case .busy(let message, _), .blobMissing(let message), .loginNeeded(let message), .refusedForNow(let message):
            message
        case .setAside(let aside): aside.message
        }
    }
}

/// The body of a refusal; whatever is missing in it is made up for.
struct Refusal {
    var errorCode: String?
    var message: String

    private struct Body: Decodable {
        var errorCode: String?
        var message: String?
    }

    init(_ reply: HTTPReply) {
        let body = try? JSONDecoder().decode(Body.self, from: reply.body)
        errorCode = body?.errorCode
        message =
            body?.message
            ?? (reply.status == 413
                ? "The server takes no request as large as this one."
                : "The server answered with status \(reply.status).")
    }
}
