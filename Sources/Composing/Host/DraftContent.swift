import Envelopes
import Essentials

extension ComposingPart {
    /// Puts this part of a definition back as it was.
    func restore(in definition: inout EnvelopeDefinition, from before: EnvelopeDefinition) {
        switch self {
        case .documents: definition.documents = before.documents
        case .recipients: definition.recipients = before.recipients
        case .fields: definition.tabs = before.tabs
        case .message:
            definition.emailSubject = before.emailSubject
            definition.emailBlurb = before.emailBlurb
            definition.notification = before.notification
        }
    }
}

/// The part of a draft that the page changes.
struct DraftContent: Codable {
    /// A document's place in the list is its order.
    struct Document: Codable {
        let id: DocumentID
        let name: String
    }

    /// A recipient as in events, but for the access code, which the page never gets: `code` is `true` if there is one,
    /// or a new one as text.
    struct Person: Codable {
        enum Code: Hashable {
            case none, kept
            case new(String)
        }

        let recipient: Recipient
        let code: Code

        private enum CodingKeys: String, CodingKey {
            case code
        }

        init(_ recipient: Recipient) {
            var shown = recipient
            shown.accessCode = nil
            self.recipient = shown
            code = recipient.accessCode == nil ? .none : .kept
        }

        /// A new recipient, whose code the draft does not have.
        init(withoutCode recipient: Recipient) {
            var shown = recipient
            shown.accessCode = nil
            self.recipient = shown
            code = .none
        }

        init(from decoder: any Decoder) throws {
            var recipient = try Recipient(from: decoder)
            recipient.accessCode = nil
            self.recipient = recipient
            let members = try decoder.container(keyedBy: CodingKeys.self)
            if let text = try? members.decodeIfPresent(String.self, forKey: .code) {
                code = text.isEmpty ? .none : .new(text)
            } else {
                code = try members.decodeIfPresent(Bool.self, forKey: .code) == true ? .kept : .none
            }
        }

        func encode(to encoder: any Encoder) throws {
            try recipient.encode(to: encoder)
            var members = encoder.container(keyedBy: CodingKeys.self)
            if code == .kept { try members.encode(true, forKey: .code) }
        }
    }

    let emailSubject: String
    let emailBlurb: String?
    let notification: NotificationSettings?
    let documents: [Document]
    let recipients: [Person]
    let tabs: [EnvelopeTab]

    init(_ definition: EnvelopeDefinition) {
        emailSubject = definition.emailSubject
        emailBlurb = definition.emailBlurb
        notification = definition.notification
        documents = definition.documents.sorted { $0.order < $1.order }.map { Document(id: $0.id, name: $0.name) }
        recipients = definition.recipients.map { Person($0) }
        tabs = definition.tabs
    }

    /// The access codes that the sender has typed, in clear.
    var newCodes: [RecipientID: String] {
        let codes = recipients.compactMap { person in
            if case .new(let code) = person.code { (person.recipient.id, code) } else { nil }
        }
        return Dictionary(codes, uniquingKeysWith: { _, last in last })
    }

    /// Returns the definition with this content.
    ///
    /// - Parameters:
    ///   - files: the documents that it may name
    ///   - newSalt: returns a random text for an access code
    /// - Throws: ``DraftError/malformed`` if it names another document
    func definition(
        of draft: Draft, newSalt: () -> String
    ) throws(DraftError) -> EnvelopeDefinition {
        var definition = draft.definition
        definition.emailSubject = emailSubject
        definition.emailBlurb = emailBlurb.flatMap { $0.isEmpty ? nil : $0 }
        definition.notification = notification
        let files = Dictionary(draft.files.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
        var documents: [EnvelopeDocument] = []
        for (index, document) in self.documents.enumerated() {
            guard var file = files[document.id] else { throw .malformed }
            file.name = document.name
            file.order = index + 1
            documents.append(file)
        }
        definition.documents = documents
        let before = Dictionary(
            draft.definition.recipients.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for case .new(let code) in recipients.map(\.code)
        where TextRules.isLonger(code, than: DraftLimits.code) || TextRules.holdsControlCharacter(code) {
            throw .malformed
        }
        definition.recipients = recipients.map { person in
            var recipient = person.recipient
            let old = before[recipient.id]?.accessCode
            switch person.code {
            case .none: recipient.accessCode = nil
            case .kept: recipient.accessCode = old
            case .new(let code):
                recipient.accessCode = old?.matches(code) == true ? old : AccessCode(code, salt: newSalt())
            }
            return recipient
        }
        definition.tabs = tabs
        return definition
    }
}
