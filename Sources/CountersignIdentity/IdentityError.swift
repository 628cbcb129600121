import ClientSupport
import DescribedErrors
import Foundation

/// An error of the library for sign-in.
public enum IdentityError: Error, Sendable, Hashable {
    /// The server did not answer; it is unknown whether it did what was requested. The user stays signed in.
    case unreachable(reason: String, underlying: UnderlyingError? = nil)
    /// The server rejected the request.
    ///
    /// - Parameters:
    ///   - status: the HTTP status
    ///   - code: the API's `code`, such as `E_SIGN_IN_USER_NOT_FOUND`; `nil` if the answer had none
    ///   - message: one sentence
    case refused(status: Int, code: String?, message: String)
    /// The server's answer does not conform to the API.
    case unreadableAnswer(what: String)
    /// The task was cancelled. A request already sent may have taken effect.
    case cancelled
    /// A value of the configuration is invalid.
    case invalidConfiguration(what: String)
    /// The sign-in or session that the call belongs to has ended; its answer was dropped.
    case sessionEnded
    /// Nobody is signed in.
    case signedOut
    /// The server's new access token is valid for less than a minute.
    case unusableToken
    /// The code does not match. The person may enter another one.
    case wrongCode(message: String)
    /// The link is not a sign-in link of this app's server.
    case foreignLink
    /// A value does not have the requested type.
    case fieldType(field: String)
    /// The schema is not known yet, so it is unknown whether the field must be encrypted.
    case schemaUnknown
    /// The device could not store or return a secret.
    case credentials(reason: String, underlying: UnderlyingError? = nil)
    /// The device's storage failed.
    case storage(reason: String, underlying: UnderlyingError? = nil)
    /// A value could not be encrypted or decrypted.
    case encryption(EncryptionProblem)

    /// Whether the same call may succeed later without anybody's doing.
    public var isTemporary: Bool {
        switch self {
        case .unreachable, .cancelled, .unusableToken, .schemaUnknown, .unreadableAnswer: true
        case .refused(let status, let code, _):
            status >= 500 || [401, 408, 425, 429].contains(status)
                // Without the API's error body, a proxy or a wrong address may have answered.
                || code == nil && [403, 404].contains(status)
        default: false
        }
    }

    /// Whether a change of the profile can never be saved.
    var isFinal: Bool {
        switch self {
        case .refused: !isTemporary
        case .invalidConfiguration: true
        default: false
        }
    }
}

extension IdentityError: DescribedError {
    /// One sentence for a person; the server's own if it rejected the request.
    public var description: String {
        switch self {
        case .unreachable(let reason, _): "The server could not be reached: \(reason)"
        case .refused(_, _, let message): message
        case .unreadableAnswer(let what): "The server's answer cannot be read: \(what)"
        case .cancelled: "The operation was cancelled."
        case .invalidConfiguration(let what): "The configuration cannot be used: \(what)."
        case .sessionEnded: "The session has ended."
        case .signedOut: "Nobody is signed in."
        case .unusableToken: "The server's new access token is valid for less than a minute."
        case .wrongCode(let message): message.isEmpty ? "The code does not match." : message
        case .foreignLink: "The link is not a sign-in link of this app's server."
        case .fieldType(let field): "The field “\(QuotedText.plain(field))” has another type."
        case .schemaUnknown: "The app's schema is not known yet; connect to the server once."
        case .credentials(let reason, _): "The credential store failed: \(reason)"
        case .storage(let reason, _): "The device's storage failed: \(reason)"
        case .encryption(let problem): problem.description
        }
    }

    /// The error of the system, of another library or of the app, if there is one.
    public var underlyingError: (any Error)? {
        switch self {
        case .unreachable(_, let underlying), .credentials(_, let underlying), .storage(_, let underlying):
            underlying?.error
        case .encryption(let problem): problem
        default: nil
        }
    }

    /// The `NSError` domain of every case.
    public static let errorDomain = "Countersign.IdentityError"
    /// Numbers and words that never change, for comparisons and logs.
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .unreachable: (1, "unreachable")
        case .refused: (2, "refused")
        case .unreadableAnswer: (3, "unreadable-answer")
        case .cancelled: (4, "cancelled")
        case .invalidConfiguration: (5, "invalid-configuration")
        case .sessionEnded: (6, "session-ended")
        case .signedOut: (7, "signed-out")
        case .unusableToken: (8, "unusable-token")
        case .wrongCode: (9, "wrong-code")
        case .foreignLink: (10, "foreign-link")
        case .fieldType: (11, "field-type")
        case .schemaUnknown: (12, "schema-unknown")
        case .credentials: (13, "credentials")
        case .storage: (14, "storage")
        case .encryption: (15, "encryption")
        }
    }
}

extension IdentityError {
    /// Creates the error for what a transport, a store or a lock threw.
    init(supporting error: any Error) {
        self =
            switch error {
            case let error as IdentityError: error
            case ClientError.unreachable(let reason, let error): .unreachable(reason: reason, underlying: error)
            case ClientError.unreadableAnswer(let what): .unreadableAnswer(what: what)
            case ClientError.credentials(let reason, let error): .credentials(reason: reason, underlying: error)
            case ClientError.storage(let reason, let error): .storage(reason: reason, underlying: error)
            case is CancellationError: .cancelled
            default:
                .unreachable(
                    reason: (error as? any LocalizedError)?.errorDescription ?? "\(error)",
                    underlying: UnderlyingError(error))
            }
    }
}
