import DocuSignDialect
import EnvelopeWork
import Envelopes
import Foundation
import HTTPMessages
import Ledger
import PageImages
import ServiceCalls

/// An error in the form of the eSignature REST API.
public struct APIRefusal: Sendable {
    /// The answer's body in JSON.
    public struct Body: Encodable, Sendable {
        /// The eSignature API's code, such as `ENVELOPE_DOES_NOT_EXIST`.
        public let errorCode: String
        /// A sentence for developers.
        public let message: String
    }

    /// The HTTP status, from 400.
    public let status: Int
    /// The code and the sentence.
    public let body: Body

    /// - Parameter errorCode: a code as the eSignature API has them, in capital letters
    public init(_ status: Int, _ errorCode: String, _ message: String) {
        self.status = status
        body = Body(errorCode: errorCode, message: message)
    }

    /// Returns `nil` for an internal error of the service.
    public init?(_ error: any Error, path: String) {
        switch error {
        case let error as APIError:
            self.init(error.status, error.errorCode, error.message)
        case let error as EnvelopeError:
            if case .history = error { return nil }
            self.init(APIError(error), path: path)
        case let error as NoEnvelope:
            self.init(404, APIError.Code.envelopeDoesNotExist.rawValue, error.description)
        case StorageError.unknownEnvelope(let id):
            self.init(404, APIError.Code.envelopeDoesNotExist.rawValue, "There is no envelope \(id).")
        case StorageError.conflict:
            self.init(
                503, "EDIT_LOCK_ENVELOPE_ALREADY_LOCKED",
                "Another request is changing the envelope; try again.")
        case StorageError.full:
            self.init(
                507, "INSUFFICIENT_STORAGE",
                "The service's disk is full, so nothing was stored. The request may be repeated later.")
        case StorageError.unavailable:
            self.init(
                503, "SERVICE_UNAVAILABLE",
                "The service's database does not answer now, so nothing was stored. The request may be repeated later.")
        case let error as PageImageError where !error.isOfThePage:
            self.init(
                503, "PAGES_UNAVAILABLE",
                "The service cannot draw pages now, so nothing was stored. The request may be repeated later.")
        case is TooManyCalls:
            self.init(
                429, "BURST_APIINVOCATION_LIMIT_EXCEEDED",
                "The account has too many concurrent requests; try again in a second.")
        case let error as NotSendable:
            self.init(APIError(error), path: path)
        case let error as NoFiles:
            let code: APIError.Code = error == .none ? .documentDoesNotExist : .invalidRequestParameter
            self.init(APIError(code, error.description), path: path)
        case is NotAuthenticated:
            self.init(401, APIError.Code.userAuthenticationFailed.rawValue, "The request has no access token.")
        case let error as TooManyResendings:
            self.init(429, "HOURLY_APIINVOCATION_LIMIT_EXCEEDED", error.description)
        case let error as TooManyMessages:
            self.init(429, "HOURLY_APIINVOCATION_LIMIT_EXCEEDED", error.description)
        case is TooManyPasswords:
            self.init(
                429, "BURST_APIINVOCATION_LIMIT_EXCEEDED",
                "There were too many wrong passwords, or too many people are signing in; try again later.")
        case StorageError.duplicateTransaction(let id):
            self.init(
                409, "TRANSACTION_ID_IN_USE",
                "The transactionId \(id.prefix(100)) was already used in this account for an envelope with different "
                    + "content; a new envelope needs a new transactionId.")
        case let error as MethodNotAllowed:
            self.init(
                405, "INVALID_REQUEST_PARAMETER",
                "\(path) does not accept \(error.method), only \(error.allowed.joined(separator: ", ")).")
        case let error as NothingAtPath:
            self.init(404, APIError.Code.resourceNotFound.rawValue, "There is nothing at \(error.path).")
        case let error as BodyTooLarge:
            self.init(413, "INVALID_REQUEST_BODY", error.sentence(for: path))
        case is UnreadableBody:
            self.init(
                400, "INVALID_REQUEST_BODY", "The request's body cannot be read: its chunks are not as HTTP has them.")
        case is CancellationError:
            self.init(503, "REQUEST_CANCELLED", "The request was cancelled.")
        default:
            return nil
        }
    }

    /// Whether an operator has to hear of an error: the service failed, or its disk is full.
    public static func isFault(_ error: any Error, path: String) -> Bool {
        guard let refusal = APIRefusal(error, path: path) else { return true }
        if case StorageError.unavailable = error { return true }
        return refusal.status == 507 || error is PageImageError
    }

    /// Returns the error for an internal failure; the log has the reason under the trace token.
    public static func failure(trace: String) -> APIRefusal {
        APIRefusal(500, "UNSPECIFIED_ERROR", "The service failed; its log gives the reason under \(trace).")
    }

    /// Returns the error as a response. Headers that depend on `error`, such as the time to wait, are added.
    public func answer(to error: (any Error)? = nil) throws -> HTTPReply {
        var headers: HTTPFields = [:]
        if status == 429 || status == 503 { headers[.retryAfter] = "1" }
        if let error = error as? TooManyMessages { headers[.retryAfter] = "\(Int(error.wait.rounded(.up)))" }
        if let error = error as? TooManyPasswords {
            headers[.retryAfter] = "\(Int(max(1, error.wait.rounded(.up))))"
        }
        if status == 401 { headers[.wwwAuthenticate] = "Bearer" }
        return try .json(body, status: status, headers: headers)
    }
}
