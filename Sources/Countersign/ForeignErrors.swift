import ClientSupport
import DescribedErrors
import Foundation

extension Error {
    /// The error's description for people; its textual form if it has none.
    var sentence: String { (self as? any LocalizedError)?.errorDescription ?? "\(self)" }
}

extension CountersignError {
    /// Creates the error for what a transport or a store of secrets threw.
    init(supporting error: any Error) {
        self =
            switch error {
            case let error as CountersignError: error
            case ClientError.unreachable(let reason, let error): .unreachable(reason: reason, underlying: error)
            case ClientError.unreadableAnswer(let what): .unreadableAnswer(what: what, trace: nil)
            case ClientError.storage(let reason, let error): .storage(reason: reason, underlying: error)
            case ClientError.credentials(let reason, let error): .credentials(reason: reason, underlying: error)
            case is CancellationError: .cancelled
            default: .credentials(reason: error.sentence, underlying: UnderlyingError(error))
            }
    }
}
