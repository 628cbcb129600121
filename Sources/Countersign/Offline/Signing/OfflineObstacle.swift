import Envelopes

/// Why an envelope cannot be signed, resumed or uploaded on this device.
public enum OfflineObstacle: Error, Hashable, Sendable, CustomStringConvertible {
    /// The envelope's status does not allow signing.
    case notSignable(EnvelopeStatus)
    case notCached(EnvelopeID)
    /// Nobody is left to sign here.
    case nobodyLeftHere
    case noDocument
    /// `size` and `limit` in bytes; the limit is ``OfflineOptions/largestDocument``.
    case documentTooLarge(DocumentID, size: Int, limit: Int)
    case noTabs
    /// A recipient who signs here has nothing to sign.
    case signerWithoutTabs(RecipientID)
    /// The same person would sign here twice.
    case samePersonTwice(RecipientID, RecipientID)
    /// The server does not allow this recipient to sign offline, or requires a check that needs the server.
    case recipientNeedsServer(RecipientID, reason: String)
    /// A feature that only the server supports; `what` names it.
    case unsupported(what: String)
    /// Everything is signed here; the envelope waits for the network.
    case readyToSync(EnvelopeID)
    /// Somebody still has to sign here.
    case notReadyToSync(EnvelopeID)
    case inConflict(EnvelopeID)
    case changedOnServer(EnvelopeID)
    /// The envelope belongs to another account or device.
    case foreign(EnvelopeID)
    /// Recipients can be edited only in hooks, before anybody has acted, and in envelopes made on this device.
    case recipientsFixed
    /// This recipient has agreed, entered values, adopted a signature, declined or postponed signing. Changing
    /// recipients would lose that.
    case recipientHasActed(RecipientID)
    /// The envelope has no recipient with this id.
    case unknownRecipient(RecipientID)
    /// The server is not a Countersign service and has no histories.
    case serverWithoutHistories
    /// The system lacks something that signing pages need; `reason` is a sentence.
    case systemLacks(reason: String)

    /// One sentence for a person, with the recipient, document or envelope.
    public var description: String {
        switch self {
        case .notSignable(let status): "The envelope is \(status.rawValue) and cannot be signed."
        case .notCached(let id): "Envelope \(id) is not on this device."
        case .nobodyLeftHere: "No remaining recipient can sign on this device."
        case .noDocument: "The envelope has no document."
        case .documentTooLarge(let id, let size, let limit):
            "Document \(id) has \(size) bytes; offline signing accepts at most \(limit)."
        case .noTabs: "The envelope has no tab."
        case .signerWithoutTabs(let id): "Recipient \(id) has nothing to sign."
        case .samePersonTwice(let first, let second):
            "Recipients \(first) and \(second) are the same person, who can sign here only once."
        case .recipientNeedsServer(let id, let reason): "Recipient \(id) cannot sign offline: \(reason)."
        case .unsupported(let what): "\(what) cannot be done offline."
        case .readyToSync(let id): "Envelope \(id) is signed and waiting for the network."
        case .notReadyToSync(let id): "Somebody on this device has yet to sign envelope \(id)."
        case .inConflict(let id): "The upload of envelope \(id) failed and is not retried."
        case .changedOnServer(let id): "Envelope \(id) has changed on the server in the meantime."
        case .foreign(let id): "Envelope \(id) belongs to another account."
        case .recipientsFixed: "Recipients can be changed only in a hook, before they sign."
        case .recipientHasActed(let id):
            "Recipients can no longer be changed: recipient \(id)'s work on this device would be lost."
        case .unknownRecipient(let id): "The envelope has no recipient \(id)."
        case .systemLacks(let reason): "Signing pages cannot be shown on this system: \(reason)"
        case .serverWithoutHistories: "This server does not provide the data that offline signing needs."
        }
    }
}
