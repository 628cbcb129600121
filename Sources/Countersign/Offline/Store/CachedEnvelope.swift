import Envelopes
import Foundation

/// An envelope on this device, as shown in a list.
public struct CachedEnvelope: Hashable, Sendable, Identifiable {
    public enum Origin: String, Hashable, Sendable {
        case composed, downloaded, template
    }

    public let id: EnvelopeID
    /// The envelope's name on this device.
    public let name: String
    public let subject: String
    public let state: CachedEnvelope.State
    /// The envelope's id on the server, after its upload. The same as ``id`` at a Countersign service, different
    /// elsewhere. Use it for calls to the server.
    public let serverID: EnvelopeID?
    /// The envelope's status; `nil` for a draft. After the upload, the status that the server reported then. For later
    /// changes on the server, see ``APIClient/envelope(_:)``.
    public let status: EnvelopeStatus?
    public let origin: Origin
    /// The template that the envelope was made from.
    public let template: String?
    /// The size in bytes of its documents and everything else that it refers to.
    public let size: Int
    public let documentCount: Int
    public let createdAt: Date
    public let changedAt: Date
    /// Whether the envelope was signed here and the server does not have that signature yet, or keeps no histories.
    public let holdsUnsyncedSignature: Bool
    public let failedAttempts: Int
    /// Why the last upload failed; one sentence.
    public let lastFailure: String?
    /// The conflict with the server. ``DeviceStore/conflict(of:)`` also returns the server's history.
    public let conflict: SyncEngine.Conflict?
}
