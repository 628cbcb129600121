import Envelopes

/// The draft on this device as the composing page changes it. Unlike an ``EnvelopeDraft`` it knows the pages of its
/// documents, so a change reads no file.
struct ComposedDraft: Codable, Sendable, Hashable {
    /// The envelope's id.
    let id: EnvelopeID
    /// The name that the app gave it; empty for none.
    var name: String
    var definition: EnvelopeDefinition
    /// Every document that it has or had.
    var files: [EnvelopeDocument]
    /// Counts the changes.
    var version: Int
    /// What it was when it was last saved on purpose; `nil` if it never was.
    var saved: EnvelopeDefinition?
    /// Access codes in clear, by recipients; the definition has their hashes.
    var codes: [String: String] = [:]

    /// An empty draft.
    init(id: EnvelopeID, accountID: String, sender: Sender) {
        self.id = id
        name = ""
        definition = EnvelopeDefinition(
            accountID: accountID, sender: sender, emailSubject: "", documents: [], recipients: [], tabs: [],
            transactionID: id.rawValue)
        files = []
        version = 1
    }

    /// A draft that an app has composed.
    init(_ draft: EnvelopeDraft, accountID: String, sender: Sender, version: Int) {
        let check = DraftCheck(draft: draft, accountID: accountID, sender: sender, sending: false, fonts: nil)
        id = draft.id
        name = draft.name
        definition = check.definition
        files = definition.documents
        self.version = version
        saved = definition
    }

    /// Whether nothing has been entered.
    var isBlank: Bool {
        definition.documents.isEmpty && definition.recipients.isEmpty && definition.emailSubject.isEmpty
            && definition.emailBlurb == nil
    }

    /// The draft as an app reads it, without its documents.
    var parts: EnvelopeDraft {
        let subject = definition.emailSubject
        var draft = EnvelopeDraft(
            name.isEmpty ? subject : name, subject: subject, message: definition.emailBlurb, id: id,
            recipients: definition.recipients.map { recipient in
                RecipientDraft(
                    recipient,
                    tabs: definition.tabs.filter { $0.recipientID == recipient.id }.map { TabDraft($0) },
                    groups: definition.tabGroups.filter { $0.recipientID == recipient.id })
            }, customFields: definition.customFields)
        draft.notification = definition.notification
        return draft
    }
}
