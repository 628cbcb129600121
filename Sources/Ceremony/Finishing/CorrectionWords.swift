import Envelopes
import Words

/// What a correction changed, as a list for a sentence.
struct CorrectionWords {
    private let say: CertificateWords

    init(_ say: CertificateWords) {
        self.say = say
    }

    /// Returns the changes in reading order: people with their addresses, documents, fields, the rest.
    func changes(_ correction: Correction) -> [String] {
        func named(_ key: EventText, _ name: String) -> String { say.event(key, ["name": .text(name)]) }
        var changes = correction.recipients.map { recipient in
            named(.changeRecipient, recipient.name + (recipient.email.isEmpty ? "" : " (\(recipient.email))"))
        }
        changes += correction.removedRecipients.map { named(.changeRecipientRemoved, $0.rawValue) }
        changes += correction.documents.map { named(.changeDocument, say.quoted($0.name)) }
        changes += correction.removedDocuments.map { named(.changeDocumentRemoved, $0.rawValue) }
        if !correction.tabs.isEmpty { changes.append(say.event(.changeFields, count: correction.tabs.count)) }
        if !correction.removedTabs.isEmpty {
            changes.append(say.event(.changeFieldsRemoved, count: correction.removedTabs.count))
        }
        let cleared = correction.cleared
        let rest: [(EventText, Bool)] = [
            (.changeCheckboxes, !correction.tabGroups.isEmpty),
            (.changeSubject, correction.emailSubject != nil),
            (.changeMessage, correction.emailBlurb != nil || cleared.contains(.emailBlurb)),
            (.changeReminders, correction.notification != nil || cleared.contains(.notification)),
            (.changeCustomFields, correction.customFields != nil),
            (.changeReplies, correction.replyTo != nil || cleared.contains(.replyTo)),
            (
                .changeSettings,
                correction.options != nil || correction.sender != nil || correction.allowsReassigning != nil
            ),
        ]
        return changes + rest.filter(\.1).map { say.event($0.0) }
    }
}
