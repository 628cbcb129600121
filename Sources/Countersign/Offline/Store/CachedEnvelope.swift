import Envelopes
import Foundation

/// An envelope on this device as a list shows it.
public struct CachedEnvelope: Hashable, Sendable, Identifiable {
    public enum Origin: String, Hashable, Sendable {
        case composed, downloaded, template
    }

    public let id: EnvelopeID
    /// What this device calls it.
    public let name: String
    public let subject: String
    public let state: CachedEnvelope.State
    /// The envelope's id at the server, once it has arrived there: the same at a Countersign service, another one
    /// elsewhere. What calls to the server take.
    public let serverID: EnvelopeID?
    /// Of the envelope itself; nil for what is being composed. Once it has arrived, what the server said then: what
    /// others do there afterwards, ``APIClient/envelope(_:)`` tells.
    public let status: EnvelopeStatus?
    public let origin: Origin
    /// The template that it was made from.
    public let template: String?
    /// Of its documents and everything else that it names, in bytes.
    public let size: Int
    public let documentCount: Int
    public let createdAt: Date
    public let changedAt: Date
    /// Whether somebody has signed it here and the server does not have that yet, or keeps no histories.
    public let holdsUnsyncedSignature: Bool
    public let failedAttempts: Int
    /// Why the last attempt to hand it over failed; one sentence.
    public let lastFailure: String?
    /// Why it was set aside; what the server had to say, ``DeviceStore/reasonSetAside(_:)`` gives as well.
    public let setAside: SyncEngine.SetAside?
}
