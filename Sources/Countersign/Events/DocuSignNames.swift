import Foundation

// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The names of ``DocumentedName`` in the spelling of the DocuSign iOS SDK's own headers, as Swift imports them, so that
/// the observers of an app that comes from there compile as they are.
///
/// A file that imports that SDK as well has each name twice; it uses ``DocumentedName`` for ours.
extension Notification.Name {
    /// Everybody who signs here has signed, with or without a network.
    public static let DSMSigningCompleted = DocumentedName.signingCompleted
    /// A signing page went away without a signature, or could not be shown.
    public static let DSMSigningCancelled = DocumentedName.signingCancelled
    /// The server did not send an envelope that it was given online.
    public static let DSMEnvelopeOnlineSendFailed = DocumentedName.onlineSendFailed
    /// The same, in the spelling of an early guide.
    public static let DSMOnlineEnvelopeSendFailed = DocumentedName.onlineSendFailedEarly
    /// A download for use without a network has begun.
    public static let DSMEnvelopeStartedToCache = DocumentedName.cachingStarted
    /// An envelope was downloaded, composed or signed on this device, and is kept there.
    public static let DSMEnvelopeCached = DocumentedName.cached
    /// An envelope was removed from this device.
    public static let DSMEnvelopeUncached = DocumentedName.uncached
    /// A download failed.
    public static let DSMEnvelopeCacheFailed = DocumentedName.cachingFailed
    /// A sync has begun.
    public static let DSMEnvelopeSyncingStarted = DocumentedName.syncStarted
    /// The server has confirmed an envelope.
    public static let DSMEnvelopeSyncingSucceeded = DocumentedName.synced
    /// An envelope did not arrive, or was set aside.
    public static let DSMEnvelopeSyncingFailed = DocumentedName.syncFailed
    /// A sync is over, however it went.
    public static let DSMEnvelopeSyncingEnded = DocumentedName.syncEnded
    /// A template that is downloaded has locked required text tabs without a value.
    public static let DSMFoundReadonlyAndRequiredTabsWithInvalidDefaults = DocumentedName.unusableTabs
    /// What somebody entered or signed could not be kept on this device.
    public static let DSMOfflineEnvelopeSaveError = DocumentedName.savingFailed
    /// Signing without a network failed.
    public static let DSMOfflineEnvelopeSigningError = DocumentedName.offlineSigningFailed
    /// What is kept of the user could not be written or deleted.
    public static let DSMAdditionalAccountDataFetchOrDeleteError = DocumentedName.accountDataFailed
    /// An envelope is about to be made of a template.
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
