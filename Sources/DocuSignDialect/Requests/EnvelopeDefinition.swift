extension Wire {
    /// The body of `POST …/envelopes`.
    public struct EnvelopeDefinition: Codable, Hashable, Sendable {
        /// `created` or `sent`; absent means `created`.
        public var status: String?
        public var emailSubject: String?
        public var emailBlurb: String?
        public var documents: [Document]?
        public var recipients: Recipients?
        public var customFields: CustomFields?
        public var transactionId: String?
        /// The template that the envelope is made from; `documents` and `recipients` are its own then.
        public var templateId: String?
        /// Who takes the template's roles.
        public var templateRoles: [TemplateRole]?

        public init(
            status: String? = nil, emailSubject: String? = nil, emailBlurb: String? = nil,
            documents: [Document]? = nil, recipients: Recipients? = nil, customFields: CustomFields? = nil,
            transactionId: String? = nil, templateId: String? = nil, templateRoles: [TemplateRole]? = nil
        ) {
            self.status = status
            self.emailSubject = emailSubject
            self.emailBlurb = emailBlurb
            self.documents = documents
            self.recipients = recipients
            self.customFields = customFields
            self.transactionId = transactionId
            self.templateId = templateId
            self.templateRoles = templateRoles
        }

        public init(from decoder: any Decoder) throws {
            let reader = try WireReader(decoder)
            try reader.refuse([
                "compositeTemplates", "eventNotification", "recipientViewRequest", "attachments", "envelopeAttachments",
                "workflow", "authoritativeCopy",
                "enforceSignerVisibility", "is21CFRPart11", "emailSettings", "accessControlListBase64",
                "allowMarkup", "anySigner", "envelopeDocuments", "documentBase64",
            ])
            try reader.refuse(texts: ["password"])
            try reader.ignore(Self.ignored)
            try NotificationWish.check(reader)
            if let place = try reader.name("signingLocation"), place.lowercased() != "online" {
                throw reader.refusal("signingLocation", "can only be Online")
            }
            status = try reader.name("status")
            emailSubject = try reader.text("emailSubject")
            emailBlurb = try reader.name("emailBlurb")
            documents = try reader.list("documents", of: Document.self)
            recipients = try reader.object("recipients", as: Recipients.self)
            customFields = try reader.object("customFields", as: CustomFields.self)
            transactionId = try reader.name("transactionId")
            templateId = try reader.name("templateId")
            templateRoles = try reader.list("templateRoles", of: TemplateRole.self)
            if templateId == nil, try reader.asksForSomething("templateRoles") {
                throw reader.refusal("templateRoles", "says who takes the roles of a template; templateId is missing")
            }
            if templateId != nil {
                try reader.refuse(
                    ["documents", "recipients"],
                    because: "are the template's when templateId is given; use templateRoles")
            }
        }

        /// What is about surroundings that there are none of here: other ways of signing, stamps, locks of an editor.
        static let ignored: [WireKey] = [
            "allowComments", "allowReassign", "allowRecipientRecursion", "asynchronous", "brandId", "brandLock",
            "enableWetSign", "envelopeIdStamping", "externalEnvelopeId", "messageLock", "recipientsLock",
        ]

        public func encode(to encoder: any Encoder) throws {
            var writer = WireWriter(encoder)
            try writer.text("status", status)
            try writer.text("emailSubject", emailSubject)
            try writer.text("emailBlurb", emailBlurb)
            try writer.value("documents", documents)
            try writer.value("recipients", recipients)
            try writer.value("customFields", customFields)
            try writer.text("transactionId", transactionId)
            try writer.text("templateId", templateId)
            try writer.value("templateRoles", templateRoles)
        }
    }

    /// The sender's wishes about reminders and expiry. Nobody is mailed, and so nobody reminded; an end that differs from
    /// the API's own default is refused, because nobody would keep to it.
    struct NotificationWish: Decodable {
        /// The API's default expiry, in days.
        private static let usualExpiry = 120

        static func check(_ reader: WireReader) throws {
            guard let wish = try reader.object("notification", as: NotificationWish.self) else { return }
            if wish.expires {
                throw reader.refusal(
                    "notification", "asks for an end of the envelope, which this service does not support")
            }
        }

        private let expires: Bool

        init(from decoder: any Decoder) throws {
            let reader = try WireReader(decoder)
            let usesDefaults = try reader.flag("useAccountDefaults") ?? false
            let expiry = try reader.object("expirations", as: Expiry.self)
            expires = !usesDefaults && expiry?.isEnabled == true && expiry?.days != Self.usualExpiry
            if !expires { try reader.ignore(["reminders", "expirations"]) }
        }

        private struct Expiry: Decodable {
            let isEnabled: Bool
            let days: Int?

            init(from decoder: any Decoder) throws {
                let reader = try WireReader(decoder)
                isEnabled = try reader.flag("expireEnabled") ?? false
                days = try reader.integer("expireAfter")
            }
        }
    }
}
