import Envelopes
import Foundation
import HTTPMessages

/// The calls to a server that a sync needs.
package protocol SyncServer: Sendable {
    /// Returns what the server has of an envelope; `nil` if it has nothing.
    ///
    /// - Throws: ``SyncFailure``
    func state(of envelope: PendingEnvelope, _ history: History) async throws -> ServerState?

    /// Uploads a blob, continuing where an earlier attempt stopped.
    ///
    /// - Throws: ``SyncFailure``, and the errors of `store`
    func upload(_ hash: BlobHash, from store: any SyncStore) async throws

    /// Whether ``commit(_:of:from:)`` requires the blobs to be uploaded first.
    var takesBlobs: Bool { get }

    /// Whether the server keeps the events themselves; if so, its receipts have to prove that it has them.
    var keepsHistories: Bool { get }

    /// Uploads the whole history. A repeated call has no further effect.
    ///
    /// - Throws: ``SyncFailure``
    func commit(_ history: History, of envelope: PendingEnvelope, from store: any SyncStore) async throws -> SyncReceipt
}

/// What a server has of an envelope.
package enum ServerState: Sendable, Hashable {
    /// Everything that this device has, and perhaps more events.
    case complete(SyncReceipt)
    /// The first events of this device's history, up to this number.
    case beginning(sequence: Int)
    /// Something that conflicts with this device's history.
    case other(SyncEngine.Conflict)
}

/// Calls on a user's behalf.
package protocol AuthorizedCalls: Sendable {
    /// Returns the server's answer, whatever its status.
    ///
    /// - Throws: ``CountersignError``
    func exchange(_ request: APIRequest) async throws -> HTTPReply
}

extension APIClient: AuthorizedCalls {
    package func exchange(_ request: APIRequest) async throws -> HTTPReply {
        try await exchange(request, timeout: nil)
    }
}

extension AuthorizedCalls {
    /// Returns the server's answer for a sync, in which any other error is a failure of this attempt.
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
    /// The failure that an answer with status 400 or more means for a sync; `nil` for any other status.
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

    /// Only a service's verdict on the envelope itself is final; any other rejection may come from an intermediary.
    private static func refused(_ refusal: Refusal) -> SyncFailure {
        switch refusal.errorCode {
        case "ENVELOPE_BLOB_MISSING": .blobMissing(message: refusal.message)
        case "ENVELOPE_INVALID_STATUS": .conflict(SyncEngine.Conflict(.ended, message: refusal.message))
        case "ENVELOPE_HISTORY_CONFLICT", "TRANSACTION_ID_IN_USE":
            .conflict(SyncEngine.Conflict(.changedOnServer, message: refusal.message))
        case "ENVELOPE_HISTORY_INVALID": .conflict(SyncEngine.Conflict(.refused, message: refusal.message))
        default: .refusedForNow(message: refusal.message)
        }
    }

    /// The failure that a transport error means.
    init(_ error: any Error) {
        switch error {
        case let failure as SyncFailure: self = failure
        case CountersignError.unreachable(let reason, let error): self = .unreachable(reason: reason, underlying: error)
        case CountersignError.sessionEnded, CountersignError.needsLogIn, CountersignError.noToken:
            self = .loginNeeded(message: "\(error)")
        default: self = .busy(message: "\(error)", after: nil)
        }
    }

    var isBlobMissing: Bool { if case .blobMissing = self { true } else { false } }
}

/// The body of an error answer, with defaults for missing members.
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
                ? "The server rejects requests of this size."
                : "The server answered with status \(reply.status).")
    }
}
