extension Wire {
    /// The body of `POST …/envelopes`.
    public struct EnvelopeDefinition: WireObject, Codable, Hashable, Sendable {
        /// `created` or `sent`; absent means `created`.
        public var status: String?
        public var emailSubject: String?
        public var emailBlurb: String?
        public var documents: [Document]?
        public var recipients: Recipients?
        public var customFields: CustomFields?
        public var notification: Notification?
        public var transactionId: String?
        /// The template to make the envelope from. The template then supplies the `documents` and `recipients`.
        public var templateId: String?
        /// The people who fill the template's roles.
        public var templateRoles: [TemplateRole]?
        /// The URLs to call at events of this envelope. A request may name one as `eventNotification` instead.
        public var eventNotifications: [EventNotification]?
        /// The brand of messages and pages.
        public var brandId: String?
        /// Whether signers may put somebody else in their place; absent means false.
        public var allowReassign: Bool?
        /// Whether signers do not see the documents in which only others have tabs; absent means false.
        public var enforceSignerVisibility: Bool?
        public var workflow: Workflow?

        public init(
            status: String? = nil, emailSubject: String? = nil, emailBlurb: String? = nil,
            documents: [Document]? = nil, recipients: Recipients? = nil, customFields: CustomFields? = nil,
            notification: Notification? = nil, transactionId: String? = nil, templateId: String? = nil,
            templateRoles: [TemplateRole]? = nil,
            eventNotifications: [EventNotification]? = nil, brandId: String? = nil,
            allowReassign: Bool? = nil,
            enforceSignerVisibility: Bool? = nil,
            workflow: Workflow? = nil
        ) {
            self.status = status
            self.emailSubject = emailSubject
            self.emailBlurb = emailBlurb
            self.documents = documents
            self.recipients = recipients
            self.customFields = customFields
            self.notification = notification
            self.transactionId = transactionId
            self.templateId = templateId
            self.templateRoles = templateRoles
            self.eventNotifications = eventNotifications
            self.brandId = brandId
            self.allowReassign = allowReassign
            self.enforceSignerVisibility = enforceSignerVisibility
            self.workflow = workflow
        }

        init(reading reader: WireReader) throws {
            try EnvelopeWishes.check(reader)
            try reader.refuse(["recipientViewRequest"])
            try reader.refuse(texts: ["envelopeId"], because: "names an envelope to copy, which is not supported")
            status = try reader.name("status")
            emailSubject = try reader.text("emailSubject")
            emailBlurb = try reader.name("emailBlurb")
            documents = try reader.list("documents", of: Document.self)
            recipients = try reader.object("recipients", as: Recipients.self)
            customFields = try reader.object("customFields", as: CustomFields.self)
            notification = try reader.object("notification", as: Notification.self)
            transactionId = try reader.name("transactionId")
            templateId = try reader.name("templateId")
            templateRoles = try reader.list("templateRoles", of: TemplateRole.self)
            eventNotifications = try EventNotification.all(in: reader)
            brandId = try reader.name("brandId")
            allowReassign = try reader.flag("allowReassign")
            enforceSignerVisibility = try reader.flag("enforceSignerVisibility")
            workflow = try reader.object("workflow", as: Workflow.self)
            if templateId == nil, try reader.asksForSomething("templateRoles") {
                throw reader.refusal("templateRoles", "requires templateId, which is missing")
            }
            if templateId != nil {
                try reader.refuse(
                    ["documents", "recipients"],
                    because: "cannot be combined with templateId; use templateRoles")
            }
        }

        public func encode(to encoder: any Encoder) throws {
            var writer = WireWriter(encoder)
            try writer.text("status", status)
            try writer.text("emailSubject", emailSubject)
            try writer.text("emailBlurb", emailBlurb)
            try writer.value("documents", documents)
            try writer.value("recipients", recipients)
            try writer.value("customFields", customFields)
            try writer.value("notification", notification)
            try writer.text("transactionId", transactionId)
            try writer.text("templateId", templateId)
            try writer.value("templateRoles", templateRoles)
            try writer.value("eventNotifications", eventNotifications)
            try writer.text("brandId", brandId)
            try writer.flag("allowReassign", allowReassign)
            try writer.flag("enforceSignerVisibility", enforceSignerVisibility)
            try writer.value("workflow", workflow)
        }
    }
}
