import Envelopes
import Foundation

extension SignWell {
    /// A template in an answer.
    public struct Template: Hashable, Sendable, Codable {
        public var id: String
        /// `Available`, or `Created` while its owner still works on it.
        public var status: String
        public var name: String
        public var subject: String?
        public var message: String?
        public var archived: Bool
        public var createdAt: String
        public var updatedAt: String
        public var expiresIn: Int?
        public var language: String?
        public var requesterEmailAddress: String?
        public var allowDecline: Bool
        public var allowReassign: Bool
        public var redirectURL: String?
        public var declineRedirectURL: String?
        public var reminders: Bool
        public var applySigningOrder: Bool
        public var apiApplicationID: String?
        /// The address of a page that makes documents from it; this service has none.
        public var templateLink: String?
        public var embeddedEditURL: String?
        public var metadata: [String: String]
        public var labels: [DocumentSettings.Label]
        public var files: [Document.FileInfo]
        public var fields: [[FieldInfo]]
        public var placeholders: [PlaceholderInfo]
        public var copiedPlaceholders: [PlaceholderInfo]
        public var checkboxGroups: [CheckboxGroup]
        public var attachmentRequests: [AttachmentRequest]

        private enum CodingKeys: String, CodingKey {
            case id, status, name, subject, message, archived, language, reminders, metadata, labels, files, fields
            case placeholders
            case createdAt = "created_at"
            case updatedAt = "updated_at"
            case expiresIn = "expires_in"
            case requesterEmailAddress = "requester_email_address"
            case allowDecline = "allow_decline"
            case allowReassign = "allow_reassign"
            case redirectURL = "redirect_url"
            case declineRedirectURL = "decline_redirect_url"
            case applySigningOrder = "apply_signing_order"
            case apiApplicationID = "api_application_id"
            case templateLink = "template_link"
            case embeddedEditURL = "embedded_edit_url"
            case copiedPlaceholders = "copied_placeholders"
            case checkboxGroups = "checkbox_groups"
            case attachmentRequests = "attachment_requests"
        }
    }

    /// A role of a template in an answer.
    public struct PlaceholderInfo: Hashable, Sendable, Codable {
        public var id: String
        public var name: String
        public var subject: String?
        public var message: String?
        public var preassignedRecipientName: String?
        public var preassignedRecipientEmail: String?
        public var signingOrder: Int?
        public var attachmentRequests: [AttachmentRequest]

        private enum CodingKeys: String, CodingKey {
            case id, name, subject, message
            case preassignedRecipientName = "preassigned_recipient_name"
            case preassignedRecipientEmail = "preassigned_recipient_email"
            case signingOrder = "signing_order"
            case attachmentRequests = "attachment_requests"
        }
    }
}

extension SignWell.Template {
    /// An answer about a template.
    package init(_ template: Template, standard: NotificationSettings) {
        let notification = template.notification ?? standard
        let options = template.options
        let settings = SignWell.DocumentSettings(template)
        id = template.id.rawValue
        status = template.isDraft ? "Created" : "Available"
        name = template.name
        subject = settings.subject
        message = settings.message
        archived = false
        createdAt = SignWell.time(template.createdAt)
        updatedAt = SignWell.time(template.lastModifiedAt)
        expiresIn = notification.expiry?.after
        language = settings.language ?? "en"
        requesterEmailAddress = template.owner.email
        allowDecline = options.allowsDeclining
        allowReassign = template.allowsReassigning
        redirectURL = options.signedAddress
        declineRedirectURL = options.declinedAddress
        reminders = notification.reminders != nil
        applySigningOrder = settings.applySigningOrder ?? false
        apiApplicationID = options.applicationID
        metadata = settings.metadata ?? [:]
        labels = options.labels.map { SignWell.DocumentSettings.Label($0, account: template.accountID) }
        let documents = template.documents.sorted { $0.order < $1.order }
        files = documents.map { .init(name: $0.name, pagesNumber: $0.pages.count) }
        let roles = Dictionary(
            template.recipients.map { ($0.id, $0.roleName) }, uniquingKeysWith: { first, _ in first })
        fields = documents.map { document in
            template.tabs.filter { $0.documentID == document.id }.compactMap { tab in
                var field = SignWell.FieldInfo(tab, value: tab.value)
                field?.placeholderName = roles[tab.recipientID]
                return field
            }
        }
        placeholders = template.recipients.filter(\.recipient.acts).map { SignWell.PlaceholderInfo($0, in: template) }
        copiedPlaceholders = template.recipients.filter { !$0.recipient.acts }.map {
            SignWell.PlaceholderInfo($0, in: template)
        }
        checkboxGroups = template.tabGroups.map { group in
            SignWell.CheckboxGroup(
                group, in: template.tabs,
                id: DerivedGUID.text(of: "\(template.id)/checkboxGroup/\(group.recipientID)/\(group.label)"))
        }
        attachmentRequests = SignWell.AttachmentRequest.all(in: template.tabs)
    }
}

extension SignWell.PlaceholderInfo {
    init(_ role: TemplateRecipient, in template: Template) {
        self.init(
            id: role.id.rawValue, name: role.roleName, subject: role.recipient.emailNotification?.subject,
            message: role.recipient.emailNotification?.body,
            preassignedRecipientName: role.recipient.name.nonEmpty,
            preassignedRecipientEmail: role.recipient.email.nonEmpty,
            signingOrder: role.recipient.acts ? role.recipient.routingOrder : nil,
            attachmentRequests: SignWell.AttachmentRequest.all(in: template.tabs, of: role.id))
    }
}
