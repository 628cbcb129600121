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
    ///
    /// - Parameter recipient: whose page it was; `nil` if the app did not say, and offline
    case signingCompleted(EnvelopeID?, recipient: RecipientID? = nil, template: TemplateID?, mode: SigningMode)
    /// - Parameters:
    ///   - recipient: as for ``signingCompleted(_:recipient:template:mode:)``
    ///   - reason: `nil` if an error ended the session
    case signingCancelled(
        EnvelopeID?, recipient: RecipientID? = nil, mode: SigningMode, reason: ExitReason?, error: CountersignError?,
        information: String?)
    case sendFailed(EnvelopeID?, error: CountersignError)
    case cachingStarted(EnvelopeID)
    /// - Parameter isLocal: true if progress was saved on this device, false if an envelope was just downloaded
    case cached(EnvelopeID, template: TemplateID?, isLocal: Bool)
    case uncached(EnvelopeID)
    case cachingFailed(EnvelopeID, error: CountersignError)
    /// - Parameter templates: the template of each envelope that was made from one
    case syncStarted([EnvelopeID], templates: [EnvelopeID: TemplateID] = [:])
    /// - Parameter serverID: the envelope's id on the server; equal to the device's id at a Countersign service,
    ///   different elsewhere; `nil` if the server's id is not a GUID
    case synced(EnvelopeID, serverID: EnvelopeID?, template: TemplateID?)
    case syncFailed(EnvelopeID, error: SyncFailure)
    case syncEnded
    case savingFailed(EnvelopeID, error: CountersignError)
    case offlineSigningFailed(EnvelopeID, error: CountersignError)
    case accountDataFailed(error: CountersignError)
    /// A template has locked, required text tabs without a value; `tabs` holds their labels.
    case unusableTabs(template: TemplateID, tabs: [String])
    case willSendFromTemplate(template: TemplateID, hasOnlyRemoteSigners: Bool, hasInPersonSigners: Bool)
    case templateCachingStarted(template: TemplateID, isUpdate: Bool)
    case templateCached(template: TemplateID)
    case templateCachingFailed(template: TemplateID, error: CountersignError)
    case templateUncached(template: TemplateID)
}

/// Receives the events that the parts of the library announce.
package protocol EventSink: Sendable {
    func announce(_ event: CountersignEvent)
}
