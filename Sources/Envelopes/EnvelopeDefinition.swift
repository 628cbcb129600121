/// Everything that the sender decides about an envelope. Once the envelope is created, only events change it.
public struct EnvelopeDefinition: Hashable, Sendable, Codable {
    /// The account that it belongs to, whose settings apply.
    public var accountID: String
    /// The user who sends it, as recipients see them.
    public var sender: Sender
    /// The subject of messages; must not be empty when it is sent.
    public var emailSubject: String
    /// The message to all recipients; `nil` for none.
    public var emailBlurb: String?
    /// The documents; ``EnvelopeDocument/order`` gives their order.
    public var documents: [EnvelopeDocument]
    /// The people who sign or get a copy. ``Recipient/routingOrder`` says who acts when.
    public var recipients: [Recipient]
    /// The sender's tabs on all documents, for all recipients.
    public var tabs: [EnvelopeTab]
    private var groups: [TabGroup]?
    /// Reminders and expiry; `nil` for the service's standard.
    public var notification: NotificationSettings?
    /// Who gets the answers to messages; `nil` for the sender.
    public var replyTo: ReplyTo?
    /// Texts that the sender keeps with the envelope.
    public var customFields: [CustomField]
    /// The sender's own id for the request that created the envelope.
    public var transactionID: String?
    private var notifications: [ConnectNotification]?
    /// The brand of messages and pages; `nil` for the account's default.
    public var brandID: String?
    private var reassign: Bool?
    private var visibility: Bool?
    /// When it is sent, and where its routing waits; `nil` for at once, and nowhere.
    public var workflow: Workflow?
    private var wishes: EnvelopeOptions?

    /// Checks nothing: a draft may be incomplete. ``problems(whenSending:)`` reports everything that is wrong.
    public init(
        accountID: String, sender: Sender, emailSubject: String, emailBlurb: String? = nil,
        documents: [EnvelopeDocument],
        recipients: [Recipient], tabs: [EnvelopeTab], tabGroups: [TabGroup] = [],
        notification: NotificationSettings? = nil, customFields: [CustomField] = [], transactionID: String? = nil,
        eventNotifications: [ConnectNotification] = [], brandID: String? = nil, allowsReassigning: Bool = false
    ) {
        self.accountID = accountID
        self.sender = sender
        self.emailSubject = emailSubject
        self.emailBlurb = emailBlurb
        self.documents = documents
        self.recipients = recipients
        self.tabs = tabs
        groups = tabGroups.isEmpty ? nil : tabGroups
        self.notification = notification
        self.customFields = customFields
        self.transactionID = transactionID
        notifications = eventNotifications.isEmpty ? nil : eventNotifications
        self.brandID = brandID
        reassign = allowsReassigning ? true : nil
    }

    /// What else the sender decided.
    public var options: EnvelopeOptions {
        get { wishes ?? .usual }
        set { wishes = newValue == .usual ? nil : newValue }
    }

    /// The URLs that are called at events of this envelope, besides those of the account.
    public var eventNotifications: [ConnectNotification] {
        get { notifications ?? [] }
        set { notifications = newValue.isEmpty ? nil : newValue }
    }

    /// Whether signers may put somebody else in their place.
    public var allowsReassigning: Bool {
        get { reassign == true }
        set { reassign = newValue ? true : nil }
    }

    /// Whether signers do not see the documents in which only others have tabs.
    public var enforcesVisibility: Bool {
        get { visibility == true }
        set { visibility = newValue ? true : nil }
    }

    /// How many checkboxes of each group have to be ticked.
    public var tabGroups: [TabGroup] {
        get { groups ?? [] }
        set { groups = newValue.isEmpty ? nil : newValue }
    }

    private enum CodingKeys: String, CodingKey {
        case accountID = "accountId"
        case sender, emailSubject, emailBlurb, documents, recipients, tabs, notification, replyTo, customFields
        case groups = "tabGroups"
        case transactionID = "transactionId"
        case notifications = "eventNotifications"
        case brandID = "brandId"
        case reassign = "allowReassign"
        case visibility = "enforceSignerVisibility"
        case workflow
        case wishes = "options"
    }
}

/// The sender of an envelope.
public struct Sender: Hashable, Sendable, Codable {
    /// The user's id in the account.
    public var userID: String
    /// The name that recipients see.
    public var name: String
    /// The address that messages to the sender go to.
    public var email: String

    /// Nothing is checked here.
    public init(userID: String, name: String, email: String) {
        self.userID = userID
        self.name = name
        self.email = email
    }

    private enum CodingKeys: String, CodingKey {
        case userID = "userId"
        case name, email
    }
}

/// A name and a text that the sender keeps with the envelope. The text is free or one of a list.
public struct CustomField: Hashable, Sendable, Codable {
    /// Unique within the envelope.
    public var id: String
    /// The name that the sender's programs know it by; must not be empty.
    public var name: String
    /// The text, at most 500 characters; one of ``items`` if there are any.
    public var value: String
    /// The API's `show`: stored and returned, without effect here.
    public var show: Bool
    /// The API's `required`: stored and returned, without effect here.
    public var required: Bool
    /// The texts to choose from; `nil` for free text.
    public var items: [String]?

    /// Checked only with the whole definition.
    public init(
        id: String, name: String, value: String, show: Bool = false, required: Bool = false, items: [String]? = nil
    ) {
        self.items = items
        self.id = id
        self.name = name
        self.value = value
        self.show = show
        self.required = required
    }
}
