import Envelopes
import Essentials
import Foundation

extension Wire.EnvelopeDefinition {
    /// Whether to send the envelope at once.
    ///
    /// - Throws: ``APIError`` `INVALID_REQUEST_PARAMETER` for a status other than `created` and `sent`
    package func isSentAtOnce() throws(APIError) -> Bool {
        switch status?.lowercased() {
        case nil, "created": return false
        case "sent": return true
        default: throw APIError(.invalidRequestParameter, "status can only be created or sent.")
        }
    }

    /// Returns the definition for the domain, which validates it. This function rejects only what the domain cannot
    /// express.
    ///
    /// - Parameters:
    ///   - documents: the documents from ``receivedDocuments()``, with their pages
    ///   - newTabID: returns a new id for each tab; ids in the request are ignored
    ///   - notification: the account's settings, for what the request leaves open
    ///   - newSalt: returns a random text for each access code, which is stored as a salted hash
    /// - Throws: ``APIError`` naming the missing or invalid member
    package func definition(
        accountID: String, sender: Sender, documents: [Envelopes.EnvelopeDocument], newTabID: @escaping () -> TabID,
        notification account: NotificationSettings = .standard,
        newSalt: @escaping () -> String = { UUID.random().uuidString }
    ) throws(APIError) -> Envelopes.EnvelopeDefinition {
        var parts = RecipientParts(newTabID: newTabID, newSalt: newSalt)
        try parts.add(self.recipients)
        var definition = Envelopes.EnvelopeDefinition(
            accountID: accountID, sender: sender, emailSubject: emailSubject ?? "", emailBlurb: emailBlurb,
            documents: documents, recipients: parts.recipients, tabs: parts.tabs, tabGroups: parts.tabGroups,
            notification: notification?.settings(account), customFields: customFields?.fields() ?? [],
            transactionID: transactionId, allowsReassigning: allowReassign ?? false)
        definition.enforcesVisibility = enforceSignerVisibility ?? false
        definition.workflow = workflow?.workflow
        try definition.checkDialectLimits(whenSending: try isSentAtOnce())
        return definition
    }

    /// The URLs to call at events of the envelope.
    package var notifications: [ConnectNotification] { (eventNotifications ?? []).map(\.notification) }
}

extension Wire.CustomFields {
    package init(_ fields: [CustomField]) {
        self.init(
            textCustomFields: fields.filter { $0.items == nil }.map {
                Wire.TextCustomField(
                    fieldId: $0.id, name: $0.name, value: $0.value, show: $0.show, required: $0.required)
            },
            listCustomFields: fields.filter { $0.items != nil }.map {
                Wire.ListCustomField(
                    fieldId: $0.id, name: $0.name, value: $0.value, listItems: $0.items, show: $0.show,
                    required: $0.required)
            })
    }

    /// Returns the fields. A field without an id gets its position as its id, or the next free number.
    func fields() -> [CustomField] {
        let texts = textCustomFields ?? []
        let lists = listCustomFields ?? []
        var taken = Set((texts.map(\.fieldId) + lists.map(\.fieldId)).compactMap(\.self))
        func id(_ given: String?, _ place: Int) -> String {
            if let given { return given }
            var number = place
            while !taken.insert(String(number)).inserted { number += 1 }
            return String(number)
        }
        let free = texts.enumerated().map { index, field in
            CustomField(
                id: id(field.fieldId, index + 1), name: field.name ?? "", value: field.value ?? "",
                show: field.show ?? false, required: field.required ?? false)
        }
        let listed = lists.enumerated().map { index, field in
            CustomField(
                id: id(field.fieldId, texts.count + index + 1), name: field.name ?? "",
                value: field.value ?? "", show: field.show ?? false, required: field.required ?? false,
                items: field.listItems ?? [])
        }
        return free + listed
    }
}
