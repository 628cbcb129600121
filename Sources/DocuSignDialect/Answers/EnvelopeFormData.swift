import Envelopes

extension Wire {
    /// The answer to `GET …/form_data`: what stands in the tabs that hold a value.
    package struct EnvelopeFormData: Codable, Hashable, Sendable {
        package var envelopeId: String
        package var status: String
        package var emailSubject: String
        package var sentDateTime: String?
        package var formData: [FormDataItem]
        package var recipientFormData: [RecipientFormData]

        package init(_ envelope: Envelopes.Envelope) {
            envelopeId = envelope.id.rawValue
            status = envelope.status.rawValue
            emailSubject = envelope.emailSubject
            sentDateTime = envelope.sentAt.map(WireDate.text)
            recipientFormData = envelope.recipients.filter(\.signs).map { RecipientFormData($0, in: envelope) }
            formData = recipientFormData.flatMap(\.formData)
        }
    }

    package struct RecipientFormData: Codable, Hashable, Sendable {
        package var recipientId: String
        package var name: String
        package var email: String
        package var sentTime: String?
        package var deliveredTime: String?
        package var signedTime: String?
        package var declinedTime: String?
        package var formData: [FormDataItem]

        init(_ recipient: Recipient, in envelope: Envelopes.Envelope) {
            let state = envelope.state(of: recipient.id)
            recipientId = recipient.id.rawValue
            name = recipient.name
            email = recipient.email
            sentTime = state?.sentAt.map(WireDate.text)
            deliveredTime = state?.deliveredAt.map(WireDate.text)
            signedTime = state?.signedAt.map(WireDate.text)
            declinedTime = state?.declinedAt.map(WireDate.text)
            formData = FormDataItem.all(of: recipient.id, in: envelope)
        }

        private enum CodingKeys: String, CodingKey {
            case recipientId, name, email, formData
            case sentTime = "SentTime"
            case deliveredTime = "DeliveredTime"
            case signedTime = "SignedTime"
            case declinedTime = "DeclinedTime"
        }
    }

    /// The value of a tab, or of a radio group.
    package struct FormDataItem: Codable, Hashable, Sendable {
        package var name: String
        package var value: String
        package var originalValue: String
        package var listSelectedValue: String?

        static func all(of recipient: RecipientID, in envelope: Envelopes.Envelope) -> [FormDataItem] {
            let shown = envelope.shownTabs(of: recipient)
            func value(_ tab: Envelopes.EnvelopeTab) -> String? {
                shown.contains(tab.id) ? envelope.value(of: tab) : envelope.hiddenValue(of: tab)
            }
            var groups: Set<String> = []
            return envelope.tabs(of: recipient).compactMap { tab in
                guard !tab.kind.isArtwork else { return nil }
                guard tab.kind == .radio else {
                    let given = value(tab) ?? (tab.kind == .checkbox ? "false" : "")
                    return FormDataItem(
                        name: tab.label, value: given, originalValue: tab.value ?? "",
                        listSelectedValue: tab.kind == .list ? given : nil)
                }
                guard let group = tab.choice?.group, groups.insert(group).inserted else { return nil }
                let buttons = envelope.buttons(with: tab)
                return FormDataItem(
                    name: group, value: buttons.first { value($0) == "true" }?.choice?.value ?? "",
                    originalValue: buttons.first { $0.value == "true" }?.choice?.value ?? "")
            }
        }
    }
}
