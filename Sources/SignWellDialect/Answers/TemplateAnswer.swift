import Envelopes
import Foundation

extension SignWell {
    /// A template in an answer.
    package struct Template: Hashable, Sendable, Codable {
        package var id: String
        /// `Available`, or `Created` while its owner still works on it.
        package var status: String
        package var name: String
        package var subject: String?
        package var message: String?
        package var archived: Bool
        package var createdAt: String
        package var updatedAt: String
        package var expiresIn: Int?
        package var language: String?
        package var requesterEmailAddress: String?
        package var allowDecline: Bool
        package var allowReassign: Bool
        package var redirectURL: String?
        package var declineRedirectURL: String?
        package var reminders: Bool
        package var applySigningOrder: Bool
        package var apiApplicationID: String?
        /// The address of a page that makes documents from it; this service has none.
        package var templateLink: String?
        package var embeddedEditURL: String?
        package var metadata: [String: String]
        package var labels: [DocumentSettings.Label]
        package var files: [Document.FileInfo]
        package var fields: [[FieldInfo]]
        package var placeholders: [PlaceholderInfo]
        package var copiedPlaceholders: [PlaceholderInfo]
        package var checkboxGroups: [CheckboxGroup]
        package var attachmentRequests: [AttachmentRequest]

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
    package struct PlaceholderInfo: Hashable, Sendable, Codable {
        package var id: String
        package var name: String
        package var subject: String?
        package var message: String?
        package var preassignedRecipientName: String?
        package var preassignedRecipientEmail: String?
        package var signingOrder: Int?
        package var attachmentRequests: [AttachmentRequest]

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
