import DocuSignDialect
import Envelopes
import Essentials
import Foundation

/// A template with defaults applied.
struct TemplateApplication: Sendable {
    let template: Template
    let defaults: TemplateDefaults
    let comparison: LabelComparison
    let roles: TemplateDefaults.RoleMatching

    /// - Parameter comparison: used if the defaults specify none
    init(
        _ template: Template, _ defaults: TemplateDefaults, comparison: OfflineOptions.TabDefaultComparison,
        roles: TemplateDefaults.RoleMatching
    ) {
        self.template = template
        self.defaults = defaults
        self.comparison = LabelComparison(defaults.comparison ?? comparison)
        self.roles = roles
    }

    /// The labels of values that no field takes.
    var unusedLabels: [String] {
        defaults.tabValues.keys.sorted().filter { label in
            !template.tabs.contains { meets(label, $0) }
        }
    }

    private func meets(_ label: String, _ tab: EnvelopeTab) -> Bool {
        tab.kind.isFilledByHand && comparison.matches(tab.choice?.value ?? tab.label, label)
    }

    /// The values, in an order that is the same on every call.
    var values: [TabDefault] {
        defaults.tabValues.sorted { $0.key < $1.key }.map { TabDefault(label: $0.key, value: $0.value) }
    }

    /// The envelope's subject, from the first source that has one; `nil` if none has.
    private var subject: String? {
        [defaults.emailSubject, template.emailSubject, defaults.title, template.name].compactMap(\.self).first(
            where: says)
    }

    /// Whether a subject has more than white space. A blank subject is not allowed.
    private func says(_ subject: String) -> Bool { !subject.allSatisfy(\.isWhitespace) }

    /// Returns the definition that the template's own rules make of the defaults.
    func definition(
        inserting document: EnvelopeDocument?, sender: Sender, accountID: String, transactionID: String? = nil
    ) throws(CountersignError) -> EnvelopeDefinition {
        let filling = TemplateFilling(
            roles: defaults.recipients.map(role), tabValues: values, labelComparison: comparison,
            refusesUnknownLabels: false, emailSubject: subject, emailBlurb: defaults.emailMessage,
            customFields: defaults.customFields.map(\.field), inserted: document,
            position: defaults.position == .end ? .end : .beginning,
            transactionID: transactionID)
        do {
            return try template.definition(
                filling: filling, accountID: accountID, sender: sender, newTabID: { TabID(UUID.random()) })
        } catch {
            throw .templateDefaults(error)
        }
    }

    private func role(_ given: TemplateDefaults.Recipient) -> TemplateRole {
        var selector = TemplateRole.Selector.id("")
        switch given.selector {
        case .id(let id): selector = .id(id)
        case .role(let name):
            let meant =
                template.recipient(inRole: name) ?? template.recipients.first { roles.matches($0.roleName, name) }
            selector = meant.map { .id($0.id) } ?? .role(name)
        }
        return TemplateRole(
            selector, name: given.name, email: given.email, kind: given.kind,
            inPersonSignerName: given.inPersonSignerName, clientUserID: given.clientUserID, isRemoved: given.isRemoved)
    }

    // MARK: For the server

    /// The request that makes the server create the envelope. Returns `nil` if roles cannot express it: a recipient is
    /// removed, changes kind or has no role, or a document is inserted.
    func request(sending: Bool) -> Wire.EnvelopeDefinition? {
        guard defaults.inserted == nil, defaults.recipients.allSatisfy({ !$0.isRemoved && $0.kind == nil }),
            template.recipients.allSatisfy({ !$0.roleName.isEmpty })
        else { return nil }
        var wire: [Wire.TemplateRole] = []
        for given in defaults.recipients {
            guard case .id(let id) = role(given).selector, template.recipients.contains(where: { $0.id == id }) else {
                return nil
            }
        }
        for recipient in template.recipients {
            let given = defaults.recipients.last { role($0).selector == .id(recipient.id) }
            let own = recipient.recipient
            let isInPerson = own.kind == .inPersonSigner
            let filled = TemplateRole(
                .id(recipient.id), name: given?.name ?? (isInPerson ? own.host?.name : own.name),
                email: given?.email ?? (isInPerson ? own.host?.email : own.email),
                inPersonSignerName: isInPerson ? given?.inPersonSignerName ?? own.name : nil,
                clientUserID: given?.clientUserID ?? own.clientUserID)
            wire.append(Wire.TemplateRole(filled, roleName: recipient.roleName, values: values(of: recipient.id)))
        }
        let fields = defaults.customFields.map(\.field)
        // If the subject is the template's, the server takes it from the template.
        let isTheTemplates = !says(defaults.emailSubject ?? "") && says(template.emailSubject)
        return Wire.EnvelopeDefinition(
            of: template.id, roles: wire, subject: isTheTemplates ? nil : subject, message: defaults.emailMessage,
            customFields: fields, sending: sending)
    }

    /// Returns the values of a recipient's tabs, each under the tab's own label.
    private func values(of recipient: RecipientID) -> [TabDefault] {
        var found: [TabDefault] = []
        for value in values {
            for tab in template.tabs where tab.recipientID == recipient && meets(value.label, tab) {
                found.append(
                    TabDefault(
                        label: tab.choice?.value ?? tab.label, value: value.value, kind: tab.kind,
                        group: tab.choice?.group))
            }
        }
        return found
    }
}

extension LabelComparison {
    init(_ comparison: OfflineOptions.TabDefaultComparison) {
        self =
            switch comparison {
            case .strict: .strict
            case .caseAndDiacriticInsensitive: .caseAndDiacriticInsensitive
            case .contains: .contains
            }
    }
}
