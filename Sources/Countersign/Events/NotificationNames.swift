import Foundation

/// Names of notifications, and the keys and values of their `userInfo`, as the DocuSign iOS SDK documents them. Code
/// that observes them keeps working.
///
/// If the SDK's documentation does not give a constant's text, the text is the constant's name.
public enum DocumentedName {
    public static let signingCompleted = Notification.Name("DSMSigningCompletedNotification")
    public static let signingCancelled = Notification.Name("DSMSigningCancelledNotification")
    public static let onlineSendFailed = Notification.Name("DSMEnvelopeOnlineSendFailedNotification")
    /// The same notification, in the spelling of an early guide.
    public static let onlineSendFailedEarly = Notification.Name("DSMOnlineEnvelopeSendFailedNotification")
    public static let cachingStarted = Notification.Name("DSMEnvelopeStartedToCacheNotification")
    public static let cached = Notification.Name("DSMEnvelopeCachedNotification")
    public static let uncached = Notification.Name("DSMEnvelopeUncachedNotification")
    public static let cachingFailed = Notification.Name("DSMEnvelopeCacheFailedNotification")
    public static let syncStarted = Notification.Name("DSMEnvelopeSyncingStartedNotification")
    public static let synced = Notification.Name("DSMEnvelopeSyncingSucceededNotification")
    public static let syncFailed = Notification.Name("DSMEnvelopeSyncingFailedNotification")
    public static let syncEnded = Notification.Name("DSMEnvelopeSyncingEndedNotification")
    public static let unusableTabs = Notification.Name(
        "DSMFoundReadonlyAndRequiredTabsWithInvalidDefaultsNotification")
    public static let savingFailed = Notification.Name("DSMOfflineEnvelopeSaveErrorNotification")
    public static let offlineSigningFailed = Notification.Name("DSMOfflineEnvelopeSigningErrorNotification")
    public static let accountDataFailed = Notification.Name("DSMAdditionalAccountDataFetchOrDeleteErrorNotification")
    public static let willSendFromTemplate = Notification.Name("DSMWillSendEnvelopeFromTemplateNotification")

    /// Keys of `userInfo`.
    public enum Key {
        /// A string: the envelope's id.
        public static let envelopeID = "envelopeId"
        public static let templateID = "templateId"
        /// A string: the envelope's id. An envelope keeps one id from its creation on the device.
        public static let transactionID = "transactionId"
        /// A string: the id that the envelope had on the device, and keeps.
        public static let cacheURI = "cacheURI"
        /// `online` or `offline`.
        public static let signingMode = "signingMode"
        /// See ``Reason``.
        public static let exitReason = "exitReason"
        /// An `NSError` in ``errorDomain`` with an ``ErrorCode`` and a one-sentence description.
        public static let error = "DSMErrorKey"
        /// A string.
        public static let additionalInfo = "DSMAdditionalInfo"
        /// A Boolean: true if progress was saved on this device, false if an envelope was just downloaded.
        public static let isLocalUpdate = "DSMIsLocalEnvelopeCacheUpdateKey"
        public static let hasOnlyRemoteSigners = "DSMHasOnlyRemoteSignersKey"
        public static let hasInPersonSigners = "DSMHasInPersonSignersKey"
        /// A string that accompanies an error.
        public static let additionalDetails = "AdditionalDetails"
        /// Countersign's own key: the envelopes of a sync that is starting, a list of dictionaries with the keys above.
        public static let envelopes = "envelopes"
        /// Countersign's own key: the labels of tabs, a list of strings.
        public static let tabLabels = "tabLabels"
    }

    /// Values of ``Key/exitReason``.
    public enum Reason {
        public static let cancel = "cancel"
        public static let decline = "decline"
        public static let tokenExpired = "DSMSigningExitReasonTokenExpired"
        public static let faxPending = "DSMSigningExitReasonFaxPending"
    }

    /// The codes of errors in ``Key/error``; each names the operation that failed.
    public enum ErrorCode: Int, Sendable, Hashable, CaseIterable {
        /// Showing a signing page, online or offline.
        case signing = 1
        case caching = 2
        case syncing = 3
        /// Saving entered values or signatures on the device.
        case saving = 4
        case offlineSigning = 5
        case accountData = 6
    }

    /// The domain of errors in ``Key/error``.
    public static let errorDomain = "Countersign"
}
