extension Template {
    /// Returns the envelope that the template becomes when people take its roles. A pure function. It does not check
    /// the definition itself; ``EnvelopeDefinition/problems(whenSending:)`` does.
    ///
    /// - Parameters:
    ///   - accountID: the account of the envelope; `nil` for the template's
    ///   - newTabID: returns an id for each tab
    /// - Throws: ``TemplateFillingError`` with all roles that nobody takes and all names that do not exist
    package func definition(
        filling: TemplateFilling, accountID: String? = nil, sender: Sender, newTabID: () -> TabID
    ) throws(TemplateFillingError) -> EnvelopeDefinition {
        var use = TemplateUse(template: self, filling: filling)
        use.takeRoles()
        use.placeTabs(newTabID)
        use.fillTabs()
        guard use.problems.isEmpty else { throw TemplateFillingError(problems: use.problems) }
        var definition = EnvelopeDefinition(
            accountID: accountID ?? self.accountID, sender: sender, emailSubject: filling.emailSubject ?? emailSubject,
            emailBlurb: filling.emailBlurb ?? emailBlurb, documents: use.documents, recipients: use.recipients,
            tabs: use.tabs, tabGroups: use.tabGroups, notification: notification,
            customFields: use.customFields,
            transactionID: filling.transactionID,
            allowsReassigning: filling.allowsReassigning ?? allowsReassigning)
        definition.enforcesVisibility = filling.enforcesVisibility ?? enforcesVisibility
        definition.workflow = filling.workflow ?? workflow
        definition.options = options
        return definition
    }
}

/// The work of turning a template into an envelope.
private struct TemplateUse {
    let template: Template
    let filling: TemplateFilling
    private(set) var recipients: [Recipient] = []
    private(set) var tabs: [EnvelopeTab] = []
    private(set) var problems: [TemplateFillingError.Problem] = []
    private var taken: [RecipientID: TemplateRole] = [:]

    init(template: Template, filling: TemplateFilling) {
        self.template = template
        self.filling = filling
    }

    // MARK: People

    mutating func takeRoles() {
        for role in filling.roles {
            guard let recipient = recipient(role.selector) else {
                switch role.selector {
                case .role(let name): problems.append(.unknownRole(name))
                case .id(let id): problems.append(.unknownRecipient(id))
                }
                continue
            }
            if taken.updateValue(role, forKey: recipient.id) != nil {
                problems.append(.roleTakenTwice(recipient.title))
            }
        }
        for recipient in template.recipients {
            let role = taken[recipient.id]
            if role?.isRemoved == true { continue }
            if let kind = role?.kind, kind != recipient.recipient.kind,
                !kind.signs || !recipient.recipient.signs
            {
                problems.append(.kindNotChangeable(recipient.title))
                continue
            }
            let filled = recipient.taken(by: role)
            if filled.isFilled {
                recipients.append(filled.recipient)
            } else if role != nil || filling.unfilledRoles == .refused {
                problems.append(.roleUnfilled(recipient.title, lacks: filled.missing))
            }
        }
    }

    private func recipient(_ selector: TemplateRole.Selector) -> TemplateRecipient? {
        switch selector {
        case .id(let id): template.recipients.first { $0.id == id }
        case .role(let name):
            template.recipient(inRole: name)
                ?? template.recipients.first { filling.roleComparison.matches($0.roleName, name) }
        }
    }

    // MARK: Tabs

    mutating func placeTabs(_ newTabID: () -> TabID) {
        let present = Set(recipients.map(\.id))
        tabs = template.tabs.filter { present.contains($0.recipientID) }
            .map { tab in
                var tab = tab
                tab.id = newTabID()
                return tab
            }
    }

    var tabGroups: [TabGroup] {
        let present = Set(recipients.map(\.id))
        return template.tabGroups.filter { present.contains($0.recipientID) }
    }

