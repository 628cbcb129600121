import EnvelopeWork
import Envelopes
import Ledger
import PageImages
import ServiceCalls
import SignWellDialect

extension SignWell.ErrorBody {
    /// The error in the API's shape; `nil` for an internal error of the service.
    init?(refusing error: any Error) {
        switch error {
        case let error as SignWell.ErrorBody: self = error
        case let error as EnvelopeError:
            switch error {
            case .history: return nil
            case .noEnvelope: self = .notFound("document")
            default: self.init(errors: .members(["base": .sentences(error.sentences)]))
            }
        case NoFiles.none: self = .notFound("document")
        case let error as NoFiles: self.init(errors: .members(["base": .sentences([error.description])]))
        case StorageError.unknownEnvelope: self = .notFound("document")
        case StorageError.conflict:
            self.init(
                status: 503, code: "conflict", message: "Another request is changing the document; try again.")
        case StorageError.full:
            self.init(
                status: 507, code: "insufficient_storage",
                message: "The service's disk is full, so nothing was stored; try again later.")
        case StorageError.unavailable:
            self.init(
                status: 503, code: "unavailable",
                message: "The service's database does not answer now, so nothing was stored; try again later.")
        case let error as PageImageError where !error.isOfThePage:
            self.init(
                status: 503, code: "pages_unavailable",
                message: "The service cannot draw pages now, so nothing was stored; try again later.")
        case is TooManyCalls:
            self = .tooManyRequests("The account has too many concurrent requests; try again in a second.")
        case let error as NotSendable:
            let problems = RequestProblems()
            for problem in error.problems { MappedDocument.note(problem, problems) }
            self.init(errors: problems.tree)
        case let error as TooManyResendings: self = .tooManyRequests(error.description)
        case is NotAuthenticated: self = .unauthorized
        case let error as TooManyMessages: self = .tooManyRequests(error.description)
        case is NothingAtPath: self = .notFound("address")
        case let error as MethodNotAllowed:
            self.init(
                status: 405, code: "method_not_allowed",
                message: "This address takes \(error.allowed.joined(separator: ", ")), not \(error.method).")
        case is UnreadableBody:
            self.init(
                status: 400, code: "invalid_body",
                message: "The request's body cannot be read: its chunks are not as HTTP has them.")
        case is CancellationError:
            self.init(status: 503, code: "cancelled", message: "The request was cancelled.")
        case let error as BodyTooLarge:
            self.init(
                status: 413, code: "body_too_large", message: error.sentence(for: SignWell.base))
        default: return nil
        }
    }
}

extension EnvelopeError {
    /// A sentence for each problem.
    var sentences: [String] {
        if case .invalid(let problems) = self { problems.map(\.description) } else { [description] }
    }
}
