import Envelopes
import Essentials
import Foundation

extension DocumentMapping {
    /// Returns the template that a request asks for; problems are noted.
    ///
    /// - Parameter documents: the request's files as documents, in their order; `nil` for a file with a problem
    package func template(
        _ request: SignWell.TemplateRequest, id: TemplateID, _ documents: [EnvelopeDocument?], at date: Date,
        _ problems: RequestProblems
    ) -> Template {
        // A placeholder is checked like a recipient, under an address that nobody has.
        var trial = SignWell.DocumentRequest(files: request.files, recipients: [], fields: request.fields)
        trial.settings = request.settings
        trial.attachmentRequests = request.attachmentRequests
        trial.checkboxGroups = request.checkboxGroups
        trial.recipients = request.placeholders.enumerated().map { index, role in
            SignWell.Recipient(
                id: role.id, name: role.recipientName ?? role.name, email: "placeholder-\(index + 1)@example.org")
        }
        let ownProblems = RequestProblems()
        var mapping = self
        mapping.makesTemplate = true
        let mapped = mapping.document(trial, documents, ownProblems)
        mapped.check(whenSending: false, ownProblems)
        problems.take(ownProblems, renaming: ["recipients": "placeholders", "recipient": "placeholder"])
        var template = Template(
            id: id, accountID: accountID, owner: user, name: request.settings.name ?? request.files.first?.name ?? "",
            isShared: true, documents: mapped.definition.documents,
            recipients: zip(request.placeholders, mapped.definition.recipients).map { role, recipient in
                self.role(role, recipient)
            }, tabs: mapped.definition.tabs, tabGroups: mapped.definition.tabGroups,
            emailSubject: request.settings.subject ?? "", emailBlurb: request.settings.message?.nonEmpty,
            notification: mapped.definition.notification, customFields: mapped.definition.customFields,
            allowsReassigning: request.settings.allowReassign ?? true, createdAt: date)
        let last = (template.recipients.map(\.recipient.routingOrder).max() ?? 1) + 1
        template.recipients += request.copiedPlaceholders.enumerated().map { index, copied in
            role(
                copied,
                Recipient(
                    id: RecipientID("copied_placeholder_\(index + 1)"), name: "", email: "", routingOrder: last,
                    kind: .carbonCopy))
        }
        template.options = mapped.definition.options
        template.options.title = nil
        template.isDraft = request.draft ?? false
        check(request, template, problems)
        return template
    }

    private func role(_ placeholder: SignWell.Placeholder, _ recipient: Recipient) -> TemplateRecipient {
        var recipient = recipient
        recipient.name = placeholder.recipientName ?? ""
        recipient.email = placeholder.recipientEmail ?? ""
        return TemplateRecipient(roleName: placeholder.name, recipient: recipient)
    }

    private func check(_ request: SignWell.TemplateRequest, _ template: Template, _ problems: RequestProblems) {
        for (list, key) in [(request.placeholders, "placeholder"), (request.copiedPlaceholders, "copied_placeholder")] {
            for (index, role) in list.enumerated() {
                guard let email = role.recipientEmail?.nonEmpty, !EmailAddress.isValid(email) else { continue }
                problems.add(
                    "is not a valid e-mail address.",
                    at: ["\(key)s", "\(key)_\(index + 1)", "preassigned_recipient_email"])
            }
        }
        if !request.placeholders.isEmpty, request.placeholders.allSatisfy({ $0.recipientEmail?.nonEmpty != nil }) {
            problems.put(
                "At least one placeholder has to be left without a preassigned recipient.",
                at: ["placeholders", "all_preassigned"])
        }
        noteTemplate(template, problems)
    }

    /// Notes what the domain says about a template as a whole.
    private func noteTemplate(_ template: Template, _ problems: RequestProblems) {
        for problem in template.problems() {
            switch problem {
            case .emptyName: problems.add(problem.description, at: ["name"])
            case .duplicateRole: problems.add(problem.description, at: ["placeholders", "duplicated_names"])
            case .tooLong(let place, _), .controlCharacter(let place):
                var member = "name"
                if case .roleName = place { member = "placeholders" }
                problems.add(problem.description, at: [member])
            case .nobody, .definition, .emptyFolderName: break
            }
        }
    }

