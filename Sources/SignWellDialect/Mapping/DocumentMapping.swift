import Envelopes
import Foundation

/// Turns a request into a definition. Everything wrong is noted.
package struct DocumentMapping {
    /// The user of the key.
    package var user: Sender
    package var accountID: String
    /// The account's settings, for what the request leaves open.
    package var standard: NotificationSettings
    package var newTabID: () -> TabID
    /// Returns a random text for each passcode, which is stored as a salted hash.
    package var newSalt: () -> String
    /// When the request came.
    package var now: Date
    /// Whether the request makes a template, whose dates nothing can reckon yet.
    var makesTemplate = false

    package init(
        user: Sender, accountID: String, standard: NotificationSettings, newTabID: @escaping () -> TabID,
        newSalt: @escaping () -> String, now: Date
    ) {
        self.now = now
        self.user = user
        self.accountID = accountID
        self.standard = standard
        self.newTabID = newTabID
        self.newSalt = newSalt
    }

    /// Returns the document's definition.
    ///
    /// - Parameter documents: the request's files as documents, in their order; `nil` for a file with a problem
    package func document(
        _ request: SignWell.DocumentRequest, _ documents: [EnvelopeDocument?], _ problems: RequestProblems
    ) -> MappedDocument {
        let request = request.selfSign == true ? signedBySender(request) : request
        request.settings.check(problems)
        let usualName = request.settings.name ?? request.files.first?.name ?? "Document"
        var mapped = MappedDocument(
            EnvelopeDefinition(
                accountID: accountID, sender: request.settings.sender(for: user),
                emailSubject: (request.settings.subject?.nonEmpty ?? usualName),
                emailBlurb: request.settings.message?.nonEmpty, documents: documents.compactMap(\.self), recipients: [],
                tabs: [], notification: request.settings.notification(standard),
                customFields: request.settings.customFields,
                allowsReassigning: request.settings.allowReassign ?? true))
        mapped.definition.options = request.settings.options(named: usualName)
        if mapped.definition.sender != user { mapped.definition.options.maker = user }
        addPeople(of: request, to: &mapped, problems)
        let days = makesTemplate ? FormulaDays.none : FormulaDays(now: now, sends: request.draft != true)
        addFields(request.fields, on: documents, days, to: &mapped, problems)
        addGroups(request.checkboxGroups ?? [], to: &mapped, problems)
        addAttachments(request.attachmentRequests ?? [], to: &mapped, problems)
        return mapped
    }

    /// The request with the user as an embedded signer, who places their signature themselves if it names no fields.
    private func signedBySender(_ request: SignWell.DocumentRequest) -> SignWell.DocumentRequest {
        var own = request
        own.settings.embeddedSigning = true
        if own.recipients.isEmpty {
            own.recipients = [SignWell.Recipient(id: "1", name: user.name, email: user.email)]
        }
        return own
    }

    // MARK: - People

    private func addPeople(
        of request: SignWell.DocumentRequest, to mapped: inout MappedDocument, _ problems: RequestProblems
    ) {
        let settings = request.settings
        let inOrder = settings.applySigningOrder ?? false
        for (index, person) in request.recipients.enumerated() {
            let path = ["recipients", "recipient_\(index + 1)"]
            let recipient = recipient(person, order: inOrder ? index + 1 : 1, settings, at: path, problems)
            mapped.definition.recipients.append(recipient)
            mapped.recipientPlaces[recipient.id] = mapped.recipientPlaces[recipient.id] ?? path
        }
        noteRepeated(request.recipients.map(\.id), "ids", at: ["recipients", "duplicated_ids"], problems)
        noteRepeated(
            request.recipients.map { $0.email.lowercased() }, "e-mail addresses",
            at: ["recipients", "duplicated_emails"], problems)
        let taken = Set(request.recipients.map { $0.email.lowercased() })
        let last = (mapped.definition.recipients.map(\.routingOrder).max() ?? 1) + 1
        for (index, contact) in (request.copiedContacts ?? []).enumerated() {
            let path = ["copied_contacts", "copied_contact_\(index + 1)"]
            var id = RecipientID("copied_contact_\(index + 1)")
            while mapped.recipientPlaces[id] != nil { id = RecipientID(id.rawValue + "_") }
            if taken.contains(contact.email.lowercased()) {
                problems.add("is already a recipient.", at: path + ["email"])
            }
            checkName(contact.name, at: path, problems)
            var recipient = Recipient(
                id: id, name: contact.name?.nonEmpty ?? contact.email, email: contact.email, routingOrder: last,
                kind: .carbonCopy)
            recipient.emailNotification = settings.language.map { EmailNotification(language: $0) }
            mapped.definition.recipients.append(recipient)
            mapped.recipientPlaces[id] = path
        }
    }

    private func recipient(
        _ person: SignWell.Recipient, order: Int, _ settings: SignWell.DocumentSettings, at path: [String],
        _ problems: RequestProblems
    ) -> Recipient {
        checkName(person.name, at: path, problems)
        for (text, key, limit) in [
            (person.subject, "subject", SettingLimits.subject), (person.message, "message", SettingLimits.message),
        ] {
            if let text, text.utf16.count > limit {
                problems.add("is longer than \(limit) characters.", at: path + [key])
            }
        }
        var recipient = Recipient(
            id: RecipientID(person.id), name: person.name?.nonEmpty ?? person.email, email: person.email,
            routingOrder: order)
        // Who signs inside the sender's product hears from that product.
        if settings.embeddedSigning == true, person.sendEmail != true { recipient.clientUserID = person.id.nonEmpty }
        recipient.accessCode = person.passcode?.nonEmpty.map { AccessCode($0, salt: newSalt()) }
        let own = EmailNotification(
            subject: person.subject?.nonEmpty, body: person.message?.nonEmpty, language: settings.language)
        if own != EmailNotification() { recipient.emailNotification = own }
        recipient.mailDelay = person.sendEmailDelay.flatMap { $0 == 0 ? nil : $0 }
        return recipient
    }

    private func checkName(_ name: String?, at path: [String], _ problems: RequestProblems) {
        if let name, name.utf16.count > EnvelopeLimits.recipientName {
            problems.add("is longer than \(EnvelopeLimits.recipientName) characters.", at: path + ["name"])
        }
    }

    private func noteRepeated(_ ids: [String], _ what: String, at path: [String], _ problems: RequestProblems) {
        let counts = Dictionary(ids.map { ($0, 1) }, uniquingKeysWith: +)
        let repeated = counts.filter { $0.value > 1 && !$0.key.isEmpty }.keys.sorted().prefix(20)
        if !repeated.isEmpty {
            problems.put("These \(what) are there more than once: \(repeated.joined(separator: ", ")).", at: path)
        }
    }

    // MARK: - Fields

    private func addFields(
        _ fields: [[SignWell.Field]], on documents: [EnvelopeDocument?], _ days: FormulaDays,
        to mapped: inout MappedDocument, _ problems: RequestProblems
    ) {
        let all = fields.flatMap(\.self)
        noteRepeated(all.compactMap(\.apiID), "api_ids", at: ["fields", "duplicated_api_ids"], problems)
        let known = Set(mapped.definition.recipients.filter(\.signs).map(\.id.rawValue))
        let unknown = Set(all.map(\.recipientID).filter { !$0.isEmpty && !known.contains($0) }).sorted().prefix(20)
        if !unknown.isEmpty {
            problems.put(
                "No recipient has these ids: \(unknown.joined(separator: ", ")).", at: ["fields", "invalid_ids"])
        }
        var ids = FieldIDs(taken: all.compactMap(\.apiID))
        for (index, list) in fields.enumerated() {
            if index >= documents.count, !list.isEmpty {
                problems.add("There is no file for these fields.", at: ["fields", "file_\(index + 1)"])
            }
            for (number, field) in list.enumerated() {
                let id = ids.id(of: field)
                guard index < documents.count else { continue }
                let path = ["fields", "file_\(index + 1)", "field_\(number + 1)"]
                let document = documents[index]
                var tab = field.tab(
                    id: newTabID(), apiID: id, on: document?.id ?? "", of: RecipientID(field.recipientID), at: path,
                    days, problems)
                // A field on a page that its file lacks is not created.
                guard let document, (1...max(1, document.pages.count)).contains(field.page),
                    known.contains(field.recipientID)
                else { continue }
                if tab.kind == .text, let detail = tab.detail,
                    let person = mapped.definition.recipients.first(where: { $0.id == tab.recipientID })
                {
                    tab.value = detail.part(of: person.name)
                }
                mapped.definition.tabs.append(tab)
                mapped.tabPlaces[tab.id] = path
            }
        }
    }

    /// Replaces a document by one with marks, and adds the fields of its signature page.
    package func replace(
        _ index: Int, by document: EnvelopeDocument, adding fields: [SignWell.Field], in mapped: inout MappedDocument,
        _ problems: RequestProblems
    ) {
        mapped.definition.documents[index] = document
        var ids = FieldIDs(taken: mapped.definition.tabs.map(\.dialectID))
        mapped.definition.tabs += fields.map { field in
            field.tab(
                id: newTabID(), apiID: ids.id(of: field), on: document.id, of: RecipientID(field.recipientID),
                at: ["with_signature_page"], .none, problems)
        }
    }

    private func addGroups(
        _ groups: [SignWell.CheckboxGroup], to mapped: inout MappedDocument, _ problems: RequestProblems
    ) {
        for (index, group) in groups.enumerated() {
            let path = ["checkbox_groups", "checkbox_group_\(index + 1)"]
            let name = group.groupName ?? ""
            if let least = group.minValue, least < 0 {
                problems.put(
                    "The min_value of the group “\(name)” is below 0.", at: ["checkbox_groups", "min_value_negative"])
                continue
            }
            let recipient = RecipientID(group.recipientID ?? "")
            for id in group.checkboxIDs {
                let tabs = mapped.definition.tabs.indices.filter {
                    mapped.definition.tabs[$0].dialectID == id && mapped.definition.tabs[$0].kind == .checkbox
                        && mapped.definition.tabs[$0].recipientID == recipient
                }
                guard let tab = tabs.first else {
                    problems.add(
                        "The recipient has no checkbox with the api_id “\(id.prefix(100))”.",
                        at: path + ["checkbox_ids"])
                    continue
                }
                mapped.definition.tabs[tab].groupLabels = (mapped.definition.tabs[tab].groupLabels ?? []) + [name]
            }
            if let rule = group.rule(for: recipient, at: path, problems) { mapped.definition.tabGroups.append(rule) }
        }
    }

    /// Adds the tabs that ask recipients for files. This API gives them no place; they stand below one another at the top
    /// of the first page, where they leave nothing.
    private func addAttachments(
        _ requests: [SignWell.AttachmentRequest], to mapped: inout MappedDocument, _ problems: RequestProblems
    ) {
        let known = Set(mapped.definition.recipients.filter(\.signs).map(\.id.rawValue))
        let unknown = Set(requests.map(\.recipientID)).subtracting(known).sorted().prefix(20)
        if !unknown.isEmpty {
            problems.put(
                "No recipient has these ids: \(unknown.joined(separator: ", ")).",
                at: ["attachment_requests", "invalid_ids"])
        }
        guard let document = mapped.definition.documents.min(by: { $0.order < $1.order }),
            let page = document.pages.first
        else { return }
        for (index, request) in requests.enumerated() where known.contains(request.recipientID) {
            let height = min(22, page.height / Double(requests.count + 1))
            let tab = EnvelopeTab(
                id: newTabID(), kind: .signerAttachment, documentID: document.id,
                recipientID: RecipientID(request.recipientID), page: 1,
                frame: TabFrame(
                    x: min(12, page.width / 10), y: Double(index) * height, width: min(200, page.width / 2),
                    height: height),
                label: request.name, required: request.required ?? true)
            mapped.definition.tabs.append(tab)
            mapped.tabPlaces[tab.id] = ["attachment_requests", "attachment_request_\(index + 1)"]
        }
    }
}

