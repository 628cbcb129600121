import Envelopes

extension Wire.EnvelopeDefinition {
    /// Returns the roles and values that the request supplies for its template.
    ///
    /// - Parameter leavingOutUnfilled: whether to omit unfilled roles (`merge_roles_on_draft`)
    /// - Throws: ``APIError`` for a role without a name, and for values of tabs that nobody fills in
    package func filling(leavingOutUnfilled: Bool) throws(APIError) -> TemplateFilling {
        try DialectLimits.check(subject: emailSubject)
        try DialectLimits.check(customFields?.fields() ?? [])
        var roles: [Envelopes.TemplateRole] = []
        for (index, role) in (templateRoles ?? []).enumerated() {
            roles.append(try role.role(at: "templateRoles[\(index)]"))
        }
        return TemplateFilling(
            roles: roles, unfilledRoles: leavingOutUnfilled ? .leftOut : .refused,
            emailSubject: emailSubject.flatMap { $0.isEmpty ? nil : $0 }, emailBlurb: emailBlurb,
            customFields: customFields?.fields() ?? [], transactionID: transactionId,
            allowsReassigning: allowReassign, enforcesVisibility: enforceSignerVisibility,
            workflow: workflow?.workflow)
    }
}

extension Wire.TemplateRole {
    func role(at path: String) throws(APIError) -> Envelopes.TemplateRole {
        guard let roleName else { throw APIError(.invalidRequestParameter, "\(path).roleName is missing.") }
        return Envelopes.TemplateRole(
            .role(roleName), name: name, email: email, inPersonSignerName: inPersonSignerName,
            clientUserID: clientUserId, routingOrder: routingOrder,
            tabValues: try tabs?.values(at: "\(path).tabs") ?? [])
    }

    /// A role as a client sends it.
    ///
    /// - Parameter values: the values by label and kind; for radio buttons, by group
    package init(_ role: Envelopes.TemplateRole, roleName: String, values: [TabDefault]) {
        self.init(
            roleName: roleName, name: role.name, email: role.email, clientUserId: role.clientUserID,
            inPersonSignerName: role.inPersonSignerName, routingOrder: role.routingOrder,
            tabs: values.isEmpty ? nil : Wire.Tabs(values))
    }
}

extension Wire.EnvelopeDefinition {
    /// An envelope from a template, as a client sends it.
    ///
    /// - Parameter subject: `nil` for the template's
    package init(
        of template: TemplateID, roles: [Wire.TemplateRole], subject: String?, message: String?,
        customFields fields: [CustomField], sending: Bool
    ) {
        self.init(
            status: sending ? "sent" : "created", emailSubject: subject, emailBlurb: message,
            customFields: fields.isEmpty ? nil : Wire.CustomFields(fields), templateId: template.rawValue,
            templateRoles: roles)
    }
}

extension Wire.Tabs {
    /// Returns the values of tabs, by label.
    func values(at path: String) throws(APIError) -> [TabDefault] {
        var values: [TabDefault] = []
        for list in TabList.allCases {
            // Tabs with an anchor are new ones, with values of their own.
            for (index, tab) in self[list].enumerated() where tab.anchor == nil {
                let place = "\(path).\(list.rawValue)[\(index)]"
                guard list.kind.isFilledByHand else {
                    throw APIError(.invalidRequestParameter, "\(place) is a tab that cannot have a value.")
                }
                guard let label = tab.tabLabel else {
                    throw APIError(.invalidRequestParameter, "\(place).tabLabel is missing.")
                }
                guard let value = tab.givenValue(list.kind) else { continue }
                values.append(TabDefault(label: label, value: value, kind: list.kind, locks: tab.locked ?? false))
            }
        }
        for (index, group) in radioGroups.enumerated() {
            guard let name = group.groupName else {
                throw APIError(
                    .invalidRequestParameter,
                    "\(path).\(Wire.RadioGroup.listName.stringValue)[\(index)].groupName is missing.")
            }
            for radio in group.radios ?? [] {
                guard let isSelected = radio.selected, isSelected || radio.value != nil else { continue }
                values.append(
                    TabDefault(
                        label: radio.value ?? "", value: isSelected ? "true" : "false", kind: .radio, group: name,
                        locks: radio.locked ?? false))
            }
        }
        return values
    }

    /// Values as a client sends them. A value without a kind counts as text.
    init(_ values: [TabDefault]) {
        self.init()
        for value in values {
            let kind = value.kind ?? .text
            var tab = Wire.Tab()
            tab.tabLabel = value.label
            tab.locked = value.locks ? true : nil
            switch kind {
            case .checkbox: tab.selected = value.value == "true"
            case .radio:
                var radio = Wire.Radio()
                radio.value = value.label
                radio.selected = value.value == "true"
                radio.locked = value.locks ? true : nil
                var group = Wire.RadioGroup()
                group.groupName = value.group
                group.radios = [radio]
                radioGroups.append(group)
                continue
            default: tab.value = value.value
            }
            self[TabList(kind)].append(tab)
        }
    }
}

extension Wire.Tab {
    func givenValue(_ kind: TabKind) -> String? {
        switch kind {
        case .checkbox: selected.map { $0 ? "true" : "false" }
        case .list:
            value ?? listSelectedValue ?? listItems?.first { $0.selected == true }.flatMap { $0.value ?? $0.text }
        default: value
        }
    }
}

extension APIError {
    /// The error for a template that cannot be saved, with a sentence for each problem.
    package init(_ problems: [TemplateProblem]) {
        let code: String =
            switch problems.first {
            case .definition(let problem)?: APIError(EnvelopeError.invalid([problem])).errorCode
            case .nobody?, .duplicateRole?: Code.invalidRecipientID.rawValue
            default: Code.invalidRequestParameter.rawValue
            }
        self.init(
            status: 400, errorCode: code, message: problems.map(\.description).joined(separator: " "))
    }

    /// The error for a template that cannot become an envelope.
    package init(_ error: TemplateFillingError) {
        let isAboutPeople = error.problems.contains { problem in
            switch problem {
            case .unknownLabel: false
            default: true
            }
        }
        self.init(isAboutPeople ? .invalidRecipientID : .invalidRequestParameter, error.description)
    }
}
