/// What the sender changes about an envelope after it was created. Only members that change are there.
public struct Correction: Hashable, Sendable {
    /// A part that goes back to the service's standard.
    public enum Part: String, Hashable, Sendable, Codable, CaseIterable {
        case emailBlurb, notification, replyTo
    }

    /// New recipients, and changed ones as they are from now on.
    public var recipients: [Recipient]
    /// The recipients who are no longer asked. Their tabs go with them.
    public var removedRecipients: [RecipientID]
    /// New documents, and changed ones as they are from now on. A document with other bytes replaces the earlier one.
    public var documents: [EnvelopeDocument]
    /// The documents that are taken out. Their tabs go with them.
    public var removedDocuments: [DocumentID]
    /// New tabs, and changed ones as they are from now on.
    public var tabs: [EnvelopeTab]
    /// The tabs that are taken out.
    public var removedTabs: [TabID]
    /// New rules for groups of checkboxes, and changed ones. A rule without a checkbox left goes by itself.
    public var tabGroups: [TabGroup]
    /// The new subject; `nil` to leave it.
    public var emailSubject: String?
    /// The new message; `nil` to leave it. ``cleared`` takes it out.
    public var emailBlurb: String?
    /// New reminders and expiry; `nil` to leave them. ``cleared`` goes back to the service's standard.
    public var notification: NotificationSettings?
    /// All custom fields of the envelope, as they are from now on.
    public var customFields: [CustomField]?
    /// Who gets the replies from now on; `nil` to leave it. ``cleared`` goes back to the sender.
    public var replyTo: ReplyTo?
    /// All options as they are from now on; `nil` to leave them.
    public var options: EnvelopeOptions?
    /// The sender whom people see; the user stays the same.
    public var sender: Sender?
    /// Whether signers may put somebody else in their place from now on; `nil` to leave it.
    public var allowsReassigning: Bool?
    /// The parts that are removed or go back to the standard, even if a new value is given here.
    public var cleared: [Part]

    /// Everything left out stays as it is. The result is checked when the correction is decided.
    public init(
        recipients: [Recipient] = [], removedRecipients: [RecipientID] = [], documents: [EnvelopeDocument] = [],
        removedDocuments: [DocumentID] = [], tabs: [EnvelopeTab] = [], removedTabs: [TabID] = [],
        tabGroups: [TabGroup] = [], emailSubject: String? = nil, emailBlurb: String? = nil,
        notification: NotificationSettings? = nil, customFields: [CustomField]? = nil, replyTo: ReplyTo? = nil,
        options: EnvelopeOptions? = nil, sender: Sender? = nil, allowsReassigning: Bool? = nil,
        cleared: [Part] = []
    ) {
        self.recipients = recipients
        self.removedRecipients = removedRecipients
        self.documents = documents
        self.removedDocuments = removedDocuments
        self.tabs = tabs
        self.removedTabs = removedTabs
        self.tabGroups = tabGroups
        self.emailSubject = emailSubject
        self.emailBlurb = emailBlurb
        self.notification = notification
        self.customFields = customFields
        self.replyTo = replyTo
        self.options = options
        self.sender = sender
        self.allowsReassigning = allowsReassigning
        self.cleared = cleared
    }
}

extension Correction: Codable {
    private enum CodingKeys: String, CodingKey {
        case recipients, removedRecipients, documents, removedDocuments, tabs, removedTabs, tabGroups, emailSubject
        case emailBlurb, notification, customFields, replyTo, options, sender
        case allowsReassigning = "allowReassign"
        case cleared
    }

    /// Treats missing lists as empty, and other missing members as unchanged.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func list<Element: Decodable>(_ key: CodingKeys) throws -> [Element] {
            try members.decodeIfPresent([Element].self, forKey: key) ?? []
        }
        self.init(
            recipients: try list(.recipients), removedRecipients: try list(.removedRecipients),
            documents: try list(.documents), removedDocuments: try list(.removedDocuments), tabs: try list(.tabs),
            removedTabs: try list(.removedTabs), tabGroups: try list(.tabGroups),
            emailSubject: try members.decodeIfPresent(String.self, forKey: .emailSubject),
            emailBlurb: try members.decodeIfPresent(String.self, forKey: .emailBlurb),
            notification: try members.decodeIfPresent(NotificationSettings.self, forKey: .notification),
            customFields: try members.decodeIfPresent([CustomField].self, forKey: .customFields),
            replyTo: try members.decodeIfPresent(ReplyTo.self, forKey: .replyTo),
            options: try members.decodeIfPresent(EnvelopeOptions.self, forKey: .options),
            sender: try members.decodeIfPresent(Sender.self, forKey: .sender),
            allowsReassigning: try members.decodeIfPresent(Bool.self, forKey: .allowsReassigning),
            cleared: try list(.cleared))
    }

    /// Leaves out what does not change.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        func write(_ list: [some Encodable], _ key: CodingKeys) throws {
            if !list.isEmpty { try members.encode(list, forKey: key) }
        }
        try write(recipients, .recipients)
        try write(removedRecipients, .removedRecipients)
        try write(documents, .documents)
        try write(removedDocuments, .removedDocuments)
        try write(tabs, .tabs)
        try write(removedTabs, .removedTabs)
        try write(tabGroups, .tabGroups)
        try members.encodeIfPresent(emailSubject, forKey: .emailSubject)
        try members.encodeIfPresent(emailBlurb, forKey: .emailBlurb)
        try members.encodeIfPresent(notification, forKey: .notification)
        try members.encodeIfPresent(customFields, forKey: .customFields)
        try members.encodeIfPresent(replyTo, forKey: .replyTo)
        try members.encodeIfPresent(options, forKey: .options)
        try members.encodeIfPresent(sender, forKey: .sender)
        try members.encodeIfPresent(allowsReassigning, forKey: .allowsReassigning)
        try write(cleared, .cleared)
    }
}
