import Countersign
import Foundation

// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The names of ``DocumentedName`` in the spelling of the DocuSign iOS SDK's headers, as Swift imports them. Observers
/// in an app that moves from that SDK compile unchanged, with `import DocuSignCompatibility`.
///
/// A file that also imports that SDK sees each name twice; use ``DocumentedName`` there.
extension Notification.Name {
    /// Everybody who signs on this device has signed, online or offline.
    public static let DSMSigningCompleted = DocumentedName.signingCompleted
    /// A signing page closed without a signature, or could not be shown.
    public static let DSMSigningCancelled = DocumentedName.signingCancelled
    /// The server did not send an envelope that was submitted online.
    public static let DSMEnvelopeOnlineSendFailed = DocumentedName.onlineSendFailed
    /// The same notification, in the spelling of an early guide.
    public static let DSMOnlineEnvelopeSendFailed = DocumentedName.onlineSendFailedEarly
    /// A download for offline use has started.
    public static let DSMEnvelopeStartedToCache = DocumentedName.cachingStarted
    /// An envelope was downloaded, composed or signed on this device, and is stored there.
    public static let DSMEnvelopeCached = DocumentedName.cached
    /// An envelope was removed from this device.
    public static let DSMEnvelopeUncached = DocumentedName.uncached
    /// A download failed.
    public static let DSMEnvelopeCacheFailed = DocumentedName.cachingFailed
    /// A sync has started.
    public static let DSMEnvelopeSyncingStarted = DocumentedName.syncStarted
    /// The server has confirmed an envelope.
    public static let DSMEnvelopeSyncingSucceeded = DocumentedName.synced
    /// An envelope could not be uploaded, or is in conflict with the server.
    public static let DSMEnvelopeSyncingFailed = DocumentedName.syncFailed
    /// A sync has ended, successfully or not.
    public static let DSMEnvelopeSyncingEnded = DocumentedName.syncEnded
    /// A downloaded template has locked, required text tabs without a value.
    public static let DSMFoundReadonlyAndRequiredTabsWithInvalidDefaults = DocumentedName.unusableTabs
    /// Entered values or signatures could not be saved on this device.
    public static let DSMOfflineEnvelopeSaveError = DocumentedName.savingFailed
    /// Offline signing failed.
    public static let DSMOfflineEnvelopeSigningError = DocumentedName.offlineSigningFailed
    /// The user's stored data could not be written or deleted.
    public static let DSMAdditionalAccountDataFetchOrDeleteError = DocumentedName.accountDataFailed
    /// An envelope is about to be made from a template.
    public static let DSMWillSendEnvelopeFromTemplate = DocumentedName.willSendFromTemplate
}

/// ``DocumentedName/Key/envelopeID``.
public let DSMEnvelopeIdKey = DocumentedName.Key.envelopeID
/// ``DocumentedName/Key/templateID``.
public let DSMTemplateIdKey = DocumentedName.Key.templateID
/// ``DocumentedName/Key/transactionID``.
public let DSMTransactionIdKey = DocumentedName.Key.transactionID
/// ``DocumentedName/Key/cacheURI``.
public let DSMCacheURIKey = DocumentedName.Key.cacheURI
/// ``DocumentedName/Key/signingMode``.
public let DSMSigningModeKey = DocumentedName.Key.signingMode
/// ``DocumentedName/Key/exitReason``.
public let DSMSigningExitReasonKey = DocumentedName.Key.exitReason
/// ``DocumentedName/Key/error``.
public let DSMErrorKey = DocumentedName.Key.error
/// ``DocumentedName/Key/additionalInfo``.
public let DSMAdditionalInfo = DocumentedName.Key.additionalInfo
/// ``DocumentedName/Key/isLocalUpdate``.
public let DSMIsLocalEnvelopeCacheUpdateKey = DocumentedName.Key.isLocalUpdate
/// ``DocumentedName/Key/hasOnlyRemoteSigners``.
public let DSMHasOnlyRemoteSignersKey = DocumentedName.Key.hasOnlyRemoteSigners
/// ``DocumentedName/Key/hasInPersonSigners``.
public let DSMHasInPersonSignersKey = DocumentedName.Key.hasInPersonSigners

/// ``DocumentedName/Reason/cancel``.
public let DSMSigningExitReasonCancel = DocumentedName.Reason.cancel
/// ``DocumentedName/Reason/decline``.
public let DSMSigningExitReasonDecline = DocumentedName.Reason.decline
/// ``DocumentedName/Reason/tokenExpired``.
public let DSMSigningExitReasonTokenExpired = DocumentedName.Reason.tokenExpired
/// ``DocumentedName/Reason/faxPending``.
public let DSMSigningExitReasonFaxPending = DocumentedName.Reason.faxPending
