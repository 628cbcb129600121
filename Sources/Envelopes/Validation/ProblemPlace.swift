/// The part of a definition that a problem is about.
public enum ProblemPlace: Hashable, Sendable {
    // The envelope's own texts and numbers
    case emailSubject, emailBlurb, title, transactionID
    /// The name, or the address, for replies.
    case replyToName, replyToEmail
    /// One of the labels.
    case label
    /// The address that a browser opens after an act.
    case signedAddress, declinedAddress
    /// Days of reminders and of expiry.
    case reminderDelay, reminderDays, reminderFrequency, expiry, expiryWarning
    /// The URL of an event notification.
    case notificationURL
    /// The name of the person who takes over somebody's part.
    case newPersonName

    // The envelope's lists
    case documents, recipients, tabs, tabGroups, customFields, eventNotifications, labels, templates, workflowSteps

    // Parts of the lists
    case document(DocumentID, DocumentMember)
    case recipient(RecipientID, RecipientMember)
    case tab(EnvelopeTab, TabMember)
    case tabGroup(TabGroup, TabGroupMember)
    /// A group of radio buttons of a recipient.
    case radioGroup(String, RecipientID)
    case customField(id: String, name: String, CustomFieldMember)
    /// The pause before a routing order; `nil` for the one before sending.
    case workflowStep(Int?)

    /// A member of a document.
    public enum DocumentMember: Hashable, Sendable {
        case id, name, pages
        /// The places that are covered.
        case covered
        /// The texts that the sender keeps with the document.
        case fields
        case fieldName
        /// The value of the field with a name.
        case fieldValue(String)
    }

    /// A member of a recipient.
    public enum RecipientMember: Hashable, Sendable {
        case id, name, email, routingOrder, clientUserID, note, host, hostName, hostEmail
        /// The recipient's own message.
        case mailSubject, mailText, language
        /// The wait of the first message.
        case mailDelay
        /// The documents that are hidden from the recipient.
        case excludedDocuments
        case offlineAttribute
    }

    /// A member of a tab.
    public enum TabMember: Hashable, Sendable {
        case id, label, clientID, tooltip, document, recipient, page, position, size, fontSize, maxLength, value
        /// The rule for a text, or the form of a date.
        case form
        case radioGroup, radioValue
        case options, optionText, optionValue
        case parentLabel, parentValue
        case tabGroup
    }

    /// A member of a group of checkboxes.
    public enum TabGroupMember: Hashable, Sendable {
        case label, message, rule
    }

    /// A member of a custom field.
    public enum CustomFieldMember: Hashable, Sendable {
        case id, name, value, item
    }
}

/// The names of places in English sentences.
extension ProblemPlace {
    /// A text or a number, as a sentence begins: `The name of recipient 2`.
    var subject: String {
        switch self {
        case .emailSubject: "The e-mail subject"
        case .emailBlurb: "The e-mail text"
        case .title: "The title"
        case .transactionID: "The transaction id"
        case .replyToName: "The name for replies"
        case .replyToEmail: "The e-mail address for replies"
        case .label: "A label"
        case .signedAddress: "The address after signing"
        case .declinedAddress: "The address after declining"
        case .reminderDelay: "The days before the first reminder"
        case .reminderDays: "The days of reminders"
        case .reminderFrequency: "The days from one reminder to the next"
        case .expiry: "The days until the envelope expires"
        case .expiryWarning: "The days of warning before the envelope expires"
        case .notificationURL: "The URL of an event notification"
        case .newPersonName: "The name of the new person"
        case .document(let id, let member): Self.subject(of: member, id)
        case .recipient(let id, let member): Self.subject(of: member, id)
        case .tab(let tab, let member): Self.subject(of: member, tab)
        case .tabGroup(_, .label): "The label of a tab group"
        case .tabGroup(let group, .message): "The message of the tab group “\(group.label)”"
        case .tabGroup(let group, .rule): "The tab group “\(group.label)”"
        case .radioGroup(let group, let id): "The radio group “\(group)” of recipient \(id)"
        case .customField(let id, let name, let member): Self.subject(of: member, id: id, name: name)
        case .workflowStep(let order?): "The pause before the routing order \(order)"
        case .workflowStep(nil): "The pause before sending"
        case .documents, .recipients, .tabs, .tabGroups, .customFields, .eventNotifications, .labels, .templates,
            .workflowSteps:
            "The envelope's \(items)"
        }
    }

