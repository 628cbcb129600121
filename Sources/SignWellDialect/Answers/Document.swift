extension SignWell {
    /// A document in an answer. Times are ISO 8601 in UTC with seconds.
    package struct Document: Hashable, Sendable, Codable {
        package var id: String
        package var status: String
        package var name: String
        package var subject: String?
        package var message: String?
        package var testMode: Bool
        package var archived: Bool
        package var createdAt: String
        package var updatedAt: String
        package var expiresIn: Int?
        package var language: String?
        package var requesterEmailAddress: String?
        package var customRequesterName: String?
        package var customRequesterEmail: String?
        package var allowDecline: Bool
        package var allowReassign: Bool
        package var redirectURL: String?
        package var declineRedirectURL: String?
        package var reminders: Bool
        package var applySigningOrder: Bool
        package var apiApplicationID: String?
        package var embeddedSigning: Bool
        package var embeddedSigningNotifications: Bool
        package var embeddedEditURL: String?
        package var embeddedPreviewURL: String?
        package var declineMessage: String?
        package var errorMessage: String?
        package var templateID: String?
        package var templateIDs: [String]?
        package var metadata: [String: String]
        package var labels: [DocumentSettings.Label]
        package var files: [FileInfo]
        package var fields: [[FieldInfo]]
        package var recipients: [RecipientInfo]
        package var copiedContacts: [CopiedContact]
        package var checkboxGroups: [CheckboxGroup]
        package var attachmentRequests: [AttachmentRequest]

        /// A file in an answer.
        package struct FileInfo: Hashable, Sendable, Codable {
            package var name: String
            package var pagesNumber: Int

            private enum CodingKeys: String, CodingKey {
                case name
                case pagesNumber = "pages_number"
            }
        }

        private enum CodingKeys: String, CodingKey {
            case id, status, name, subject, message, archived, language, reminders, metadata, labels, files, fields
            case recipients
            case testMode = "test_mode"
            case createdAt = "created_at"
            case updatedAt = "updated_at"
            case expiresIn = "expires_in"
            case requesterEmailAddress = "requester_email_address"
            case customRequesterName = "custom_requester_name"
            case customRequesterEmail = "custom_requester_email"
            case allowDecline = "allow_decline"
            case allowReassign = "allow_reassign"
            case redirectURL = "redirect_url"
            case declineRedirectURL = "decline_redirect_url"
            case applySigningOrder = "apply_signing_order"
            case apiApplicationID = "api_application_id"
            case embeddedSigning = "embedded_signing"
            case embeddedSigningNotifications = "embedded_signing_notifications"
            case embeddedEditURL = "embedded_edit_url"
            case embeddedPreviewURL = "embedded_preview_url"
            case declineMessage = "decline_message"
            case errorMessage = "error_message"
            case templateID = "template_id"
            case templateIDs = "template_ids"
            case copiedContacts = "copied_contacts"
            case checkboxGroups = "checkbox_groups"
            case attachmentRequests = "attachment_requests"
        }
    }

    /// A recipient in an answer.
    package struct RecipientInfo: Hashable, Sendable, Codable {
        package var id: String
        package var name: String
        package var email: String
        /// `created`, `sent`, `viewed`, `completed`, `declined` or `bounced`.
        package var status: String
        package var subject: String?
        package var message: String?
        package var sendEmail: Bool?
        package var sendEmailDelay: Int?
        package var signingOrder: Int
        package var signingURL: String?
        /// Only for documents that are signed embedded.
        package var embeddedSigningURL: String?
        package var bounced: Bool?
        package var bouncedDetails: String?
        package var attachmentRequests: [AttachmentRequest]

        private enum CodingKeys: String, CodingKey {
            case id, name, email, status, subject, message, bounced
            case sendEmail = "send_email"
            case sendEmailDelay = "send_email_delay"
            case signingOrder = "signing_order"
            case signingURL = "signing_url"
            case embeddedSigningURL = "embedded_signing_url"
            case bouncedDetails = "bounced_details"
            case attachmentRequests = "attachment_requests"
        }
    }

    /// A field in an answer. Sizes are texts such as `32.0`, positions numbers; both are in pixels.
    package struct FieldInfo: Hashable, Sendable, Codable {
        package var apiID: String
        package var type: FieldType
        package var x: Double
        package var y: Double
        package var page: Int
        package var width: String
        package var height: String
        package var required: Bool
        package var label: String?
        package var name: String?
        /// Text; a tick is `t`.
        package var value: String?
        package var validation: String?
        package var fixedWidth: Bool?
        package var lockSignDate: Bool?
        package var dateFormat: String?
        package var formula: String?
        package var recipientID: String?
        package var recipient: Person?
        /// Only in templates.
        package var placeholderName: String?
        package var signingElementsGroupID: String?
        package var options: [Field.Option]?
        package var defaultOption: String?
        package var allowOther: Bool?

        package struct Person: Hashable, Sendable, Codable {
            package var name: String
            package var email: String
        }

        private enum CodingKeys: String, CodingKey {
            case type, x, y, page, width, height, required, label, name, value, validation, formula, recipient, options
            case apiID = "api_id"
            case fixedWidth = "fixed_width"
            case lockSignDate = "lock_sign_date"
            case dateFormat = "date_format"
            case recipientID = "recipient_id"
            case placeholderName = "placeholder_name"
            case signingElementsGroupID = "signing_elements_group_id"
            case defaultOption = "default_option"
            case allowOther = "allow_other"
        }
    }
}
