extension EnvelopeDefinition {
    /// Returns the definition after a correction. Checks nothing.
    package func corrected(by correction: Correction) -> EnvelopeDefinition {
        var new = self
        new.recipients.replace(with: correction.recipients, by: \.id)
        new.documents.replace(with: correction.documents, by: \.id)
        new.tabs.replace(with: correction.tabs, by: \.id)
        new.recipients.removeAll { correction.removedRecipients.contains($0.id) }
        new.documents.removeAll { correction.removedDocuments.contains($0.id) }
        new.tabs.removeAll {
            correction.removedTabs.contains($0.id) || correction.removedRecipients.contains($0.recipientID)
                || correction.removedDocuments.contains($0.documentID)
        }
        new.tabGroups.replace(with: correction.tabGroups, by: \.key)
        let before = groupKeys
        let after = new.groupKeys
        new.tabGroups.removeAll { before.contains($0.key) && !after.contains($0.key) }
        new.emailSubject = correction.emailSubject ?? emailSubject
        new.emailBlurb = correction.emailBlurb ?? emailBlurb
        new.notification = correction.notification ?? notification
        new.customFields = correction.customFields ?? customFields
        new.replyTo = correction.replyTo ?? replyTo
        new.options = correction.options ?? options
        if let shown = correction.sender {
            new.sender = Sender(userID: sender.userID, name: shown.name, email: shown.email)
        }
        new.allowsReassigning = correction.allowsReassigning ?? allowsReassigning
        for part in correction.cleared {
            switch part {
            case .emailBlurb: new.emailBlurb = nil
            case .notification: new.notification = nil
            case .replyTo: new.replyTo = nil
            }
        }
        return new
    }

    /// The groups that a tab names.
    private var groupKeys: Set<TabGroup.Key> {
        Set(
            tabs.flatMap { tab in
                (tab.groupLabels ?? []).map { TabGroup.Key(recipientID: tab.recipientID, label: $0) }
            })
    }
}

extension TabGroup {
    fileprivate struct Key: Hashable {
        let recipientID: RecipientID
        let label: String
    }

    fileprivate var key: Key { Key(recipientID: recipientID, label: label) }
}

extension Recipient {
    /// Whether what the recipient has proved and agreed to still holds after a change.
    package func isSamePerson(as other: Recipient) -> Bool {
        name == other.name && email == other.email && kind == other.kind && host == other.host
            && clientUserID == other.clientUserID && accessCode == other.accessCode
            && needsMailCode == other.needsMailCode
    }
}

extension Array {
    /// Puts changed elements where the earlier ones were, and new ones at the end.
    fileprivate mutating func replace<ID: Hashable>(with changed: [Element], by id: KeyPath<Element, ID>) {
        guard !changed.isEmpty else { return }
        var places = Dictionary(
            enumerated().map { ($0.element[keyPath: id], $0.offset) }, uniquingKeysWith: { first, _ in first })
        for element in changed {
            if let place = places[element[keyPath: id]] {
                self[place] = element
            } else {
                places[element[keyPath: id]] = count
                append(element)
            }
        }
    }
}
