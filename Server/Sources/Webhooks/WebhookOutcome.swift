import Foundation
import GuardedHTTP

/// The result of one attempt to deliver a webhook.
package enum WebhookOutcome: Sendable, Hashable {
    /// The receiver has the message.
    case delivered(status: Int)
    /// The message was not delivered and is not tried again: the configuration has to change first, or asks for no
    /// acknowledgment.
    case refused(WebhookFailure)
    /// The message was not delivered; another attempt may succeed.
    case failed(WebhookFailure)
    /// Nobody wants the message any more: its configuration was deleted or switched off.
    case withdrawn
}

/// The reason why a webhook was not delivered.
package enum WebhookFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The receiver answered with a status outside 200 to 299; `explanation` is the beginning of its body.
    case status(Int, explanation: String)
    case outgoing(OutgoingFailure)
    /// The authorization server issued no access token; the reason is a sentence.
    case noToken(String)
    /// The message could not be made or its delivery recorded; the reason is a sentence.
    case internalError(String)

    package var description: String {
        switch self {
        case .status(410, _):
            "The receiver answered with HTTP status 410: it is gone for good. Change or delete the configuration."
        case .status(let status, _) where [301, 302, 303].contains(status):
            "The receiver answered with HTTP status \(status); only the redirects 307 and 308 are followed."
        case .status(let status, let explanation):
            "The receiver answered with HTTP status \(status)\(explanation.isEmpty ? "" : ": \(explanation)")."
        case .outgoing(let failure): failure.description
        case .noToken(let reason): "There is no access token for the receiver. \(reason)"
        case .internalError(let reason): reason
        }
    }
}
