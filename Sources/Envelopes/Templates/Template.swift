import Foundation

/// An envelope to be: documents, places to fill in, and roles that people take when it is used.
public struct Template: Hashable, Sendable, Codable {
    public var id: TemplateID
    public var accountID: String
    /// Who made it, and whose it is.
    public var owner: Sender
    public var name: String
    public var description: String?
    /// Nil where it lies in no folder.
    public var folder: TemplateFolder?
    /// Whether everybody in the account sees it.
    public var isShared: Bool
    public var documents: [EnvelopeDocument]
    public var recipients: [TemplateRecipient]
    public var tabs: [EnvelopeTab]
    public var tabGroups: [TabGroup]
    /// What an envelope has whose sender says nothing else.
    public var emailSubject: String
    public var emailBlurb: String?
    public var customFields: [CustomField]
    public var createdAt: Date
    public var lastModifiedAt: Date
    public var lastModifiedBy: Sender

    public init(
        id: TemplateID, accountID: String, owner: Sender, name: String, description: String? = nil,
        folder: TemplateFolder? = nil, isShared: Bool = false, documents: [EnvelopeDocument] = [],
        recipients: [TemplateRecipient] = [], tabs: [EnvelopeTab] = [], tabGroups: [TabGroup] = [],
        emailSubject: String = "",
        emailBlurb: String? = nil, customFields: [CustomField] = [], createdAt: Date
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
        self.customFields = customFields
        self.createdAt = Timestamp.quantised(createdAt)
        lastModifiedAt = self.createdAt
        lastModifiedBy = owner
    }

    /// The pages of all documents together.
    public var pageCount: Int { documents.reduce(0) { $0 + $1.pages.count } }

    /// Whether a user of its account may see and use it.
    public func isVisible(to userID: String) -> Bool { isShared || owner.userID == userID }

    /// The recipient of a role; the first where several have it.
    public func recipient(inRole role: String) -> TemplateRecipient? {
        recipients.first { $0.roleName == role }
    }
}

/// Where templates lie.
public struct TemplateFolder: Hashable, Sendable, Codable {
    /// A GUID in lower case.
    public var id: String
    public var name: String

    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

/// A place for a person: the role that somebody takes, and what the template already says about them.
public struct TemplateRecipient: Hashable, Sendable, Codable {
    /// What the person is in this template, such as `tenant`; empty for a person who is always the same.
    public var roleName: String
    /// Name, e-mail address and host may be empty until somebody takes the role.
    public var recipient: Recipient

    public init(roleName: String, recipient: Recipient) {
        self.roleName = roleName
        self.recipient = recipient
    }

    public var id: RecipientID { recipient.id }

    /// Whether everything is known that an envelope needs to know about a person.
    public var isFilled: Bool { missing.isEmpty }

    /// What still has to be said, in words.
    var missing: [String] {
        var missing: [String] = []
        func need(_ text: String, _ what: String) {
            if TextRules.isBlank(text) { missing.append(what) }
        }
        switch recipient.kind {
        case .signer, .carbonCopy:
            need(recipient.name, "a name")
            need(recipient.email, "an e-mail address")
        case .inPersonSigner:
            need(recipient.host?.name ?? "", "a host's name")
            need(recipient.host?.email ?? "", "a host's e-mail address")
            need(recipient.name, "the name of who signs")
        }
        return missing
    }

    /// How a sentence calls it.
    public var title: String { roleName.isEmpty ? "recipient \(id)" : "role “\(roleName)”" }
}
