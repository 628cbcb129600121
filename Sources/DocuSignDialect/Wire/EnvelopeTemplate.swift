extension Wire {
    /// A template: the body of `POST …/templates`, the answer to `GET …/templates/{id}`, and an element of a list.
    package struct EnvelopeTemplate: WireRecord, Codable, Hashable, Sendable {
        package var name: String?
        package var description: String?
        /// Whether everyone in the account can see it; absent means false.
        package var shared: Bool?
        package var folderId: String?
        /// The folder's name. A missing folder is created.
        package var folderName: String?
        package var emailSubject: String?
        package var emailBlurb: String?
        package var documents: [Document]?
        package var recipients: Recipients?
        package var customFields: CustomFields?
        package var notification: Notification?
        /// Whether signers of its envelopes may put somebody else in their place; absent means false.
        package var allowReassign: Bool?
        /// Whether signers of its envelopes do not see the documents in which only others have tabs.
        package var enforceSignerVisibility: Bool?
        package var workflow: Workflow?
        /// The members that only answers have.
        package var record: Record?

        /// The service's own data about a template.
        package struct Record: Hashable, Sendable {
            package var templateId: String
            package var uri: String?
            package var owner: TemplateUser?
            package var created: String?
            package var lastModified: String?
            package var lastModifiedBy: TemplateUser?
            package var pageCount: Int?
            package var folderUri: String?

            package init(
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

        static let members: [WireMember<Self>] =
            EnvelopeWishes.members() + [
                .refused(["passwordProtected", "powerForms", "eventNotification", "eventNotifications"]),
                .refused(texts: ["newPassword"]),
                .ignored("status", unless: "created"),
                .text("name", \.name),
                .name("description", \.description),
                .flag("shared", \.shared),
                .name("folderId", \.folderId),
                .name("folderName", \.folderName),
                .text("emailSubject", \.emailSubject),
                .name("emailBlurb", \.emailBlurb),
                .list("documents", \.documents),
                .object("recipients", \.recipients),
                .object("customFields", \.customFields),
                .object("notification", \.notification),
                .flag("allowReassign", \.allowReassign),
                .flag("enforceSignerVisibility", \.enforceSignerVisibility),
                .object("workflow", \.workflow),
            ]

        mutating func complete(_ reader: WireReader) throws {
            record = try Record(reader)
        }

        func writeOthers(to writer: inout WireWriter) throws {
            guard let record else { return }
            try record.write(to: &writer)
            if allowReassign == nil { try writer.flag("allowReassign", false) }
        }
    }

    /// A user in a template or folder.
    package struct TemplateUser: WireRecord, Codable, Hashable, Sendable {
        package var userId: String?
        package var userName: String?
        package var email: String?

        static let members: [WireMember<Self>] = [
            .name("userId", \.userId),
            .text("userName", \.userName),
            .text("email", \.email),
        ]
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
