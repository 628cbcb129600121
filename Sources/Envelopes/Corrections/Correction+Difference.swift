extension Correction {
    /// The correction that leads from one definition to another, as far as a sender may change one: documents, people,
    /// tabs, texts, reminders and the way replies take.
    ///
    /// Members that stay the same are left out, so that it can be made again on a definition that others have changed.
    package init(from old: EnvelopeDefinition, to new: EnvelopeDefinition) {
        self.init(
            recipients: Self.changed(old.recipients, new.recipients, by: \.id),
            removedRecipients: Self.removed(old.recipients, new.recipients, by: \.id),
            documents: Self.changed(old.documents, new.documents, by: \.id),
            removedDocuments: Self.removed(old.documents, new.documents, by: \.id),
            tabs: Self.changed(old.tabs, new.tabs, by: \.id),
            removedTabs: Self.removed(old.tabs, new.tabs, by: \.id),
            tabGroups: new.tabGroups.filter { !old.tabGroups.contains($0) },
            emailSubject: old.emailSubject == new.emailSubject ? nil : new.emailSubject,
            emailBlurb: old.emailBlurb == new.emailBlurb ? nil : new.emailBlurb,
            notification: old.notification == new.notification ? nil : new.notification,
            replyTo: old.replyTo == new.replyTo ? nil : new.replyTo,
            allowsReassigning: old.allowsReassigning == new.allowsReassigning ? nil : new.allowsReassigning)
        if old.emailBlurb != nil, new.emailBlurb == nil { cleared.append(.emailBlurb) }
        if old.notification != nil, new.notification == nil { cleared.append(.notification) }
        if old.replyTo != nil, new.replyTo == nil { cleared.append(.replyTo) }
    }

    private static func changed<Element: Equatable, ID: Hashable>(
        _ old: [Element], _ new: [Element], by id: KeyPath<Element, ID>
    ) -> [Element] {
        let before = Dictionary(old.map { ($0[keyPath: id], $0) }, uniquingKeysWith: { first, _ in first })
        return new.filter { before[$0[keyPath: id]] != $0 }
    }

    private static func removed<Element, ID: Hashable>(
        _ old: [Element], _ new: [Element], by id: KeyPath<Element, ID>
    ) -> [ID] {
        let kept = Set(new.map { $0[keyPath: id] })
        return old.map { $0[keyPath: id] }.filter { !kept.contains($0) }
    }
}
