/// The details for turning a template into an envelope.
package struct TemplateFilling: Hashable, Sendable {
    /// The handling of a role that nobody takes.
    package enum UnfilledRoles: Hashable, Sendable {
        case refused
        /// The recipient and their tabs are left out of the envelope.
        case leftOut
    }

    /// The position of an inserted document among the template's.
    package enum Position: String, Hashable, Sendable, Codable, CaseIterable {
        case beginning, end
    }

    package var roles: [TemplateRole]
    package var unfilledRoles: UnfilledRoles
    /// How role names are compared.
    package var roleComparison: LabelComparison
    /// Values for the tabs of every recipient.
    package var tabValues: [TabDefault]
    package var labelComparison: LabelComparison
    /// Whether a value is rejected if no tab has its label.
    package var refusesUnknownLabels: Bool
    /// `nil` keeps the template's.
    package var emailSubject: String?
    /// `nil` keeps the template's.
    package var emailBlurb: String?
    /// A field with a name from the template replaces the template's value; other fields are added.
    package var customFields: [CustomField]
    /// A document to insert before or after the template's. Its id is replaced by an unused one.
    package var inserted: EnvelopeDocument?
    package var position: Position
    package var transactionID: String?
    /// `nil` keeps the template's.
    package var allowsReassigning: Bool?
    /// `nil` keeps the template's.
    package var enforcesVisibility: Bool?
    /// `nil` keeps the template's.
    package var workflow: Workflow?

    package init(
        roles: [TemplateRole] = [], unfilledRoles: UnfilledRoles = .refused, roleComparison: LabelComparison = .strict,
        tabValues: [TabDefault] = [], labelComparison: LabelComparison = .strict, refusesUnknownLabels: Bool = true,
        emailSubject: String? = nil, emailBlurb: String? = nil, customFields: [CustomField] = [],
        inserted: EnvelopeDocument? = nil, position: Position = .beginning, transactionID: String? = nil,
        allowsReassigning: Bool? = nil, enforcesVisibility: Bool? = nil,
        workflow: Workflow? = nil
    ) {
        self.roles = roles
        self.unfilledRoles = unfilledRoles
        self.roleComparison = roleComparison
        self.tabValues = tabValues
        self.labelComparison = labelComparison
        self.refusesUnknownLabels = refusesUnknownLabels
        self.emailSubject = emailSubject
        self.emailBlurb = emailBlurb
        self.customFields = customFields
        self.inserted = inserted
        self.position = position
        self.transactionID = transactionID
        self.allowsReassigning = allowsReassigning
        self.enforcesVisibility = enforcesVisibility
        self.workflow = workflow
    }
}

/// A person who takes a role. `nil` keeps the template's value.
package struct TemplateRole: Hashable, Sendable {
    /// Selects a recipient of the template.
    package enum Selector: Hashable, Sendable {
        case role(String)
        case id(RecipientID)
    }

    package var selector: Selector
    /// For an in-person signer, the name of the host.
    package var name: String?
    /// For an in-person signer, the e-mail address of the host.
    package var email: String?
    /// Turns a signer into an in-person signer, or the reverse.
    package var kind: Recipient.Kind?
    package var inPersonSignerName: String?
    package var inPersonSignerEmail: String?
    package var clientUserID: String?
    package var routingOrder: Int?
    package var note: String?
    /// Values for this recipient's tabs.
    package var tabValues: [TabDefault]
    /// Whether the recipient and their tabs are left out of the envelope.
    package var isRemoved: Bool

    package init(
        _ selector: Selector, name: String? = nil, email: String? = nil, kind: Recipient.Kind? = nil,
        inPersonSignerName: String? = nil, inPersonSignerEmail: String? = nil, clientUserID: String? = nil,
        routingOrder: Int? = nil, note: String? = nil, tabValues: [TabDefault] = [], isRemoved: Bool = false
    ) {
        self.selector = selector
        self.name = name
        self.email = email
        self.kind = kind
        self.inPersonSignerName = inPersonSignerName
        self.inPersonSignerEmail = inPersonSignerEmail
        self.clientUserID = clientUserID
        self.routingOrder = routingOrder
        self.note = note
        self.tabValues = tabValues
        self.isRemoved = isRemoved
    }
}

/// A value for a tab that is filled in by hand: text, a tick or a choice.
package struct TabDefault: Hashable, Sendable {
    /// The tab's label; for a radio button, its value.
    package var label: String
    /// Text, an option's value, or `true` or `false` for a checkbox and a radio button.
    package var value: String
    /// `nil` for any kind.
    package var kind: TabKind?
    /// The group of a radio button; `nil` for any.
    package var group: String?
    /// Whether to lock the value for the recipient; `false` keeps the template's setting.
    package var locks: Bool

    package init(label: String, value: String, kind: TabKind? = nil, group: String? = nil, locks: Bool = false) {
        self.label = label
        self.value = value
        self.kind = kind
        self.group = group
        self.locks = locks
    }

    /// Whether the value is for this tab.
    func means(_ tab: EnvelopeTab, comparing comparison: LabelComparison) -> Bool {
        guard tab.kind.isFilledByHand, kind == nil || kind == tab.kind else { return false }
        if let choice = tab.choice {
            return (group == nil || group == choice.group) && comparison.matches(choice.value, label)
        }
        return comparison.matches(tab.label, label)
    }
}
