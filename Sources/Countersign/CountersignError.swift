import DescribedErrors
import Envelopes

/// An error of the library.
public enum CountersignError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The server did not answer; it is unknown whether it did what was requested.
    case unreachable(reason: String, underlying: UnderlyingError? = nil)
    /// The server rejected the request.
    ///
    /// - Parameters:
    ///   - status: the HTTP status
    ///   - code: the API's `errorCode`; `nil` if the answer had none
    ///   - message: one sentence
    ///   - trace: the server's id of the request, to quote in support requests
    case refused(status: Int, code: String?, message: String, trace: String?)
    /// The server's answer does not conform to the API.
    case unreadableAnswer(what: String, trace: String?)
    /// The task was cancelled. A request already sent may have taken effect.
    case cancelled

    // MARK: Set-up and session

    /// A value of the configuration is invalid.
    case invalidConfiguration(what: String)
    /// The session has ended by a log-out or another user's log-in. Answers that arrived for it were dropped.
    case sessionEnded
    /// The session is offline; this call needs a new log-in.
    case needsLogIn
    /// There is no saved session to resume.
    case noSavedSession
    /// The token belongs to another user, or does not give access to the named account.
    case accountMismatch(what: String)
    /// The app's token provider returned no token.
    case noToken(reason: String, underlying: UnderlyingError? = nil)
    /// The sign-in page or the token endpoint rejected the log-in.
    ///
    /// - Parameter code: OAuth's `error`, such as `access_denied` or `invalid_grant`
    case authorizationRefused(code: String, message: String)
    /// The URL that the sign-in page redirected to does not belong to the current log-in.
    case authorizationForged
    /// The device could not store or return a secret.
    case credentials(reason: String, underlying: UnderlyingError? = nil)
    /// The device's storage failed.
    case storage(reason: String, underlying: UnderlyingError? = nil)
    /// Envelopes with data that the server lacks are missing from the export, or have changed since. None of their data
    /// was deleted.
    case exportIncomplete(missing: [EnvelopeID])

    // MARK: Presenting

    /// The recipient for the page does not match exactly one.
    case recipientNotUnique(found: Int)
    /// The URL that the app passed is not a signing page's.
    case unusableAddress(what: String)
    /// A signing page is already shown; only one can be shown at a time.
    case alreadyPresenting
    /// A presenter cannot show a page now; the server was not asked.
    case cannotPresent(PresentationObstacle)
    /// The signing page failed.
    ///
    /// - Parameter trace: the server's id of the request that returned the page's URL
    case signingFailed(reason: String, trace: String?, underlying: UnderlyingError? = nil)
    /// The page said that signing is complete, but the server did not confirm it when asked several times.
    case signingNotConfirmed(status: String, trace: String?)

    // MARK: Composing and signing offline

    /// All problems in a draft; never empty.
    case invalidDraft([DraftProblem])
    /// An envelope with other content was made earlier under this draft's id; nothing was made now. To make another
    /// envelope from the draft, give it its own id: ``EnvelopeDraft/copy(id:)``.
    case draftIDInUse(EnvelopeID)
    /// The server already made an envelope from this request, and its status is not the requested one. It is still a
    /// draft (``CountersignSession/send(envelope:)`` sends it), was sent instead of left as a draft, or has ended.
    ///
    /// - Parameter status: the API's word in lower case: `created`, `sent`, `voided` …
    case alreadyMade(EnvelopeID, status: String)
    /// The copy on this device has data that the server lacks. Sign it here and let a sync upload it, or remove it
    /// after an export. If it were also signed on the server, one of the two versions would be void.
    case unsyncedHere(EnvelopeID)
    /// An error of the device's store.
    case store(StoreProblem)
    /// Everything that cannot be done offline with an envelope; never empty.
    case notPossibleOffline([OfflineObstacle])

    // MARK: Templates

    case templateNotCached(TemplateID)
    /// Everything that prevents using a template on this device; never empty.
    case templateNotUsable([TemplateObstacle])
    /// The defaults for an envelope do not match the template.
    case templateDefaults(TemplateFillingError)

    /// One sentence for a person; the server's own if it rejected the request.
    public var description: String {
        switch self {
        case .templateNotCached(let id): "Template \(id) is not on this device."
        case .templateNotUsable(let obstacles): obstacles.map(\.description).joined(separator: " ")
        case .templateDefaults(let error): error.description
        case .unreachable(let reason, _): "The server could not be reached: \(reason)"
        case .refused(_, _, let message, _): message
        case .unreadableAnswer(let what, _): "The server's answer cannot be read: \(what)"
        case .cancelled: "The operation was cancelled."
        case .invalidConfiguration(let what): "The configuration cannot be used: \(what)."
        case .sessionEnded: "The session has ended."
        case .needsLogIn: "The user must log in again."
        case .noSavedSession: "There is no saved session."
        case .accountMismatch(let what): "The log-in's account does not match: \(what)."
        case .noToken(let reason, _): "There is no access token: \(reason)"
        case .authorizationRefused(let code, let message): message.isEmpty ? "The log-in was refused: \(code)" : message
        case .authorizationForged: "The sign-in page's answer does not belong to this log-in."
        case .credentials(let reason, _): "The credential store failed: \(reason)"
        case .storage(let reason, _): "The device's storage failed: \(reason)"
        case .exportIncomplete(let missing):
            missing.count == 1
                ? "One envelope with changes that the server lacks is not in the export."
                : "\(missing.count) envelopes with changes that the server lacks are not in the export."
        case .recipientNotUnique(0): "The envelope has no such recipient."
        case .recipientNotUnique(let found): "\(found) recipients of the envelope match; specify one."
        case .unusableAddress(let what): "The signing page cannot be opened: \(what)."
        case .alreadyPresenting: "A signing page is being shown already."
        case .cannotPresent(let obstacle): obstacle.description
        case .signingFailed(let reason, _, _): "Signing failed: \(reason)"
        case .signingNotConfirmed(let status, _):
            "The page said that signing has ended; the server says the recipient is \(status)."
        case .invalidDraft(let problems): problems.map(\.description).joined(separator: " ")
        case .draftIDInUse(let id):
            "The draft's id \(id) was already used for another envelope; a new draft needs a new id."
        case .alreadyMade(let id, let status): "The envelope was already created as \(id) and is \(status)."
        case .unsyncedHere(let id):
            "Envelope \(id) has changes on this device that the server lacks; upload them first."
        case .store(let problem): problem.description
        case .notPossibleOffline(let obstacles): obstacles.map(\.description).joined(separator: " ")
        }
    }

    /// The error of the system, of another library, of the app or of a part of this library, if there is one.
    public var underlyingError: (any Error)? {
        switch self {
        case .unreachable(_, let underlying), .credentials(_, let underlying), .storage(_, let underlying),
            .noToken(_, let underlying), .signingFailed(_, _, let underlying):
            underlying?.error
        case .store(let problem): problem
        case .cannotPresent(let obstacle): obstacle
        case .templateDefaults(let error): error
        default: nil
        }
    }

    /// The server's id of the request, if there is one.
    public var trace: String? {
        switch self {
        case .refused(_, _, _, let trace), .unreadableAnswer(_, let trace), .signingFailed(_, let trace, _),
            .signingNotConfirmed(_, let trace):
            trace
        default: nil
        }
    }
}
