import Foundation

/// Names of notifications, and the keys and values of their `userInfo`, as the DocuSign iOS SDK documents them. Code
/// that observes them keeps working.
///
/// If the SDK's documentation does not give a constant's text, the text is the constant's name.
public enum DocumentedName {
    /// Everybody who signs on this device has signed, online or offline.
    public static let signingCompleted = Notification.Name("DSMSigningCompletedNotification")
    /// A signing page closed without a signature, or could not be shown.
    public static let signingCancelled = Notification.Name("DSMSigningCancelledNotification")
    /// The server did not send an envelope that was submitted online.
    public static let onlineSendFailed = Notification.Name("DSMEnvelopeOnlineSendFailedNotification")
    /// The same notification, in the spelling of an early guide.
    public static let onlineSendFailedEarly = Notification.Name("DSMOnlineEnvelopeSendFailedNotification")
    /// A download for offline use has started.
    public static let cachingStarted = Notification.Name("DSMEnvelopeStartedToCacheNotification")
    /// An envelope was downloaded, composed or signed on this device, and is stored there.
    public static let cached = Notification.Name("DSMEnvelopeCachedNotification")
    /// An envelope was removed from this device.
    public static let uncached = Notification.Name("DSMEnvelopeUncachedNotification")
    /// A download failed.
    public static let cachingFailed = Notification.Name("DSMEnvelopeCacheFailedNotification")
    /// A sync has started; ``Key/envelopes`` lists what it uploads.
    public static let syncStarted = Notification.Name("DSMEnvelopeSyncingStartedNotification")
    /// The server has confirmed an envelope.
    public static let synced = Notification.Name("DSMEnvelopeSyncingSucceededNotification")
    /// An envelope could not be uploaded, or is in conflict with the server.
    public static let syncFailed = Notification.Name("DSMEnvelopeSyncingFailedNotification")
    /// A sync has ended, whether or not everything was uploaded.
    public static let syncEnded = Notification.Name("DSMEnvelopeSyncingEndedNotification")
    /// A template has locked, required text tabs without a value; ``Key/tabLabels`` has their labels.
    public static let unusableTabs = Notification.Name(
        "DSMFoundReadonlyAndRequiredTabsWithInvalidDefaultsNotification")
    /// Entered values or signatures could not be saved on this device.
    public static let savingFailed = Notification.Name("DSMOfflineEnvelopeSaveErrorNotification")
    /// A signature on this device failed.
    public static let offlineSigningFailed = Notification.Name("DSMOfflineEnvelopeSigningErrorNotification")
    /// The user's stored data could not be written or deleted.
    public static let accountDataFailed = Notification.Name("DSMAdditionalAccountDataFetchOrDeleteErrorNotification")
    /// An envelope is about to be made from a template on this device.
    public static let willSendFromTemplate = Notification.Name("DSMWillSendEnvelopeFromTemplateNotification")

    /// Keys of `userInfo`.
    public enum Key {
        /// A string: the envelope's id.
        public static let envelopeID = "envelopeId"
        /// A string: the id of the template that the envelope is made from; absent if there is none.
        public static let templateID = "templateId"
        /// A string: the envelope's id. An envelope keeps one id from its creation on the device.
        public static let transactionID = "transactionId"
        /// A string: the id that the envelope had on the device, and keeps.
        public static let cacheURI = "cacheURI"
        /// `online` or `offline`.
        public static let signingMode = "signingMode"
        /// See ``Reason``.
        public static let exitReason = "exitReason"
        /// An `NSError` in ``errorDomain`` with an ``ErrorCode`` and a one-sentence description. Its
        /// `NSUnderlyingErrorKey` is the event's own error.
        public static let error = "DSMErrorKey"
        /// A string.
        public static let additionalInfo = "DSMAdditionalInfo"
        /// A Boolean: true if progress was saved on this device, false if an envelope was just downloaded.
        public static let isLocalUpdate = "DSMIsLocalEnvelopeCacheUpdateKey"
        /// A Boolean: whether nobody signs on this device.
        public static let hasOnlyRemoteSigners = "DSMHasOnlyRemoteSignersKey"
        /// A Boolean: whether anybody signs in person, on this device.
        public static let hasInPersonSigners = "DSMHasInPersonSignersKey"
        /// A string that accompanies an error.
        public static let additionalDetails = "AdditionalDetails"
        /// Countersign's own key: the id of the recipient whose page was shown, a string; absent if it is not known.
        public static let recipientID = "recipientId"
        /// Countersign's own key: the envelopes of a sync that is starting, a list of dictionaries with the keys above.
        public static let envelopes = "envelopes"
        /// Countersign's own key: the labels of tabs, a list of strings.
        public static let tabLabels = "tabLabels"
    }

    /// Values of ``Key/exitReason``.
    public enum Reason {
        /// The person closed the page or will finish later, nobody could sign, or the page's session timed out.
        public static let cancel = "cancel"
        /// The person declined to sign.
        public static let decline = "decline"
        /// The page's link had expired.
        public static let tokenExpired = "DSMSigningExitReasonTokenExpired"
        /// The person chose to sign on paper and send a fax; a Countersign service's pages do not offer that.
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
