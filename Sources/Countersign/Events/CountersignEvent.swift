import Envelopes

/// An event that an app can listen for. Events with a documented name are also posted as notifications.
public enum CountersignEvent: Sendable, Hashable {
    /// Why a signing session ended without a signature.
    public enum ExitReason: String, Sendable, Hashable {
        case cancel, decline
        case tokenExpired = "token_expired"
        case faxPending = "fax_pending"
    }

    /// Whether people signed on the server's page, or on this device without the server.
    public enum SigningMode: String, Sendable, Hashable { case online, offline }

    /// Everybody who signs on this device has signed.
    case signingCompleted(EnvelopeID?, template: String?, mode: SigningMode)
    /// - Parameters:
    ///   - reason: `nil` if an error ended the session
    ///   - error: one sentence
    case signingCancelled(EnvelopeID?, mode: SigningMode, reason: ExitReason?, error: String?, information: String?)
    case sendFailed(EnvelopeID?, error: String)
    case cachingStarted(EnvelopeID)
    /// - Parameter isLocal: true if progress was saved on this device, false if an envelope was just downloaded
    case cached(EnvelopeID, template: String?, isLocal: Bool)
    case uncached(EnvelopeID)
    case cachingFailed(EnvelopeID, error: String)
    /// - Parameter templates: the template of each envelope that was made from one
    case syncStarted([EnvelopeID], templates: [EnvelopeID: String] = [:])
    /// - Parameter serverID: the envelope's id on the server; equal to the device's id at a Countersign service,
    ///   different elsewhere
    case synced(EnvelopeID, serverID: String, template: String?)
    case syncFailed(EnvelopeID, error: String)
    case syncEnded
    case savingFailed(EnvelopeID, error: String)
    case offlineSigningFailed(EnvelopeID, error: String)
    case accountDataFailed(error: String)
    /// A template has locked, required text tabs without a value; `tabs` holds their labels.
    case unusableTabs(template: String, tabs: [String])
    case willSendFromTemplate(template: String, hasOnlyRemoteSigners: Bool, hasInPersonSigners: Bool)
    case templateCachingStarted(template: String, isUpdate: Bool)
    case templateCached(template: String)
    case templateCachingFailed(template: String, error: String)
    case templateUncached(template: String)
}

/// Receives the events that the parts of the library announce.
package protocol EventSink: Sendable {
    func announce(_ event: CountersignEvent)
}
