import Envelopes

extension Wire.EnvelopeDefinition {
    /// Rejects roles that would change more of the template's tabs than their values, and does not look at those that they
    /// add (``settleAnchors(with:noting:)``). A client that fills in copies of
    /// the template's tabs may send them with all their members.
    ///
    /// - Throws: ``APIError`` naming a member that differs from the template
    package func refuseOtherTabs(than template: Template) throws(APIError) {
        for (index, role) in (templateRoles ?? []).enumerated() {
            guard let recipient = role.roleName.flatMap({ template.recipient(inRole: $0) }) else { continue }
            let path = "templateRoles[\(index)]"
            if role.inPersonSignerName != nil, recipient.recipient.kind != .inPersonSigner {
                throw APIError(
                    .invalidRequestParameter, "\(path).inPersonSignerName is only for the role of an in-person signer.")
            }
            guard let tabs = role.tabs else { continue }
            try RoleTabs(of: recipient.id, in: template).compare(tabs, at: "\(path).tabs")
        }
    }
}

/// The tabs of a template's recipient, with which a role's tabs are compared.
private struct RoleTabs {
    private struct Name: Hashable {
        let kind: TabKind
        /// The group's name for a radio button.
        let label: String?
    }

    private let recipient: RecipientID
    private let tabs: [Name: [Envelopes.EnvelopeTab]]
    private let groups: [Envelopes.TabGroup]

    init(of recipient: RecipientID, in template: Template) {
        self.recipient = recipient
        tabs = Dictionary(grouping: template.tabs.filter { $0.recipientID == recipient }) {
            Name(kind: $0.kind, label: $0.choice?.group ?? $0.label)
        }
        groups = template.tabGroups.filter { $0.recipientID == recipient }
    }

    func compare(_ wire: Wire.Tabs, at path: String) throws(APIError) {
        for list in TabList.allCases {
            for (number, tab) in wire[list].enumerated() where tab.anchor == nil {
                let place = "\(path).\(list.rawValue)[\(number)]"
                let own = tabs[Name(kind: list.kind, label: tab.tabLabel)] ?? []
                try compare(tab, value: tab.givenValue(list.kind), with: own, at: place)
            }
        }
        for (number, group) in wire.radioGroups.enumerated() {
            try compare(group, at: "\(path).\(Wire.RadioGroup.listName.stringValue)[\(number)]")
        }
        for (number, group) in wire.tabGroups.enumerated() {
            let place = "\(path).tabGroups[\(number)]"
            guard groups.contains(try group.group(for: recipient, at: place)) else { throw changes(place, "") }
        }
    }

    private func compare(
        _ tab: Wire.Tab, value: String?, with own: [Envelopes.EnvelopeTab], at path: String
    ) throws(APIError) {
        guard !own.isEmpty || value != nil else {
            throw APIError(
                .invalidRequestParameter, "\(path).tabLabel names no field of this kind and role in the template.")
        }
        for one in own {
            if tab.required == true, !one.required { throw changes(path, ".required") }
            if let maxLength = tab.maxLength, maxLength != one.maxLength { throw changes(path, ".maxLength") }
            try compare(tab.conditionalParentLabel, tab.conditionalParentValue, with: one.condition, at: path)
            if let labels = tab.tabGroupLabels, !labels.isEmpty, labels != one.groupLabels {
                throw changes(path, ".tabGroupLabels")
            }
            let offered = one.options?.map(\.value) ?? []
            if let items = tab.listItems, !items.allSatisfy({ offered.contains($0.value ?? $0.text ?? "") }) {
                throw changes(path, ".listItems")
            }
            if tab.locked == true, !one.locked, value == nil { throw locksNothing(path) }
        }
    }

    private func compare(_ group: Wire.RadioGroup, at path: String) throws(APIError) {
        let buttons = tabs[Name(kind: .radio, label: group.groupName)] ?? []
        guard let first = buttons.first else {
            throw APIError(.invalidRequestParameter, "\(path).groupName names no group of this role in the template.")
        }
        try compare(group.conditionalParentLabel, group.conditionalParentValue, with: first.condition, at: path)
        for (number, radio) in (group.radios ?? []).enumerated() {
            let place = "\(path).radios[\(number)]"
            guard let button = buttons.first(where: { $0.choice?.value == radio.value }) else {
                throw changes(place, ".value")
            }
            if radio.required == true, !button.required { throw changes(place, ".required") }
            if radio.locked == true, !button.locked, radio.selected == nil { throw locksNothing(place) }
        }
    }

    private func compare(
        _ label: String?, _ value: String?, with condition: TabCondition?, at path: String
    ) throws(APIError) {
        if let label, label != condition?.parentLabel { throw changes(path, ".conditionalParentLabel") }
        if let value, value != condition?.parentValue { throw changes(path, ".conditionalParentValue") }
    }

    private func changes(_ path: String, _ member: String) -> APIError {
        APIError(
            .invalidRequestParameter,
            "\(path)\(member) differs from the template; a role can only set values and lock them.")
    }

    private func locksNothing(_ path: String) -> APIError {
        APIError(.invalidRequestParameter, "\(path).locked requires a value.")
    }
}
