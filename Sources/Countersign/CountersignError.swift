import Envelopes

/// Why something asked of the library did not happen.
public enum CountersignError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The server did not answer; whether it did what was asked is not known.
    case unreachable(reason: String)
    /// The server refused.
    ///
    /// - Parameters:
    ///   - status: the HTTP status.
    ///   - code: the API's `errorCode`; nil when the answer had none.
    ///   - message: one sentence.
    ///   - trace: the server's id of the request, to quote when asking about it.
    case refused(status: Int, code: String?, message: String, trace: String?)
    /// The server's answer is not what the API says it is.
    case unreadableAnswer(what: String, trace: String?)
    /// The task was cancelled. What was on its way to the server may have been done.
    case cancelled

    // MARK: Set-up and session

    /// A value of the configuration cannot be used.
    case invalidConfiguration(what: String)
    /// The session has ended - a log-out, or another user's log-in - and what came for it was dropped.
    case sessionEnded
    /// The session goes on without a network; a fresh log-in is needed for this.
    case needsLogIn
    /// There is no saved session to go on with.
    case noSavedSession
    /// The token belongs to another user, or to none of the account that was named.
    case accountMismatch(what: String)
    /// The app's token provider gave no token.
    case noToken(reason: String)
    /// The sign-in page or the token endpoint refused.
    ///
    /// - Parameter code: OAuth's `error`, such as `access_denied` or `invalid_grant`.
    case authorizationRefused(code: String, message: String)
    /// The address that the sign-in page came back with does not belong to the log-in that was begun.
    case authorizationForged
    /// The device would not keep or give a secret.
    case credentials(reason: String)
    /// The device's storage failed.
    case storage(reason: String)
    /// Envelopes that hold what the server does not have yet are not in the export that was handed over, or not as they
    /// are now; nothing of them was deleted.
    case exportIncomplete(missing: [EnvelopeID])

    // MARK: Presenting

    /// The recipient to be shown the page is not exactly one.
    case recipientNotUnique(found: Int)
    /// An address that the app passed is not one of a signing page.
    case unusableAddress(what: String)
    /// A signing page is being shown; there is one at a time.
    case alreadyPresenting
    /// The signing page failed.
    ///
    /// - Parameter trace: the server's id of the request that gave out the page's address.
    case signingFailed(reason: String, trace: String?)
    /// The page said that signing is complete, and the server, asked several times, did not.
    case signingNotConfirmed(status: String, trace: String?)

    // MARK: Composing and signing offline

    /// Everything that is wrong with a draft; never empty.
    case invalidDraft([DraftProblem])
    /// An envelope with other content was made under this id of a draft before; nothing was made now. A draft for
    /// another envelope needs an id of its own: ``EnvelopeDraft/copy(id:)``.
    case draftIDInUse(EnvelopeID)
    /// The server has made an envelope of this request before, and it is not what was asked for now: still a draft where
    /// it was to be sent - ``CountersignSession/sendDraft(_:)`` sends it -, sent where it was to be a draft, or ended.
    ///
    /// - Parameter status: in the API's words, lower-case: `created`, `sent`, `voided` …
    case alreadyMade(EnvelopeID, status: String)
    /// The copy on this device holds what the server does not have. It is signed here and handed over by a sync, or
    /// removed after an export; at the server as well, one of the two would be worth nothing.
    case unsyncedHere(EnvelopeID)
    /// The store of this device.
    case store(StoreProblem)
    /// What cannot be done offline with an envelope; never empty.
    case notPossibleOffline([OfflineObstacle])

    // MARK: Templates

    case templateNotCached(TemplateID)
    /// Everything that stands in the way of using a template on this device; never empty.
    case templateNotUsable([TemplateObstacle])
    /// What was said about an envelope from a template does not fit the template.
    case templateDefaults(TemplateFillingError)

    public var description: String {
        switch self {
        case .templateNotCached(let id): "Template \(id) is not on this device."
        case .templateNotUsable(let obstacles): obstacles.map(\.description).joined(separator: " ")
        case .templateDefaults(let error): error.description
        case .unreachable(let reason): "The server could not be reached: \(reason)"
        case .refused(_, _, let message, _): message
        case .unreadableAnswer(let what, _): "The server's answer cannot be read: \(what)"
        case .cancelled: "It was cancelled."
        case .invalidConfiguration(let what): "The configuration cannot be used: \(what)."
        case .sessionEnded: "The session has ended."
        case .needsLogIn: "This needs a fresh log-in."
        case .noSavedSession: "There is no saved session."
        case .accountMismatch(let what): "The log-in is somebody else's: \(what)."
        case .noToken(let reason): "There is no access token: \(reason)"
        case .authorizationRefused(let code, let message): message.isEmpty ? "The log-in was refused: \(code)" : message
        case .authorizationForged: "The answer of the sign-in page does not belong to this log-in."
        case .credentials(let reason): "Secrets cannot be kept: \(reason)"
        case .storage(let reason): "The device's storage failed: \(reason)"
        case .exportIncomplete(let missing):
            missing.count == 1
                ? "An envelope of which the server does not have everything is not in the export."
                : "\(missing.count) envelopes of which the server does not have everything are not in the export."
        case .recipientNotUnique(0): "The envelope has no such recipient."
        case .recipientNotUnique(let found): "\(found) recipients of the envelope fit; one has to be named."
        case .unusableAddress(let what): "The signing page cannot be opened: \(what)."
        case .alreadyPresenting: "A signing page is being shown already."
        case .signingFailed(let reason, _): "Signing failed: \(reason)"
        case .signingNotConfirmed(let status, _):
            "The page said that signing has ended; the server says the recipient is \(status)."
        case .invalidDraft(let problems): problems.map(\.description).joined(separator: " ")
        case .draftIDInUse(let id):
            "Another envelope was made under the draft's id \(id) before; a draft for a new one needs an id of its own."
        case .alreadyMade(let id, let status): "The envelope was made before, as \(id), and is \(status)."
        case .unsyncedHere(let id):
            "Envelope \(id) is on this device with what the server does not have; it has to be handed over first."
        case .store(let problem): problem.description
        case .notPossibleOffline(let obstacles): obstacles.map(\.description).joined(separator: " ")
        }
    }

    /// The server's id of the request, where there is one.
    public var trace: String? {
        switch self {
        case .refused(_, _, _, let trace), .unreadableAnswer(_, let trace), .signingFailed(_, let trace),
            .signingNotConfirmed(_, let trace):
            trace
        default: nil
        }
    }
}