    /// The members of a list, as a sentence goes on: `fields of document 1`.
    var items: String {
        switch self {
        case .documents: "documents"
        case .recipients: "recipients"
        case .tabs: "tabs"
        case .tabGroups: "tab groups"
        case .customFields: "custom fields"
        case .eventNotifications: "event notifications"
        case .labels: "labels"
        case .templates: "templates"
        case .workflowSteps: "workflow steps"
        case .document(let id, .covered): "covered places of document \(id)"
        case .document(let id, .fields): "fields of document \(id)"
        case .recipient(_, .excludedDocuments): "excluded documents of one recipient"
        case .tab(let tab, .options): "options in the list “\(tab.label)”"
        default: subject
        }
    }

    private static func subject(of member: DocumentMember, _ id: DocumentID) -> String {
        switch member {
        case .id: "The document id"
        case .name: "The name of document \(id)"
        case .pages: "The pages of document \(id)"
        case .covered: "The covered places of document \(id)"
        case .fields: "The fields of document \(id)"
        case .fieldName: "The name of a field of document \(id)"
        case .fieldValue(let name): "The value of the document field “\(name)”"
        }
    }

    private static func subject(of member: RecipientMember, _ id: RecipientID) -> String {
        switch member {
        case .id: "The recipient id"
        case .name: "The name of recipient \(id)"
        case .email: "The e-mail address of recipient \(id)"
        case .routingOrder: "The routing order of recipient \(id)"
        case .clientUserID: "The client user id of recipient \(id)"
        case .note: "The note to recipient \(id)"
        case .host: "The host of recipient \(id)"
        case .hostName: "The name of recipient \(id)'s host"
        case .hostEmail: "The e-mail address of recipient \(id)'s host"
        case .mailSubject: "The e-mail subject for recipient \(id)"
        case .mailText: "The e-mail text for recipient \(id)"
        case .language: "The language of recipient \(id)"
        case .mailDelay: "The delay of recipient \(id)'s message"
        case .excludedDocuments: "The documents that recipient \(id) is not to see"
        case .offlineAttribute: "An offline attribute of recipient \(id)"
        }
    }

    private static func subject(of member: TabMember, _ tab: EnvelopeTab) -> String {
        switch member {
        case .id: "The id of the tab “\(tab.label)”"
        case .label: "The label of the \(tab.kind.name) tab \(tab.id)"
        case .clientID: "The id that the sender gave the tab “\(tab.label)”"
        case .tooltip: "The tooltip of the tab “\(tab.label)”"
        case .document: "The document of the tab “\(tab.label)”"
        case .recipient: "The recipient of the tab “\(tab.label)”"
        case .page: "The page of the tab “\(tab.label)”"
        case .position: "The position of the tab “\(tab.label)”"
        case .size: "The size of the tab “\(tab.label)”"
        case .fontSize: "The font size of the tab “\(tab.label)”"
        case .maxLength: "The maximum length of the tab “\(tab.label)”"
        case .value: "The value of the \(tab.kind.name) tab “\(tab.label)”"
        case .form: "The form of the tab “\(tab.label)”"
        case .radioGroup: "The group of the radio tab “\(tab.label)”"
        case .radioValue: "The value of the radio tab “\(tab.label)”"
        case .options: "The options of the list “\(tab.label)”"
        case .optionText: "An option of the list “\(tab.label)”"
        case .optionValue: "The value of an option of the list “\(tab.label)”"
        case .parentLabel: "The parent label of the tab “\(tab.label)”"
        case .parentValue: "The parent value of the tab “\(tab.label)”"
        case .tabGroup: "The tab group of the tab “\(tab.label)”"
        }
    }

    private static func subject(of member: CustomFieldMember, id: String, name: String) -> String {
        switch member {
        case .id: "The id of a custom field"
        case .name: "The name of custom field \(id)"
        case .value: "The value of custom field “\(name)”"
        case .item: "An item of custom field “\(name)”"
        }
    }
}
