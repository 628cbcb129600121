import Essentials

/// Limits of an envelope. Lengths are in UTF-16 code units, as browsers and the eSignature API count.
public enum EnvelopeLimits {
    /// The maximum length of the subject, also of a recipient's own.
    public static let emailSubject = 255
    /// The maximum length of ``EnvelopeOptions/title``.
    public static let title = 255
    /// The maximum number of labels of an envelope.
    public static let labels = 100
    /// The maximum length of an address that the browser opens after an act.
    public static let returnAddress = 2000
    /// The longest wait of a recipient's first message, in minutes.
    public static let mailDelay = 60
    /// The maximum length of the message, also of a recipient's own.
    public static let emailBlurb = 10_000
    /// The maximum number of documents.
    public static let documents = 200
    /// The maximum length of a document's name, and of an attached file's.
    public static let documentName = 200
    /// The maximum number of texts that the sender keeps with a document.
    public static let documentFields = 100
    /// The maximum number of covered places of a document.
    public static let coveredFrames = 1000
    /// The maximum number of recipients, and of pauses in a workflow.
    public static let recipients = 100
    /// The maximum length of the name of a recipient, a host, or a person for replies.
    public static let recipientName = 255
    /// RFC 5321 §4.5.3.1.3, without the angle brackets.
    public static let email = EmailAddress.longest
    /// The maximum length of ``Recipient/clientUserID``.
    public static let clientUserID = 100
    /// The maximum length of the message to one recipient.
    public static let note = 1000
    /// The maximum length of ``EmailNotification/language``.
    public static let language = 40
    /// Each text of ``OfflineAttributes``.
    public static let offlineAttribute = 500
    /// The maximum number of the sender's tabs.
    public static let tabs = 5000
    /// Signatures that one recipient without tabs places.
    public static let placedTabs = 50
    /// The greatest page number.
    public static let pageNumber = 1_000_000
    /// The maximum length of a label, of a group's name, and of the sender's own id for a tab.
    public static let tabLabel = 500
    /// The maximum length of a tooltip, and of a tab group's message.
    public static let tooltip = 500
    /// The default limit of a text tab.
    public static let textValue = 4000
    /// The maximum number of custom fields.
    public static let customFields = 500
    /// The maximum length of an envelope's label, of a custom field's id, name or choice, and of a document field's
    /// name.
    public static let customFieldText = 100
    /// The maximum length of a custom field's value.
    public static let customFieldValue = 500
    /// The maximum length of the sender's own id for the request.
    public static let transactionID = 100
    /// The maximum length of the sender's reason for voiding.
    public static let voidedReason = 200
    /// The maximum length of a recipient's reason for declining.
    public static let declinedReason = 500
    /// The maximum length of a recipient's reason for passing their part on.
    public static let delegationReason = 500
    /// The longest wait of a workflow, in seconds: 30 days.
    public static let delay = 30 * 86_400
    /// The longest wait of a reminder, and the longest time to sign, in days.
    public static let days = 999
    /// The maximum length of ``CommandContext/key``.
    public static let commandKey = 200
    /// The maximum length of ``EditLock/app``.
    public static let lockApp = 100
    /// The maximum number of options of one list.
    public static let listOptions = 2000
    /// The maximum length of an option's text, and of its value.
    public static let optionText = 1000
    /// The maximum number of tab groups.
    public static let tabGroups = 500
    /// The maximum number of ``EnvelopeDefinition/eventNotifications``.
    public static let eventNotifications = 20
    /// The maximum length of a notification's URL.
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
