extension SignWell {
    /// The body of `POST /document_templates`.
    package struct TemplateRequest: Hashable, Sendable {
        package var settings: DocumentSettings
        package var files: [File]
        package var placeholders: [Placeholder]
        package var copiedPlaceholders: [Placeholder]
        /// One list for each file; a field's recipient is a placeholder.
        package var fields: [[Field]]
        /// Whether the template cannot be used yet; absent means false.
        package var draft: Bool?
        package var textTags: Bool?
        package var attachmentRequests: [AttachmentRequest]?
        package var checkboxGroups: [CheckboxGroup]?
    }

    /// A role of a template.
    package struct Placeholder: Hashable, Sendable {
        /// The sender's own id, which fields refer to; empty for a copied placeholder.
        package var id: String
        package var name: String
        package var recipientName: String?
        package var recipientEmail: String?

        init(reading reader: RequestReader, isCopied: Bool) {
            id = isCopied ? "" : reader.text("id") ?? ""
            name = reader.text("name") ?? ""
            recipientName = reader.text("preassigned_recipient_name")
            recipientEmail = reader.text("preassigned_recipient_email")
            if !isCopied, id.isEmpty { reader.refuse("id", "is missing.") }
            if name.isEmpty { reader.refuse("name", "is missing.") }
            reader.refuseOthers()
        }
    }

    /// The body of `PUT /document_templates/{id}`.
    package struct TemplateUpdate {
        package var settings: DocumentSettings
        package var draft: Bool?
        package var checkboxGroups: [CheckboxGroup]?

        package init(reading reader: RequestReader) {
            settings = DocumentSettings(
                reading: reader, TemplateRequest.settingKeys.subtracting(["language"]))
            draft = reader.flag("draft")
            checkboxGroups = reader.list("checkbox_groups", of: "checkbox_group")?.map {
                CheckboxGroup(reading: $0, person: $0.has("placeholder_id") ? "placeholder_id" : "recipient_id")
            }
            reader.refuseOthers()
        }
    }
}

extension SignWell.TemplateRequest {
    static let settingKeys: Set<String> = [
        "name", "subject", "message", "expires_in", "reminders", "apply_signing_order", "api_application_id",
        "redirect_url", "decline_redirect_url", "allow_decline", "allow_reassign", "language", "metadata", "labels",
    ]

    /// Reads a body. Problems are noted.
    package init(reading reader: RequestReader) {
        settings = SignWell.DocumentSettings(reading: reader, Self.settingKeys)
        files = (reader.list("files", of: "file") ?? []).map(SignWell.File.init(reading:))
        placeholders = (reader.list("placeholders", of: "placeholder") ?? []).map {
            SignWell.Placeholder(reading: $0, isCopied: false)
        }
        copiedPlaceholders = (reader.list("copied_placeholders", of: "copied_placeholder") ?? []).map {
            SignWell.Placeholder(reading: $0, isCopied: true)
        }
        fields = (reader.lists("fields", of: "file", of: "field") ?? []).map { list in
            list.map { SignWell.Field(reading: $0, person: Self.person($0)) }
        }
        draft = reader.flag("draft")
        textTags = reader.flag("text_tags")
        attachmentRequests = reader.list("attachment_requests", of: "attachment_request")?.map {
            SignWell.AttachmentRequest(reading: $0, person: Self.person($0))
        }
        checkboxGroups = reader.list("checkbox_groups", of: "checkbox_group")?.map {
            SignWell.CheckboxGroup(reading: $0, person: Self.person($0))
        }
        for key in ["files", "placeholders"] where !reader.has(key) { reader.refuse(key, "is missing.") }
        reader.refuseOthers()
    }

    /// The member that names the placeholder: clients write both.
    private static func person(_ reader: RequestReader) -> String {
        reader.has("recipient_id") ? "recipient_id" : "placeholder_id"
    }
}
