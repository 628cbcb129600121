import Envelopes
import Foundation

/// Documents from templates.
extension DocumentMapping {
    /// Returns the document that a request makes from templates; problems are noted.
    ///
    /// - Parameters:
    ///   - templates: in the order of the request
    ///   - documents: the request's own files, which follow the templates'
    package func document(
        _ request: SignWell.DocumentRequest, from templates: [Template], _ documents: [EnvelopeDocument?],
        _ problems: RequestProblems
    ) -> MappedDocument {
        var request = request
        let wanted = request.settings.name
        request.settings = templates.reduce(request.settings) { $0.or(SignWell.DocumentSettings($1)) }
        if wanted == nil { request.settings.name = templates.first?.name }
        var use = TemplateCombination(request: request, newTabID: newTabID, problems: problems)
        use.assignPlaceholders(of: templates)
        // People who take a copied placeholder are no recipients.
        request.recipients = use.signers
        request.copiedContacts = (request.copiedContacts ?? []) + use.copied
        var mapped = document(request, documents, problems)
        if request.settings.applySigningOrder == true { use.order(&mapped) }
        use.addParts(of: templates, to: &mapped)
        use.fill(&mapped)
        mapped.definition.options.templateIDs = templates.map(\.id.rawValue)
        return mapped
    }
}

/// The work of making one document from templates.
private struct TemplateCombination {
    let request: SignWell.DocumentRequest
    let newTabID: () -> TabID
    let problems: RequestProblems
    /// The request's recipients and the preassigned ones.
    private(set) var signers: [SignWell.Recipient] = []
    private(set) var copied: [SignWell.CopiedContact] = []
    /// The recipient who takes a placeholder, by its name.
    private var takers: [String: RecipientID] = [:]
    private var orders: [RecipientID: Int] = [:]

    init(request: SignWell.DocumentRequest, newTabID: @escaping () -> TabID, problems: RequestProblems) {
        self.request = request
        self.newTabID = newTabID
        self.problems = problems
    }

    mutating func assignPlaceholders(of templates: [Template]) {
        let roles = templates.flatMap(\.recipients)
        let excluded = Set(request.excludePlaceholders ?? [])
        for name in excluded.sorted() where !roles.contains(where: { $0.roleName == name }) {
            problems.add("No template has the placeholder “\(name.prefix(100))”.", at: ["exclude_placeholders"])
        }
        for (index, person) in request.recipients.enumerated() {
            let path = ["recipients", "recipient_\(index + 1)", "placeholder_name"]
            guard let name = person.placeholderName, !name.isEmpty else {
                signers.append(person)
                continue
            }
            guard let role = roles.first(where: { $0.roleName == name }), !excluded.contains(name) else {
                problems.add("No template has the placeholder “\(name.prefix(100))”.", at: path)
                signers.append(person)
                continue
            }
            if takers[name] != nil { problems.add("Somebody else takes this placeholder.", at: path) }
            takers[name] = RecipientID(person.id)
            guard role.recipient.acts else {
                copied.append(.init(name: person.name, email: person.email))
                continue
            }
            orders[RecipientID(person.id)] = role.recipient.routingOrder
            signers.append(person)
        }
        addPreassigned(roles, excluded)
    }

    /// Adds the people whom the templates name themselves.
    private mutating func addPreassigned(_ roles: [TemplateRecipient], _ excluded: Set<String>) {
        var missing: [String] = []
        for role in roles where takers[role.roleName] == nil && !excluded.contains(role.roleName) {
            let recipient = role.recipient
            guard !recipient.email.isEmpty else {
                if recipient.acts { missing.append(role.roleName) }
                continue
            }
            guard recipient.acts else {
                copied.append(.init(name: recipient.name, email: recipient.email))
                continue
            }
            var id = recipient.id.rawValue
            while signers.contains(where: { $0.id == id }) { id += "_" }
            takers[role.roleName] = RecipientID(id)
            orders[RecipientID(id)] = recipient.routingOrder
            signers.append(SignWell.Recipient(id: id, name: recipient.name, email: recipient.email))
        }
        if !missing.isEmpty {
            problems.put(
                "Nobody takes these placeholders: \(missing.joined(separator: ", ")).",
                at: ["recipients", "missing_placeholders"])
        }
    }

