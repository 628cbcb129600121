import Envelopes
import Foundation

extension Wire.EnvelopeDefinition {
    /// Whether the envelope is to be sent at once.
    ///
    /// - Throws: ``APIError`` `INVALID_REQUEST_PARAMETER` for a status that is neither `created` nor `sent`.
    public func isSentAtOnce() throws(APIError) -> Bool {
        switch status?.lowercased() {
        case nil, "created": return false
        case "sent": return true
        default: throw APIError(.invalidRequestParameter, "status can only be created or sent.")
        }
    }

    /// The definition for the domain, which judges it: here only what the domain cannot express is refused.
    ///
    /// - Parameters:
    ///   - documents: what ``receivedDocuments()`` gave, with their pages.
    ///   - newTabID: draws an id for each tab; ids in the request are not taken.
    /// - Throws: ``APIError`` naming the member that is missing or wrong.
    public func definition(
        accountID: String, sender: Sender, documents: [Envelopes.Document], newTabID: () -> TabID
    ) throws(APIError) -> Envelopes.EnvelopeDefinition {
        var recipients: [Recipient] = []
        var tabs: [Envelopes.Tab] = []
        for (index, signer) in (self.recipients?.signers ?? []).enumerated() {
            let place = "recipients.signers[\(index)]"
            guard let id = signer.recipientId else {
                throw APIError(.invalidRecipientID, "\(place).recipientId is missing.")
            }
            let recipient = Recipient(
                id: RecipientID(id), name: signer.name ?? "", email: signer.email ?? "",
                routingOrder: signer.routingOrder ?? 1, clientUserID: signer.clientUserId, note: signer.note)
            recipients.append(recipient)
            for kind in TabKind.allCases {
                for (number, tab) in (signer.tabs?[kind] ?? []).enumerated() {
                    let path = "\(place).tabs.\(kind.listName.stringValue)[\(number)]"
                    tabs.append(try tab.tab(of: kind, for: recipient.id, id: newTabID(), at: path))
                }
            }
        }
        return Envelopes.EnvelopeDefinition(
            accountID: accountID, sender: sender, emailSubject: emailSubject ?? "", emailBlurb: emailBlurb,
            documents: documents, recipients: recipients, tabs: tabs, customFields: customFields?.fields() ?? [],
            transactionID: transactionId)
    }
}

extension Wire.CustomFields {
    init(_ fields: [CustomField]) {
        self.init(
            textCustomFields: fields.map {
                Wire.TextCustomField(
                    fieldId: $0.id, name: $0.name, value: $0.value, show: $0.show, required: $0.required)
            })
    }

    func fields() -> [CustomField] {
        (textCustomFields ?? []).enumerated().map { index, field in
            CustomField(
                id: field.fieldId ?? String(index + 1), name: field.name ?? "", value: field.value ?? "",
                show: field.show ?? false, required: field.required ?? false)
        }
    }
}