/// Ids for fields without one.
struct FieldIDs {
    private var taken: Set<String>
    private var counts: [String: Int] = [:]

    init(taken: [String]) { self.taken = Set(taken) }

    mutating func id(of field: SignWell.Field) -> String {
        if let given = field.apiID?.nonEmpty { return given }
        let stem = field.type.idStem
        var id = ""
        repeat {
            counts[stem, default: 0] += 1
            id = "\(stem)_\(counts[stem, default: 0])"
        } while !taken.insert(id).inserted
        return id
    }
}

extension PersonDetail {
    /// What a person's name says about it.
    func part(of name: String) -> String? {
        let words = name.split(separator: " ")
        switch self {
        case .givenName: return words.first.map(String.init)
        case .familyName: return words.count > 1 ? words.dropFirst().joined(separator: " ") : nil
        case .company, .title, .phone: return nil
        }
    }
}

extension SignWell.CheckboxGroup {
    /// Returns the rule for the domain; `nil` with a note for one that lacks its numbers.
    func rule(for recipient: RecipientID, at path: [String], _ problems: RequestProblems) -> TabGroup? {
        func need(_ number: Int?, _ key: String) -> Int? {
            if number == nil { problems.add("is missing.", at: path + [key]) }
            if let number, number < 0 { problems.add("is below 0.", at: path + [key]) }
            return number.map { max(0, $0) }
        }
        let isRequired = required ?? false
        var group = TabGroup(
            label: groupName ?? "", recipientID: recipient, rule: .selectAtLeast, minimum: minValue ?? 1, maximum: 0)
        switch validation ?? .minimum {
        case .minimum: break
        case .maximum:
            guard let most = need(maxValue, "max_value") else { return nil }
            group.rule = isRequired ? .selectARange : .selectAtMost
            group.minimum = isRequired ? 1 : 0
            group.maximum = most
        case .exact:
            guard let count = need(exactValue, "exact_value") else { return nil }
            group.rule = .selectExactly
            group.minimum = count
            group.maximum = count
        case .range:
            guard let least = need(minValue, "min_value"), let most = need(maxValue, "max_value") else { return nil }
            group.rule = .selectARange
            group.minimum = least
            group.maximum = most
        }
        group.isOptional = !isRequired
        return group
    }

    /// A group in an answer.
    init(_ group: TabGroup, in tabs: [EnvelopeTab], id: String) {
        self.init(
            groupName: group.label, recipientID: group.recipientID.rawValue,
            checkboxIDs: tabs.filter {
                $0.recipientID == group.recipientID && $0.groupLabels?.contains(group.label) == true
            }
            .map(\.dialectID))
        self.id = id
        required = !group.isOptional
        switch group.rule {
        case .selectAtLeast: (validation, minValue) = (.minimum, group.minimum)
        case .selectAtMost: (validation, maxValue) = (.maximum, group.maximum)
        case .selectExactly: (validation, exactValue) = (.exact, group.minimum)
        case .selectARange: (validation, minValue, maxValue) = (.range, group.minimum, group.maximum)
        }
    }
}