    /// Gives recipients the signing order of their placeholders; others follow.
    func order(_ mapped: inout MappedDocument) {
        guard Set(orders.values).count > 1 else { return }
        let last = orders.values.max() ?? 0
        for index in mapped.definition.recipients.indices where mapped.definition.recipients[index].acts {
            let id = mapped.definition.recipients[index].id
            mapped.definition.recipients[index].routingOrder = orders[id] ?? last + index + 1
        }
        let end = mapped.definition.recipients.filter(\.acts).map(\.routingOrder).max() ?? 1
        for index in mapped.definition.recipients.indices where !mapped.definition.recipients[index].acts {
            mapped.definition.recipients[index].routingOrder = end + 1
        }
    }

    /// Puts the templates' files and fields before those of the request.
    func addParts(of templates: [Template], to mapped: inout MappedDocument) {
        var documents: [EnvelopeDocument] = []
        var tabs: [EnvelopeTab] = []
        var groups: [TabGroup] = []
        for template in templates {
            let roles = Dictionary(
                template.recipients.map { ($0.id, $0.roleName) }, uniquingKeysWith: { first, _ in first })
            var ids: [DocumentID: DocumentID] = [:]
            for document in template.documents.sorted(by: { $0.order < $1.order }) {
                var copy = document
                copy.order = documents.count + 1
                copy.id = DocumentID("t\(copy.order)")
                ids[document.id] = copy.id
                documents.append(copy)
            }
            for tab in template.tabs {
                guard let document = ids[tab.documentID], let taker = takers[roles[tab.recipientID] ?? ""] else {
                    continue
                }
                var copy = tab
                copy.id = newTabID()
                copy.documentID = document
                copy.recipientID = taker
                if copy.kind == .text, let detail = copy.detail, copy.value == nil,
                    let name = mapped.definition.recipients.first(where: { $0.id == taker })?.name
                {
                    copy.value = detail.part(of: name)
                }
                tabs.append(copy)
            }
            for group in template.tabGroups {
                guard let taker = takers[roles[group.recipientID] ?? ""] else { continue }
                var copy = group
                copy.recipientID = taker
                groups.append(copy)
            }
        }
        for index in mapped.definition.documents.indices {
            mapped.definition.documents[index].order += documents.count
        }
        mapped.definition.documents = documents + mapped.definition.documents
        mapped.definition.tabs = tabs + mapped.definition.tabs
        mapped.definition.tabGroups = groups + mapped.definition.tabGroups
    }

    /// Writes the request's values into the templates' fields.
    func fill(_ mapped: inout MappedDocument) {
        for (index, given) in (request.templateFields ?? []).enumerated() {
            let path = ["template_fields", "template_field_\(index + 1)"]
            let meant = mapped.definition.tabs.indices.filter { mapped.definition.tabs[$0].dialectID == given.apiID }
            if meant.isEmpty { problems.add("No field has this api_id.", at: path + ["api_id"]) }
            for place in meant {
                let tab = mapped.definition.tabs[place]
                guard let value = Self.value(given.value, for: tab) else {
                    problems.add("does not fit the field.", at: path + ["value"])
                    continue
                }
                mapped.definition.tabs[place].value = value
                mapped.tabPlaces[tab.id] = path
            }
        }
    }

    /// Returns a value as its field takes it; `nil` for a field that takes none, or not this one.
    private static func value(_ value: SignWell.FieldValue, for tab: EnvelopeTab) -> String? {
        switch tab.kind {
        case .text:
            guard let format = tab.dateFormat else { return value.text }
            return CivilTime(iso: value.text).map(format.text)
        case .checkbox: return value.tick.map { $0 ? "true" : "false" }
        case .list: return tab.options?.first { $0.value == value.text || $0.text == value.text }?.value
        case .signHere, .initialHere, .dateSigned, .fullName, .email, .radio, .signerAttachment: return nil
        }
    }
}
