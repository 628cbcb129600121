extension Wire {
    /// A template: the body of `POST …/templates`, the answer to `GET …/templates/{id}`, and an element of a list.
    public struct EnvelopeTemplate: WireObject, Codable, Hashable, Sendable {
        public var name: String?
        public var description: String?
        /// Whether everyone in the account can see it; absent means false.
        public var shared: Bool?
        public var folderId: String?
        /// The folder's name. A missing folder is created.
        public var folderName: String?
        public var emailSubject: String?
        public var emailBlurb: String?
        public var documents: [Document]?
        public var recipients: Recipients?
        public var customFields: CustomFields?
        public var notification: Notification?
        /// Whether signers of its envelopes may put somebody else in their place; absent means false.
        public var allowReassign: Bool?
        /// Whether signers of its envelopes do not see the documents in which only others have tabs.
        public var enforceSignerVisibility: Bool?
        public var workflow: Workflow?
        /// The members that only answers have.
        public var record: Record?

        /// The service's own data about a template.
        public struct Record: Hashable, Sendable {
            public var templateId: String
            public var uri: String?
            public var owner: TemplateUser?
            public var created: String?
            public var lastModified: String?
            public var lastModifiedBy: TemplateUser?
            public var pageCount: Int?
            public var folderUri: String?

            public init(
                templateId: String, uri: String? = nil, owner: TemplateUser? = nil, created: String? = nil,
                lastModified: String? = nil, lastModifiedBy: TemplateUser? = nil, pageCount: Int? = nil,
                folderUri: String? = nil
            ) {
                self.templateId = templateId
                self.uri = uri
                self.owner = owner
                self.created = created
                self.lastModified = lastModified
                self.lastModifiedBy = lastModifiedBy
                self.pageCount = pageCount
                self.folderUri = folderUri
            }
        }

        public init(
            name: String?, description: String? = nil, shared: Bool? = nil, folderId: String? = nil,
            folderName: String? = nil, emailSubject: String? = nil, emailBlurb: String? = nil,
            documents: [Document]? = nil, recipients: Recipients? = nil, customFields: CustomFields? = nil,
            notification: Notification? = nil, allowReassign: Bool? = nil, enforceSignerVisibility: Bool? = nil,
            workflow: Workflow? = nil, record: Record? = nil
        ) {
            self.name = name
            self.description = description
            self.shared = shared
            self.folderId = folderId
            self.folderName = folderName
            self.emailSubject = emailSubject
            self.emailBlurb = emailBlurb
            self.documents = documents
            self.recipients = recipients
            self.customFields = customFields
            self.notification = notification
            self.allowReassign = allowReassign
            self.enforceSignerVisibility = enforceSignerVisibility
            self.workflow = workflow
            self.record = record
        }

        init(reading reader: WireReader) throws {
            try EnvelopeWishes.check(reader)
            try reader.refuse(["passwordProtected", "powerForms", "eventNotification", "eventNotifications"])
            try reader.refuse(texts: ["newPassword"])
            try reader.ignore("status", unless: "created")
            name = try reader.text("name")
            description = try reader.name("description")
            shared = try reader.flag("shared")
            folderId = try reader.name("folderId")
            folderName = try reader.name("folderName")
            emailSubject = try reader.text("emailSubject")
            emailBlurb = try reader.name("emailBlurb")
            documents = try reader.list("documents", of: Document.self)
            recipients = try reader.object("recipients", as: Recipients.self)
            customFields = try reader.object("customFields", as: CustomFields.self)
            notification = try reader.object("notification", as: Notification.self)
            allowReassign = try reader.flag("allowReassign")
            enforceSignerVisibility = try reader.flag("enforceSignerVisibility")
            workflow = try reader.object("workflow", as: Workflow.self)
            record = try Record(reader)
        }

        public func encode(to encoder: any Encoder) throws {
            var writer = WireWriter(encoder)
            try record?.write(to: &writer)
            try writer.text("name", name)
            try writer.text("description", description)
            try writer.flag("shared", shared)
            try writer.text("folderId", folderId)
            try writer.text("folderName", folderName)
            try writer.text("emailSubject", emailSubject)
            try writer.text("emailBlurb", emailBlurb)
            try writer.value("documents", documents)
            try writer.value("recipients", recipients)
            try writer.value("customFields", customFields)
            try writer.value("notification", notification)
            try writer.flag("enforceSignerVisibility", enforceSignerVisibility)
            try writer.value("workflow", workflow)
            try writer.flag("allowReassign", record == nil ? allowReassign : allowReassign ?? false)
        }
    }

    /// A user in a template or folder.
    public struct TemplateUser: WireObject, Codable, Hashable, Sendable {
        public var userId: String?
        public var userName: String?
        public var email: String?

        public init(userId: String?, userName: String?, email: String?) {
            self.userId = userId
            self.userName = userName
            self.email = email
        }

        init(reading reader: WireReader) throws {
            userId = try reader.name("userId")
            userName = try reader.text("userName")
            email = try reader.text("email")
        }
    }
}

extension Wire.EnvelopeTemplate.Record {
    /// Returns `nil` if the one member that answers always have is missing.
    init?(_ reader: WireReader) throws {
        guard let templateId = try reader.name("templateId") else { return nil }
        self.init(
            templateId: templateId, uri: try reader.name("uri"),
            owner: try reader.object("owner", as: Wire.TemplateUser.self), created: try reader.name("created"),
            lastModified: try reader.name("lastModified"),
            lastModifiedBy: try reader.object("lastModifiedBy", as: Wire.TemplateUser.self),
            pageCount: try reader.integer("pageCount"), folderUri: try reader.name("folderUri"))
    }

    func write(to writer: inout WireWriter) throws {
        try writer.text("templateId", templateId)
        try writer.text("uri", uri)
        try writer.value("owner", owner)
        try writer.text("created", created)
        try writer.text("lastModified", lastModified)
        try writer.value("lastModifiedBy", lastModifiedBy)
        try writer.integer("pageCount", pageCount)
        try writer.text("folderUri", folderUri)
    }
}
