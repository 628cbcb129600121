import Envelopes
import Foundation

/// An envelope on this device, as shown in a list.
public struct CachedEnvelope: Hashable, Sendable, Identifiable {
    /// How the envelope came to this device: made here from a draft, downloaded from the server, or made here from a
    /// template.
    public enum Origin: String, Hashable, Sendable {
        case composed, downloaded, template
    }

    /// The id on this device, which the envelope keeps.
    public let id: EnvelopeID
    /// The envelope's name on this device.
    public let name: String
    /// The e-mail subject.
    public let subject: String
    /// How far the envelope is on this device; ``status`` is the envelope's own.
    public let state: CachedEnvelope.State
    /// The envelope's id on the server, after its upload. The same as ``id`` at a Countersign service, different
    /// elsewhere. Use it for calls to the server.
    public let serverID: EnvelopeID?
    /// The envelope's status; `nil` for a draft. After the upload, the status that the server reported then. For later
    /// changes on the server, see ``APIClient/envelope(_:)``.
    public let status: EnvelopeStatus?
    /// How the envelope came to this device.
    public let origin: Origin
    /// The template that the envelope was made from.
    public let template: TemplateID?
    /// The size in bytes of its documents and everything else that it refers to.
    public let size: Int
    /// Without the certificate of completion.
    public let documentCount: Int
    /// When the envelope was made, on whichever device or server.
    public let createdAt: Date
    /// When the copy here changed last, by this device's clock. Lists begin with the latest.
    public let changedAt: Date
    /// Whether the envelope was signed here and the server does not have that signature yet, or keeps no histories.
    public let holdsUnsyncedSignature: Bool
    /// How many uploads have failed so far; 0 if none has.
    public let failedAttempts: Int
    /// Why the last upload failed; one sentence.
    public let lastFailure: String?
    /// The conflict with the server. ``DeviceStore/conflict(of:)`` also returns the server's history.
    public let conflict: SyncEngine.Conflict?
}
