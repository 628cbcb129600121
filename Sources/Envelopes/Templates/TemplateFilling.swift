/// What somebody says when a template becomes an envelope.
package struct TemplateFilling: Hashable, Sendable {
    /// What happens to a role that nobody takes.
    package enum UnfilledRoles: Hashable, Sendable {
        case refused
        /// The recipient and their tabs are not part of the envelope.
        case leftOut
    }

    /// Where a document is put that the template does not have.
    package enum Position: String, Hashable, Sendable, Codable, CaseIterable {
        case beginning, end
    }

    package var roles: [TemplateRole]
    package var unfilledRoles: UnfilledRoles
    /// Whether role names may differ in case and accents.
    package var roleComparison: LabelComparison
    /// Values for the tabs of every recipient.
    package var tabValues: [TabDefault]
    package var labelComparison: LabelComparison
    /// Whether a value for a label that no tab has is refused.
    package var refusesUnknownLabels: Bool
    /// Nil keeps the template's.
    package var emailSubject: String?
    /// Nil keeps the template's.
    package var emailBlurb: String?
    /// A field of a name that the template has takes its value; others are added.
    package var customFields: [CustomField]
    /// A document that is put before or behind the template's; its id is not taken.
    package var inserted: EnvelopeDocument?
    package var position: Position
    package var transactionID: String?

    package init(
        roles: [TemplateRole] = [], unfilledRoles: UnfilledRoles = .refused, roleComparison: LabelComparison = .strict,
        tabValues: [TabDefault] = [], labelComparison: LabelComparison = .strict, refusesUnknownLabels: Bool = true,
        emailSubject: String? = nil, emailBlurb: String? = nil, customFields: [CustomField] = [],
        inserted: EnvelopeDocument? = nil, position: Position = .beginning, transactionID: String? = nil
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
    }
}

/// Who takes a role. What is nil stays as the template says.
package struct TemplateRole: Hashable, Sendable {
    /// Which recipient of the template is meant.
    package enum Selector: Hashable, Sendable {
        case role(String)
        case id(RecipientID)
    }

    package var selector: Selector
    /// Of an in-person signer: of the host.
    package var name: String?
    /// Of an in-person signer: of the host.
    package var email: String?
    /// Makes a signer of an in-person signer, or the other way round.
    package var kind: Recipient.Kind?
    package var inPersonSignerName: String?
    package var inPersonSignerEmail: String?
    package var clientUserID: String?
    package var routingOrder: Int?
    package var note: String?
    /// Values for this recipient's tabs.
    package var tabValues: [TabDefault]
    /// The recipient and their tabs are not part of the envelope.
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

/// A value for a tab that is filled in by hand: a text, a tick, a choice.
package struct TabDefault: Hashable, Sendable {
    /// The tab's label; for a radio button its value.
    package var label: String
    /// Text, an option's value, or `true` or `false` for a checkbox and a radio button.
    package var value: String
    /// Nil for any kind.
    package var kind: TabKind?
    /// Of a radio button; nil for any.
    package var group: String?
    /// Whether the recipient cannot change the value; if false, the template says so.
    package var locks: Bool

    package init(label: String, value: String, kind: TabKind? = nil, group: String? = nil, locks: Bool = false) {
        self.label = label
        self.value = value
        self.kind = kind
        self.group = group
        self.locks = locks
    }

    /// Whether a tab is meant.
    func means(_ tab: EnvelopeTab, comparing comparison: LabelComparison) -> Bool {
        guard tab.kind.isFilledByHand, kind == nil || kind == tab.kind else { return false }
        if let choice = tab.choice {
            return (group == nil || group == choice.group) && comparison.matches(choice.value, label)
        }
        return comparison.matches(tab.label, label)
    }
}
