import Essentials

/// Limits of an envelope. Lengths are in UTF-16 code units, as browsers and the eSignature API count.
public enum EnvelopeLimits {
    public static let emailSubject = 255
    public static let title = 255
    public static let labels = 100
    public static let returnAddress = 2000
    /// The longest wait of a recipient's first message, in minutes.
    public static let mailDelay = 60
    public static let emailBlurb = 10_000
    public static let documents = 200
    public static let documentName = 200
    /// The maximum number of texts that the sender keeps with a document.
    public static let documentFields = 100
    /// The maximum number of covered places of a document.
    public static let coveredFrames = 1000
    public static let recipients = 100
    public static let recipientName = 255
    /// RFC 5321 §4.5.3.1.3, without the angle brackets.
    public static let email = EmailAddress.longest
    public static let clientUserID = 100
    public static let note = 1000
    public static let language = 40
    /// Each text of ``OfflineAttributes``.
    public static let offlineAttribute = 500
    public static let tabs = 5000
    /// Signatures that one recipient without tabs places.
    public static let placedTabs = 50
    public static let pageNumber = 1_000_000
    public static let tabLabel = 500
    public static let tooltip = 500
    /// The default limit of a text tab.
    public static let textValue = 4000
    public static let customFields = 500
    public static let customFieldText = 100
    public static let customFieldValue = 500
    public static let transactionID = 100
    public static let voidedReason = 200
    public static let declinedReason = 500
    public static let delegationReason = 500
    /// The longest wait of a workflow, in seconds: 30 days.
    public static let delay = 30 * 86_400
    /// The longest wait of a reminder, and the longest time to sign, in days.
    public static let days = 999
    public static let commandKey = 200
    public static let lockApp = 100
    public static let listOptions = 2000
    public static let optionText = 1000
    public static let tabGroups = 500
    public static let eventNotifications = 20
    public static let notificationURL = 2000
    /// The maximum length of a chain of conditions.
    public static let conditionDepth = 32
    /// The maximum number of facts in a device's statement.
    public static let deviceFacts = 32
    /// The maximum length of a fact's name, in bytes of UTF-8.
    public static let deviceFactName = 64
    /// The maximum length of a fact's value, in bytes of UTF-8.
    public static let deviceFact = 500
}
