import Envelopes

/// Why an envelope cannot be signed, resumed or handed over on this device.
public enum OfflineObstacle: Error, Hashable, Sendable, CustomStringConvertible {
    /// Only an envelope that is out can be signed.
    case notSignable(EnvelopeStatus)
    case notCached(EnvelopeID)
    /// Nobody is left who can sign here.
    case nobodyLeftHere
    case noDocument
    /// `size` and `limit` in bytes; the limit is ``OfflineOptions/largestDocument``.
    case documentTooLarge(DocumentID, size: Int, limit: Int)
    case noTabs
    /// A recipient who signs here has nothing to sign.
    case signerWithoutTabs(RecipientID)
    /// The same person would sign here twice.
    case samePersonTwice(RecipientID, RecipientID)
    /// The server does not let this recipient sign offline, or asks for a check that needs it.
    case recipientNeedsServer(RecipientID, reason: String)
    /// Something that only the server can do; `what` names it.
    case unsupported(what: String)
    /// Everything is signed here: it waits for the network.
    case readyToSync(EnvelopeID)
    /// Somebody here has yet to sign.
    case notReadyToSync(EnvelopeID)
    case setAside(EnvelopeID)
    case changedOnServer(EnvelopeID)
    /// An envelope of somebody else's account or device.
    case foreign(EnvelopeID)
    /// Recipients are edited in hooks only, before anybody has signed, and in envelopes that were made on this device.
    case recipientsFixed
    /// This recipient has agreed, filled in or adopted something, declined, or put signing off; with other recipients
    /// that would be lost.
    case recipientHasActed(RecipientID)
    /// The envelope has no recipient of this id.
    case unknownRecipient(RecipientID)
    /// The server is not ours and has no histories to give.
    case serverWithoutHistories
    /// The system lacks something that signing pages need; `reason` is a sentence.
    case systemLacks(reason: String)

    public var description: String {
        switch self {
        case .notSignable(let status): "The envelope is \(status.rawValue) and cannot be signed."
        case .notCached(let id): "Envelope \(id) is not on this device."
        case .nobodyLeftHere: "Nobody is left who can sign on this device."
        case .noDocument: "The envelope has no document."
        case .documentTooLarge(let id, let size, let limit):
            "Document \(id) has \(size) bytes; for signing without a network at most \(limit) are taken."
        case .noTabs: "The envelope has no tab."
        case .signerWithoutTabs(let id): "Recipient \(id) has nothing to sign."
        case .samePersonTwice(let first, let second):
            "Recipients \(first) and \(second) are the same person, who can sign here only once."
        case .recipientNeedsServer(let id, let reason): "Recipient \(id) cannot sign offline: \(reason)."
        case .unsupported(let what): "\(what) cannot be done offline."
        case .readyToSync(let id): "Envelope \(id) is signed and waits for the network."
        case .notReadyToSync(let id): "Somebody on this device has yet to sign envelope \(id)."
        case .setAside(let id): "Envelope \(id) was set aside."
        case .changedOnServer(let id): "Envelope \(id) was changed on the server meanwhile."
        case .foreign(let id): "Envelope \(id) belongs to another account."
        case .recipientsFixed: "Recipients can be changed only in a hook, before they sign."
        case .recipientHasActed(let id):
            "Recipients can be changed no more: what recipient \(id) has done here would be lost."
        case .unknownRecipient(let id): "The envelope has no recipient \(id)."
        case .systemLacks(let reason): "Signing pages cannot be shown on this system: \(reason)"
        case .serverWithoutHistories: "This server does not hand out what signing offline needs."
        }
    }
}
