extension SignWell {
    /// The body of `POST /documents` and of `POST /document_templates/documents`.
    public struct DocumentRequest: Hashable, Sendable, Encodable {
        /// Written beside the other members, not in an object of their own.
        public var settings: DocumentSettings
        /// The document's files in their order; they follow those of templates.
        public var files: [File]
        /// The people who sign; may be empty if ``selfSign`` is true.
        public var recipients: [Recipient]
        /// One list for each file.
        public var fields: [[Field]]
        /// Whether the document can still be changed before it is sent; absent means false.
        public var draft: Bool?
        /// Whether a page with everybody's signature and date is added (`with_signature_page`); absent means false.
        public var withSignaturePage: Bool?
        /// Whether tags such as `{{signature:1}}` in the files' text become fields (`text_tags`); absent means false.
        public var textTags: Bool?
        /// Whether the API key's user signs, embedded (`self_sign`); absent means false. Not for templates.
        public var selfSign: Bool?
        /// People who get the finished document and do not sign; absent means nobody.
        public var copiedContacts: [CopiedContact]?
        /// Files that recipients have to add; absent means none.
        public var attachmentRequests: [AttachmentRequest]?
        /// Rules for how many checkboxes have to be ticked; absent means none.
        public var checkboxGroups: [CheckboxGroup]?
        /// The template, or the templates in their order, whose files and fields the document gets.
        public var templateID: String?
        /// Several templates in their order (`template_ids`).
        public var templateIDs: [String]?
        /// The names of placeholders that nobody takes.
        public var excludePlaceholders: [String]?
        /// Values for fields of the templates; absent means none.
        public var templateFields: [TemplateFieldValue]?

        /// - Parameters:
        ///   - name: `nil` for the name of the first file
        ///   - fields: one list for each file; may be empty for a draft
        ///   - draft: true leaves the document unsent; `nil` means false
        public init(
            name: String? = nil, files: [File], recipients: [Recipient], fields: [[Field]] = [], draft: Bool? = nil
        ) {
            settings = DocumentSettings(name: name)
            self.files = files
            self.recipients = recipients
            self.fields = fields
            self.draft = draft
        }

        /// A value for a field of the template.
        public struct TemplateFieldValue: Hashable, Sendable, Encodable {
            /// The field's id (`api_id`). Every field with this id gets the value.
            public var apiID: String
            /// The initial value, as for ``Field/value``.
            public var value: FieldValue

            /// - Parameter apiID: the field's id in the template
            public init(apiID: String, value: FieldValue) {
                self.apiID = apiID
                self.value = value
            }

            private enum CodingKeys: String, CodingKey {
                case apiID = "api_id"
                case value
            }
        }

        private enum CodingKeys: String, CodingKey {
            case files, recipients, fields, draft
            case withSignaturePage = "with_signature_page"
            case textTags = "text_tags"
            case selfSign = "self_sign"
            case copiedContacts = "copied_contacts"
            case attachmentRequests = "attachment_requests"
            case checkboxGroups = "checkbox_groups"
            case templateID = "template_id"
            case templateIDs = "template_ids"
            case excludePlaceholders = "exclude_placeholders"
            case templateFields = "template_fields"
        }

        /// Writes the settings and the other members into one object. Members that are `nil` are left out.
        public func encode(to encoder: any Encoder) throws {
            try settings.encode(to: encoder)
            var members = encoder.container(keyedBy: CodingKeys.self)
            if !files.isEmpty || templateID == nil && templateIDs == nil { try members.encode(files, forKey: .files) }
            try members.encode(recipients, forKey: .recipients)
            if !fields.isEmpty { try members.encode(fields, forKey: .fields) }
            try members.encodeIfPresent(draft, forKey: .draft)
            try members.encodeIfPresent(withSignaturePage, forKey: .withSignaturePage)
            try members.encodeIfPresent(textTags, forKey: .textTags)
            try members.encodeIfPresent(selfSign, forKey: .selfSign)
            try members.encodeIfPresent(copiedContacts, forKey: .copiedContacts)
            try members.encodeIfPresent(attachmentRequests, forKey: .attachmentRequests)
            try members.encodeIfPresent(checkboxGroups, forKey: .checkboxGroups)
            try members.encodeIfPresent(templateID, forKey: .templateID)
            try members.encodeIfPresent(templateIDs, forKey: .templateIDs)
            try members.encodeIfPresent(excludePlaceholders, forKey: .excludePlaceholders)
            try members.encodeIfPresent(templateFields, forKey: .templateFields)
        }
    }
}

extension SignWell.DocumentRequest {
    private static let settingKeys: Set<String> = [
        "name", "subject", "message", "test_mode", "expires_in", "reminders", "apply_signing_order",
        "api_application_id", "embedded_signing", "embedded_signing_notifications", "custom_requester_name",
        "custom_requester_email", "redirect_url", "decline_redirect_url", "allow_decline", "allow_reassign", "language",
        "metadata", "labels",
    ]

    /// Reads a body. Problems are noted; ``RequestProblems/check()`` throws them.
    ///
    /// - Parameter usesTemplate: whether the call makes a document from templates
    package init(reading reader: RequestReader, usesTemplate: Bool = false) {
        settings = SignWell.DocumentSettings(reading: reader, Self.settingKeys)
        files = (reader.list("files", of: "file") ?? []).map(SignWell.File.init(reading:))
        recipients = (reader.list("recipients", of: "recipient") ?? []).map {
            SignWell.Recipient(reading: $0, usesTemplate: usesTemplate)
        }
        fields = (reader.lists("fields", of: "file", of: "field") ?? []).map { $0.map { SignWell.Field(reading: $0) } }
        draft = reader.flag("draft")
        withSignaturePage = reader.flag("with_signature_page")
        textTags = reader.flag("text_tags")
        copiedContacts = reader.list("copied_contacts", of: "copied_contact")?.map(
            SignWell.CopiedContact.init(reading:))
        attachmentRequests = reader.list("attachment_requests", of: "attachment_request")?.map {
            SignWell.AttachmentRequest(reading: $0)
        }
        checkboxGroups = reader.list("checkbox_groups", of: "checkbox_group")?.map {
            SignWell.CheckboxGroup(reading: $0)
        }
        if usesTemplate {
            templateID = reader.text("template_id")
            templateIDs = reader.texts("template_ids")
            excludePlaceholders = reader.texts("exclude_placeholders")
            templateFields = reader.list("template_fields", of: "template_field")?.map { entry in
                let field = TemplateFieldValue(
                    apiID: entry.text("api_id") ?? "", value: SignWell.FieldValue(reading: entry) ?? .text(""))
                if field.apiID.isEmpty { entry.refuse("api_id", "is missing.") }
                entry.refuseOthers()
                return field
            }
        } else {
            selfSign = reader.flag("self_sign")
            if !reader.has("files") { reader.refuse("files", "is missing.") }
        }
        if !reader.has("recipients"), selfSign != true { reader.refuse("recipients", "is missing.") }
        reader.refuseOthers()
    }
}
