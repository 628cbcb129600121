import DocuSignDialect
import Envelopes
import Ledger
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
        case let error as APIError:
            // Shared code speaks the first dialect.
            switch error.status {
            case 404: self = .notFound("document")
            case 429: self = .tooManyRequests(error.message)
            default: self.init(errors: .members(["base": .sentences([error.message])]))
            }
        case StorageError.unknownEnvelope: self = .notFound("document")
        case StorageError.conflict:
            self.init(
                status: 503, code: "conflict", message: "Another request is changing the document; try again.")
        case is TooManyCalls:
            self = .tooManyRequests("The account has too many concurrent requests; try again in a second.")
        case let error as TooManyMessages: self = .tooManyRequests(error.description)
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
