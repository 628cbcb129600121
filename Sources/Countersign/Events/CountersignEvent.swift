import Envelopes

/// What an app can listen to; the same events come as notifications under the documented names.
public enum CountersignEvent: Sendable, Hashable {
    /// Why a signing session ended without a signature.
    public enum ExitReason: String, Sendable, Hashable {
        case cancel, decline
        case tokenExpired = "token_expired"
        case faxPending = "fax_pending"
    }

    public enum SigningMode: String, Sendable, Hashable { case online, offline }

    /// Everybody who signs here has signed.
    case signingCompleted(EnvelopeID?, template: String?, mode: SigningMode)
    /// - Parameters:
    ///   - reason: nil when an error ended it.
    ///   - error: one sentence.
    case signingCancelled(EnvelopeID?, mode: SigningMode, reason: ExitReason?, error: String?, information: String?)
    case sendFailed(EnvelopeID?, error: String)
    case cachingStarted(EnvelopeID)
    /// - Parameter isLocal: true for progress saved on this device, false for an envelope just downloaded.
    case cached(EnvelopeID, template: String?, isLocal: Bool)
    case uncached(EnvelopeID)
    case cachingFailed(EnvelopeID, error: String)
    /// - Parameter templates: the templates that the envelopes were made from, of those that were.
    case syncStarted([EnvelopeID], templates: [EnvelopeID: String] = [:])
    /// - Parameter serverID: the envelope's id at the server: the same at a Countersign service, another one elsewhere.
    case synced(EnvelopeID, serverID: String, template: String?)
    case syncFailed(EnvelopeID, error: String)
    case syncEnded
    case savingFailed(EnvelopeID, error: String)
    case offlineSigningFailed(EnvelopeID, error: String)
    case accountDataFailed(error: String)
    /// A template has locked required text tabs without a value; `tabs` are their labels.
    case unusableTabs(template: String, tabs: [String])
    case willSendFromTemplate(template: String, hasOnlyRemoteSigners: Bool, hasInPersonSigners: Bool)
    case templateCachingStarted(template: String, isUpdate: Bool)
    case templateCached(template: String)
    case templateCachingFailed(template: String, error: String)
    case templateUncached(template: String)
}

/// Where the parts of the library announce what happens.
package protocol EventSink: Sendable {
    func announce(_ event: CountersignEvent)
}
