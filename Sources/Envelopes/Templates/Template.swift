import Essentials
import Foundation

/// A template for envelopes: documents, tabs, and roles that people take when it is used.
public struct Template: Hashable, Sendable, Codable {
    /// A lower-case GUID.
    public var id: TemplateID
    /// The account whose users may see it.
    public var accountID: String
    /// The user who created it and owns it.
    public var owner: Sender
    /// The name in lists; must not be blank.
    public var name: String
    /// The API's `description`; `nil` for none.
    public var description: String?
    /// `nil` if it is in no folder.
    public var folder: TemplateFolder?
    /// Whether everybody in the account sees it.
    public var isShared: Bool
    /// The documents of every envelope made from it.
    public var documents: [EnvelopeDocument]
    /// The roles and fixed people, with their routing orders.
    public var recipients: [TemplateRecipient]
    /// The tabs of all recipients.
    public var tabs: [EnvelopeTab]
    /// How many checkboxes of each group have to be ticked.
    public var tabGroups: [TabGroup]
    /// The default for envelopes made from it.
    public var emailSubject: String
    /// The default message for envelopes made from it; `nil` for none.
    public var emailBlurb: String?
    /// Reminders and expiry of envelopes made from it; `nil` for the service's standard.
    public var notification: NotificationSettings?
    /// Texts that envelopes made from it begin with.
    public var customFields: [CustomField]
    private var reassign: Bool?
    private var visibility: Bool?
    /// The workflow of envelopes made from it.
    public var workflow: Workflow?
    private var wishes: EnvelopeOptions?
    private var unready: Bool?
    /// When it was created, to the millisecond.
    public var createdAt: Date
    /// When it last changed; ``createdAt`` at first.
    public var lastModifiedAt: Date
    /// The user who changed it last; the owner at first.
    public var lastModifiedBy: Sender

    /// Makes a template that only its owner has changed. Times are rounded to the millisecond.
    /// ``problems()`` reports what is wrong with it.
    public init(
        id: TemplateID, accountID: String, owner: Sender, name: String, description: String? = nil,
        folder: TemplateFolder? = nil, isShared: Bool = false, documents: [EnvelopeDocument] = [],
        recipients: [TemplateRecipient] = [], tabs: [EnvelopeTab] = [], tabGroups: [TabGroup] = [],
        emailSubject: String = "",
        emailBlurb: String? = nil, notification: NotificationSettings? = nil, customFields: [CustomField] = [],
        allowsReassigning: Bool = false, createdAt: Date
    ) {
        self.id = id
        self.accountID = accountID
        self.owner = owner
        self.name = name
        self.description = description
        self.folder = folder
        self.isShared = isShared
        self.documents = documents
        self.recipients = recipients
        self.tabs = tabs
        self.tabGroups = tabGroups
        self.emailSubject = emailSubject
        self.emailBlurb = emailBlurb
        self.notification = notification
        self.customFields = customFields
        reassign = allowsReassigning ? true : nil
        self.createdAt = Timestamp.quantized(createdAt)
        lastModifiedAt = self.createdAt
        lastModifiedBy = owner
    }

    /// Whether signers of envelopes made from it may put somebody else in their place.
    public var allowsReassigning: Bool {
        get { reassign == true }
        set { reassign = newValue ? true : nil }
    }

    /// Whether signers of envelopes made from it do not see the documents in which only others have tabs.
    public var enforcesVisibility: Bool {
        get { visibility == true }
        set { visibility = newValue ? true : nil }
    }

    /// What else the sender decided for envelopes made from it. Its title names none of them.
    public var options: EnvelopeOptions {
        get { wishes ?? .usual }
        set { wishes = newValue == .usual ? nil : newValue }
    }

    /// Whether its owner is still working on it, so that nobody may use it.
    public var isDraft: Bool {
        get { unready == true }
        set { unready = newValue ? true : nil }
    }

    /// The number of pages of all documents.
    public var pageCount: Int { documents.reduce(0) { $0 + $1.pages.count } }

    /// Whether a user of its account may see and use it.
    public func isVisible(to userID: String) -> Bool { isShared || owner.userID == userID }

    /// The recipient in a role; the first if several have it.
    public func recipient(inRole role: String) -> TemplateRecipient? {
        recipients.first { $0.roleName == role }
    }
}

/// A folder of templates.
public struct TemplateFolder: Hashable, Sendable, Codable {
    /// A lower-case GUID.
    public var id: String
    /// The name that people see; must not be blank.
    public var name: String

    /// Nothing is checked here.
    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

/// A recipient of a template: the role that somebody takes, and what the template already says about the person.
public struct TemplateRecipient: Hashable, Sendable, Codable {
    /// The name of the role, such as `tenant`; empty for a fixed person.
    public var roleName: String
    /// Name, e-mail address and host may be empty until somebody takes the role.
    public var recipient: Recipient

    /// Nothing is checked here; an empty `roleName` makes a fixed person.
    public init(roleName: String, recipient: Recipient) {
        self.roleName = roleName
        self.recipient = recipient
    }

    /// The recipient's id, which ``EnvelopeTab/recipientID`` refers to.
    public var id: RecipientID { recipient.id }

    /// Whether nothing is missing that an envelope needs to know about a person.
    public var isFilled: Bool { missing.isEmpty }

    /// The missing details, in words.
    var missing: [String] {
        var missing: [String] = []
        func need(_ text: String, _ what: String) {
            if TextRules.isBlank(text) { missing.append(what) }
        }
        switch recipient.kind {
        case .signer, .carbonCopy, .certifiedDelivery:
            need(recipient.name, "a name")
            need(recipient.email, "an e-mail address")
        case .inPersonSigner:
            need(recipient.host?.name ?? "", "a host's name")
            need(recipient.host?.email ?? "", "a host's e-mail address")
            need(recipient.name, "the name of who signs")
        }
        return missing
    }

    /// The recipient as named in a sentence.
    public var title: String { roleName.isEmpty ? "recipient \(id)" : "role “\(roleName)”" }
}
