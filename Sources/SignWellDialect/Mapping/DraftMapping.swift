import Envelopes
import Essentials
import Foundation

extension SignWell.SendRequest {
    /// Returns what changes in a draft before it is sent.
    ///
    /// - Parameter user: the user of the key
    package func correction(
        of definition: EnvelopeDefinition, user: Sender, standard: NotificationSettings, _ problems: RequestProblems
    ) -> Correction {
        settings.check(problems)
        var correction = Correction()
        let known = SignWell.DocumentSettings(definition)
        let all = settings.or(known)
        if settings.testMode != nil, settings.testMode != definition.options.isTest {
            problems.add("is decided when a document is made: its pages show it.", at: ["test_mode"])
        }
        let name = all.name ?? definition.emailSubject
        correction.emailSubject = all.subject?.nonEmpty ?? name
        correction.emailBlurb = all.message?.nonEmpty
        if settings.expiresIn != nil || settings.reminders != nil {
            correction.notification = settings.changing(definition.notification ?? standard)
        }
        if settings.metadata != nil { correction.customFields = all.customFields }
        var options = all.options(named: name)
        options.title = correction.emailSubject == name ? nil : name
        options.templateIDs = definition.options.templateIDs
        let sender = all.sender(for: user)
        options.maker = sender == user ? nil : user
        correction.options = options
        correction.sender = sender == definition.sender ? nil : sender
        correction.allowsReassigning = settings.allowReassign
        correction.recipients = definition.recipients.enumerated().compactMap { index, old in
            guard old.acts else { return nil }
            var new = old
            if let inOrder = settings.applySigningOrder { new.routingOrder = inOrder ? index + 1 : 1 }
            if let isEmbedded = settings.embeddedSigning, isEmbedded != definition.options.isEmbedded {
                new.clientUserID = isEmbedded ? old.id.rawValue : nil
            }
            return new == old ? nil : new
        }
        if let last = (correction.recipients.map(\.routingOrder).max()) {
            correction.recipients += definition.recipients.filter { !$0.acts && $0.routingOrder <= last }.map {
                copied in
                var copied = copied
                copied.routingOrder = last + 1
                return copied
            }
        }
        addGroups(to: &correction, of: definition, problems)
        return correction
    }

    private func addGroups(
        to correction: inout Correction, of definition: EnvelopeDefinition, _ problems: RequestProblems
    ) {
        for (index, group) in (checkboxGroups ?? []).enumerated() {
            let path = ["checkbox_groups", "checkbox_group_\(index + 1)"]
            let recipient = RecipientID(group.recipientID ?? "")
            let boxes = definition.tabs.filter {
                $0.kind == .checkbox && $0.recipientID == recipient && group.checkboxIDs.contains($0.dialectID)
            }
            if boxes.count < group.checkboxIDs.count {
                problems.add("The recipient has no checkbox with one of these ids.", at: path + ["checkbox_ids"])
            }
            guard let rule = group.rule(for: recipient, at: path, problems) else { continue }
            correction.tabGroups.append(rule)
            correction.tabs += boxes.map { box in
                var box = correction.tabs.first { $0.id == box.id } ?? box
                box.groupLabels = Array(Set((box.groupLabels ?? []) + [rule.label])).sorted()
                return box
            }
        }
    }
}

extension SignWell.DocumentSettings {
    /// The settings of a definition.
    init(_ definition: EnvelopeDefinition) {
        let options = definition.options
        self.init(name: options.title ?? definition.emailSubject)
        subject = options.title == nil ? nil : definition.emailSubject
        message = definition.emailBlurb
        testMode = options.isTest
        apiApplicationID = options.applicationID
        embeddedSigning = options.isEmbedded
        embeddedSigningNotifications = options.isEmbedded && options.announcesCompletion
        if let maker = options.maker {
            customRequesterName = maker.name == definition.sender.name ? nil : definition.sender.name
            customRequesterEmail = maker.email == definition.sender.email ? nil : definition.sender.email
        }
        redirectURL = options.signedAddress
        declineRedirectURL = options.declinedAddress
        allowDecline = options.allowsDeclining
        labels = options.labels.map { Label(name: $0) }
    }
}

extension SignWell.RecipientsRequest {
    /// Returns the recipients of an envelope as the request wants them.
    ///
    /// - Throws: 409 if recipients cannot be changed any more
    package func correction(
        of envelope: Envelope, newSalt: () -> String, _ problems: RequestProblems
    ) throws(SignWell.ErrorBody) -> Correction {
        let status = SignWell.Document.status(of: envelope)
        guard [.sent, .viewed, .pending, .bounced].contains(status) else {
            throw SignWell.ErrorBody(
                status: 409,
                errors: .members(["base": .sentences(["The recipients of a document that is \(status) cannot change."])]
                ))
        }
        var correction = Correction()
        for (index, change) in recipients.enumerated() {
            let path = ["recipients", "recipient_\(index + 1)"]
            guard var recipient = envelope.recipient(RecipientID(change.id)), recipient.acts else {
                problems.add("The document has no recipient with this id.", at: path + ["id"])
                continue
            }
            if let state = envelope.state(of: recipient.id), state.hasFinished || state.hasConsented {
                problems.add("This person has already started to sign.", at: ["recipients[\(change.id)]"])
            }
            if !EmailAddress.isValid(change.email) {
                problems.add("is not a valid e-mail address.", at: path + ["email"])
            }
            if change.name.utf16.count > EnvelopeLimits.recipientName || change.name.isEmpty {
                problems.add(
                    "has to have 1 to \(EnvelopeLimits.recipientName) characters.", at: path + ["name"])
            }
            let isTaken = envelope.recipients.contains {
                $0.id != recipient.id && $0.email.lowercased() == change.email.lowercased()
            }
            if isTaken { problems.add("is the address of another recipient.", at: path + ["email"]) }
            recipient.name = change.name
            recipient.email = change.email
            if let passcode = change.passcode {
                recipient.accessCode = passcode.nonEmpty.map { AccessCode($0, salt: newSalt()) }
            }
            var own = recipient.emailNotification ?? EmailNotification()
            if let subject = change.subject { own.subject = subject.nonEmpty }
            if let message = change.message { own.body = message.nonEmpty }
            recipient.emailNotification = own == EmailNotification() ? nil : own
            correction.recipients.append(recipient)
        }
        return correction
    }
}
