extension SignWell {
    /// A document in an answer. Times are ISO 8601 in UTC with seconds.
    public struct Document: Hashable, Sendable, Codable {
        public var id: String
        public var status: String
        public var name: String
        public var subject: String?
        public var message: String?
        public var testMode: Bool
        public var archived: Bool
        public var createdAt: String
        public var updatedAt: String
        public var expiresIn: Int?
        public var language: String?
        public var requesterEmailAddress: String?
        public var customRequesterName: String?
        public var customRequesterEmail: String?
        public var allowDecline: Bool
        public var allowReassign: Bool
        public var redirectURL: String?
        public var declineRedirectURL: String?
        public var reminders: Bool
        public var applySigningOrder: Bool
        public var apiApplicationID: String?
        public var embeddedSigning: Bool
        public var embeddedSigningNotifications: Bool
        public var embeddedEditURL: String?
        public var embeddedPreviewURL: String?
        public var declineMessage: String?
        public var errorMessage: String?
        public var templateID: String?
        public var templateIDs: [String]?
        public var metadata: [String: String]
        public var labels: [DocumentSettings.Label]
        public var files: [FileInfo]
        public var fields: [[FieldInfo]]
        public var recipients: [RecipientInfo]
        public var copiedContacts: [CopiedContact]
        public var checkboxGroups: [CheckboxGroup]
        public var attachmentRequests: [AttachmentRequest]

        /// A file in an answer.
        public struct FileInfo: Hashable, Sendable, Codable {
            public var name: String
            public var pagesNumber: Int

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
    public struct RecipientInfo: Hashable, Sendable, Codable {
        public var id: String
        public var name: String
        public var email: String
        /// `created`, `sent`, `viewed`, `completed`, `declined` or `bounced`.
        public var status: String
        public var subject: String?
        public var message: String?
        public var sendEmail: Bool?
        public var sendEmailDelay: Int?
        public var signingOrder: Int
        public var signingURL: String?
        /// Only for documents that are signed embedded.
        public var embeddedSigningURL: String?
        public var bounced: Bool?
        public var bouncedDetails: String?
        public var attachmentRequests: [AttachmentRequest]

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
    public struct FieldInfo: Hashable, Sendable, Codable {
        public var apiID: String
        public var type: FieldType
        public var x: Double
        public var y: Double
        public var page: Int
        public var width: String
        public var height: String
        public var required: Bool
        public var label: String?
        public var name: String?
        /// Text; a tick is `t`.
        public var value: String?
        public var validation: String?
        public var fixedWidth: Bool?
        public var lockSignDate: Bool?
        public var dateFormat: String?
        public var formula: String?
        public var recipientID: String?
        public var recipient: Person?
        /// Only in templates.
        public var placeholderName: String?
        public var signingElementsGroupID: String?
        public var options: [Field.Option]?
        public var defaultOption: String?
        public var allowOther: Bool?

        public struct Person: Hashable, Sendable, Codable {
            public var name: String
            public var email: String
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