    mutating func fillTabs() {
        for value in filling.tabValues { fill(value, of: nil) }
        for recipient in template.recipients {
            guard let role = taken[recipient.id], !role.isRemoved else { continue }
            for value in role.tabValues { fill(value, of: recipient.id) }
        }
    }

    private mutating func fill(_ value: TabDefault, of recipient: RecipientID?) {
        let meant = tabs.indices.filter { index in
            (recipient == nil || tabs[index].recipientID == recipient)
                && value.means(tabs[index], comparing: filling.labelComparison)
        }
        if meant.isEmpty, filling.refusesUnknownLabels, problems.isEmpty || !isKnown(value, of: recipient) {
            problems.append(.unknownLabel(value.label))
        }
        for index in meant {
            if tabs[index].kind == .radio, value.value == "true" { giveUpOthers(than: index) }
            tabs[index].value = value.value.isEmpty && tabs[index].kind != .text ? nil : value.value
            if value.locks { tabs[index].locked = true }
        }
    }

    /// Whether the template itself has the label. A role rejected for another reason has lost its tabs here.
    private func isKnown(_ value: TabDefault, of recipient: RecipientID?) -> Bool {
        template.tabs.contains { tab in
            (recipient == nil || tab.recipientID == recipient)
                && value.means(tab, comparing: filling.labelComparison)
        }
    }

    /// Deselects the other buttons of a radio group.
    private mutating func giveUpOthers(than index: Int) {
        let chosen = tabs[index]
        for other in tabs.indices
        where other != index && tabs[other].recipientID == chosen.recipientID
            && tabs[other].choice?.group == chosen.choice?.group && tabs[other].kind == .radio
        {
            tabs[other].value = "false"
        }
    }

    // MARK: Documents and custom fields

    var documents: [EnvelopeDocument] {
        guard var inserted = filling.inserted else { return template.documents }
        let used = Set(template.documents.map(\.id))
        var number = template.documents.count + 1
        while used.contains(DocumentID(String(number))) { number += 1 }
        inserted.id = DocumentID(String(number))
        var documents = template.documents.sorted { $0.order < $1.order }
        documents.insert(inserted, at: filling.position == .beginning ? 0 : documents.count)
        return documents.enumerated().map { index, document in
            var document = document
            document.order = index + 1
            return document
        }
    }

    var customFields: [CustomField] {
        var fields = template.customFields
        for given in filling.customFields {
            if let index = fields.firstIndex(where: { $0.name == given.name }) {
                fields[index].value = given.value
                continue
            }
            var added = given
            var number = fields.count + 1
            if added.id.isEmpty || fields.contains(where: { $0.id == given.id }) {
                while fields.contains(where: { $0.id == String(number) }) { number += 1 }
                added.id = String(number)
            }
            fields.append(added)
        }
        return fields
    }
}

extension TemplateRecipient {
    /// Returns the recipient with the details that a role gives.
    fileprivate func taken(by role: TemplateRole?) -> TemplateRecipient {
        guard let role else { return self }
        var taken = self
        let kind = role.kind ?? recipient.kind
        taken.recipient.kind = kind
        switch kind {
        case .signer, .carbonCopy, .certifiedDelivery:
            taken.recipient.host = nil
            taken.recipient.name = role.name ?? recipient.name
            taken.recipient.email = role.email ?? recipient.email
        case .inPersonSigner:
            taken.recipient.host = Recipient.Host(
                name: role.name ?? recipient.host?.name ?? "", email: role.email ?? recipient.host?.email ?? "")
            taken.recipient.name = role.inPersonSignerName ?? recipient.name
            taken.recipient.email = role.inPersonSignerEmail ?? recipient.email
        }
        taken.recipient.clientUserID = role.clientUserID ?? recipient.clientUserID
        taken.recipient.routingOrder = role.routingOrder ?? recipient.routingOrder
        taken.recipient.note = role.note ?? recipient.note
        return taken
    }
}
