import Envelopes

/// A template that the sender may start from.
public struct OfferedTemplate: Sendable, Hashable, Encodable {
    /// Selects it.
    public var id: TemplateID
    /// The name in lists.
    public var name: String
    /// The number of pages of its documents.
    public var pages: Int
    /// The roles that people take.
    public var roles: [String]

    /// Nothing is checked here.
    public init(id: TemplateID, name: String, pages: Int, roles: [String]) {
        self.id = id
        self.name = name
        self.pages = pages
        self.roles = roles
    }
}

/// What a template brings into a draft. Nothing changes until the page puts it there.
public struct TemplatePart: Sendable, Hashable {
    /// The template's documents, which are now among ``Draft/files``.
    public var documents: [EnvelopeDocument]
    /// The roles and fixed people.
    public var recipients: [TemplateRecipient]
    /// The fields, on ``documents``, of ``recipients``.
    public var tabs: [EnvelopeTab]
    /// The subject and the message.
    public var emailSubject: String
    /// `nil` for none.
    public var emailBlurb: String?

    /// Nothing is checked here.
    public init(
        documents: [EnvelopeDocument], recipients: [TemplateRecipient], tabs: [EnvelopeTab], emailSubject: String,
        emailBlurb: String?
    ) {
        self.documents = documents
        self.recipients = recipients
        self.tabs = tabs
        self.emailSubject = emailSubject
        self.emailBlurb = emailBlurb
    }
}

/// Somebody to whom the sender has sent before.
public struct KnownPerson: Sendable, Hashable, Encodable {
    /// The name that was used last.
    public var name: String
    /// The address.
    public var email: String

    /// Nothing is checked here.
    public init(name: String, email: String) {
        self.name = name
        self.email = email
    }
}