    /// Changes a template as a request wants it.
    package func update(_ template: inout Template, _ request: SignWell.TemplateUpdate, _ problems: RequestProblems) {
        request.settings.check(problems)
        let all = request.settings.or(SignWell.DocumentSettings(template))
        template.name = all.name ?? template.name
        template.emailSubject = all.subject ?? template.emailSubject
        template.emailBlurb = all.message?.nonEmpty
        if request.settings.expiresIn != nil || request.settings.reminders != nil {
            template.notification = request.settings.changing(template.notification ?? standard)
        }
        if request.settings.metadata != nil { template.customFields = all.customFields }
        template.options = all.options(named: template.name)
        template.options.title = nil
        template.allowsReassigning = all.allowReassign ?? template.allowsReassigning
        template.isDraft = request.draft ?? template.isDraft
        if let inOrder = request.settings.applySigningOrder {
            let count = template.recipients.filter(\.recipient.acts).count
            for index in template.recipients.indices {
                let acts = template.recipients[index].recipient.acts
                template.recipients[index].recipient.routingOrder =
                    acts ? (inOrder ? index + 1 : 1) : count + 1
            }
        }
        for (index, group) in (request.checkboxGroups ?? []).enumerated() {
            let path = ["checkbox_groups", "checkbox_group_\(index + 1)"]
            let recipient = RecipientID(group.recipientID ?? "")
            guard let rule = group.rule(for: recipient, at: path, problems) else { continue }
            let boxes = template.tabs.indices.filter {
                template.tabs[$0].kind == .checkbox && template.tabs[$0].recipientID == recipient
                    && group.checkboxIDs.contains(template.tabs[$0].dialectID)
            }
            if boxes.count < group.checkboxIDs.count {
                problems.add("The placeholder has no checkbox with one of these ids.", at: path + ["checkbox_ids"])
            }
            template.tabGroups.removeAll { $0.label == rule.label && $0.recipientID == recipient }
            template.tabGroups.append(rule)
            for box in boxes {
                let labels = template.tabs[box].groupLabels ?? []
                template.tabs[box].groupLabels = labels.contains(rule.label) ? labels : labels + [rule.label]
            }
        }
        noteTemplate(template, problems)
    }
}

extension RequestProblems {
    /// Takes the problems of a part, with some names of places changed.
    func take(_ other: RequestProblems, renaming names: [String: String]) {
        func renamed(_ name: String) -> String {
            if let whole = names[name] { return whole }
            let parts = name.split(separator: "_")
            guard parts.count == 2, let stem = names[String(parts[0])] else { return name }
            return "\(stem)_\(parts[1])"
        }
        func take(_ tree: SignWell.ErrorTree, at path: [String]) {
            switch tree {
            case .members(let members):
                for (name, part) in members.sorted(by: { $0.key < $1.key }) { take(part, at: path + [renamed(name)]) }
            case .sentences(let texts): texts.forEach { add($0, at: path) }
            case .sentence, .list: put(tree, at: path)
            }
        }
        other.unknownKeys.forEach(noteUnknown)
        take(other.tree, at: [])
    }
}

extension SignWell.DocumentSettings {
    /// The settings that a template gives to its documents.
    init(_ template: Template) {
        self.init(name: template.name)
        subject = template.emailSubject.nonEmpty
        message = template.emailBlurb
        expiresIn = template.notification?.expiry?.after
        reminders = template.notification.map { $0.reminders != nil }
        applySigningOrder = Set(template.recipients.filter(\.recipient.acts).map(\.recipient.routingOrder)).count > 1
        apiApplicationID = template.options.applicationID
        redirectURL = template.options.signedAddress
        declineRedirectURL = template.options.declinedAddress
        allowDecline = template.options.allowsDeclining
        allowReassign = template.allowsReassigning
        language = template.recipients.lazy.compactMap { $0.recipient.emailNotification?.language }.first
        metadata = Dictionary(template.customFields.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
        labels = template.options.labels.map { Label(name: $0) }
    }
}
