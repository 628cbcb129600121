import Essentials

extension EnvelopeDefinition {
    /// Returns all problems of the definition, in the order of its parts; empty if it has none.
    ///
    /// - Parameter sending: whether the envelope is to be sent. A draft may still lack a document, a signer and a
    ///   subject.
    public func problems(whenSending sending: Bool) -> [EnvelopeProblem] {
        var check = DefinitionCheck(definition: self)
        if sending { check.completeness() }
        check.texts()
        check.checkDocuments()
        check.checkRecipients()
        check.checkTabs()
        check.checkChoices()
        check.checkCustomFields()
        check.checkNotification()
        check.checkEventNotifications()
        check.checkVisibility()
        check.checkOptions()
        check.problems += workflowProblems
        return check.problems
    }
}

/// Checks a definition and collects its problems.
struct DefinitionCheck {
    let definition: EnvelopeDefinition
    var problems: [EnvelopeProblem] = []

    init(definition: EnvelopeDefinition) { self.definition = definition }

    mutating func completeness() {
        if definition.documents.isEmpty { problems.append(.noDocument) }
        if !definition.recipients.contains(where: \.signs) { problems.append(.noSigner) }
        if TextRules.isBlank(definition.emailSubject) { problems.append(.emptySubject) }
    }

    mutating func texts() {
        check(definition.emailSubject, .emailSubject, limit: EnvelopeLimits.emailSubject)
        check(definition.emailBlurb, .emailBlurb, limit: EnvelopeLimits.emailBlurb, allowingLines: true)
        if let replyTo = definition.replyTo {
            check(replyTo.name, .replyToName, limit: EnvelopeLimits.recipientName)
            if !EmailAddress.isValid(replyTo.email) { problems.append(.replyToNotAnEmail(replyTo.email)) }
        }
        check(definition.transactionID, .transactionID, limit: EnvelopeLimits.transactionID)
    }

    mutating func checkNotification() {
        let days = 1...EnvelopeLimits.days
        func check(_ count: Int, _ place: ProblemPlace, _ range: ClosedRange<Int>) {
            if !range.contains(count) { problems.append(.daysOutOfRange(place, count, range)) }
        }
        if let reminders = definition.notification?.reminders {
            check(reminders.delay, .reminderDelay, days)
            for day in reminders.days ?? [] { check(day, .reminderDays, days) }
            check(reminders.frequency, .reminderFrequency, 0...EnvelopeLimits.days)
        }
        if let expiry = definition.notification?.expiry {
            check(expiry.after, .expiry, days)
            check(expiry.warn, .expiryWarning, 0...max(0, expiry.after))
        }
    }

    mutating func checkDocuments() {
        count(definition.documents.count, .documents, limit: EnvelopeLimits.documents)
        for document in definition.documents {
            let id = document.id
            if !ChosenIdentifier.isValid(id.rawValue) {
                problems.append(.badIdentifier(.document(id, .id), id: id.rawValue))
            }
            if Self.reservedDocuments.contains(id.rawValue.lowercased()) { problems.append(.reservedDocument(id)) }
            filled(document.name, .document(id, .name), limit: EnvelopeLimits.documentName)
            if document.pages.isEmpty { problems.append(.documentWithoutPages(id)) }
            for (index, page) in document.pages.enumerated() where page.width <= 0 || page.height <= 0 {
                problems.append(.badPageSize(id, page: index + 1))
            }
        }
        problems += repeated(definition.documents.map(\.id)).map(EnvelopeProblem.duplicateDocument)
        definition.documents.forEach { checkFields(of: $0) }
    }

    private mutating func checkFields(of document: EnvelopeDocument) {
        count(document.covered.count, .document(document.id, .covered), limit: EnvelopeLimits.coveredFrames)
        count(document.fields.count, .document(document.id, .fields), limit: EnvelopeLimits.documentFields)
        for field in document.fields {
            filled(field.name, .document(document.id, .fieldName), limit: EnvelopeLimits.customFieldText)
            check(
                field.value, .document(document.id, .fieldValue(field.name)), limit: EnvelopeLimits.textValue,
                allowingLines: true)
        }
        problems += repeated(document.fields.map(\.name)).map { .duplicateDocumentField(document.id, $0) }
    }

    mutating func checkEventNotifications() {
        count(
            definition.eventNotifications.count, .eventNotifications, limit: EnvelopeLimits.eventNotifications)
        for notification in definition.eventNotifications {
            filled(notification.url, .notificationURL, limit: EnvelopeLimits.notificationURL)
        }
    }

    /// Ids that the API uses beside an envelope's own documents.
    private static let reservedDocuments: Set<String> = ["combined", "certificate", "archive", "portfolio"]

    mutating func checkRecipients() {
        count(definition.recipients.count, .recipients, limit: EnvelopeLimits.recipients)
        for recipient in definition.recipients {
            let id = recipient.id
            if !ChosenIdentifier.isValid(id.rawValue) {
                problems.append(.badIdentifier(.recipient(id, .id), id: id.rawValue))
            }
            filled(recipient.name, .recipient(id, .name), limit: EnvelopeLimits.recipientName)
            if recipient.kind != .inPersonSigner || !recipient.email.isEmpty, !EmailAddress.isValid(recipient.email) {
                problems.append(.notAnEmail(id, recipient.email))
            } else if recipient.getsMail, EmailAddress.hasInternationalLocalPart(recipient.email) {
                problems.append(.undeliverableEmail(id, recipient.email))
            }
            checkHost(of: recipient)
            if let delay = recipient.mailDelay, !(0...EnvelopeLimits.mailDelay).contains(delay) {
                problems.append(
                    .tooLong(.recipient(id, .mailDelay), limit: EnvelopeLimits.mailDelay))
            }
            if recipient.routingOrder < 1 { problems.append(.routingOrderBelowOne(id, recipient.routingOrder)) }
            check(recipient.clientUserID, .recipient(id, .clientUserID), limit: EnvelopeLimits.clientUserID)
            if recipient.clientUserID == "" { problems.append(.empty(.recipient(id, .clientUserID))) }
            check(recipient.note, .recipient(id, .note), limit: EnvelopeLimits.note, allowingLines: true)
            check(recipient.emailNotification, of: id)
            for text in recipient.offlineAttributes?.texts ?? [] {
                check(text, .recipient(id, .offlineAttribute), limit: EnvelopeLimits.offlineAttribute)
            }
        }
        problems += repeated(definition.recipients.map(\.id)).map(EnvelopeProblem.duplicateRecipient)
    }

    private mutating func check(_ notification: EmailNotification?, of id: RecipientID) {
        check(notification?.subject, .recipient(id, .mailSubject), limit: EnvelopeLimits.emailSubject)
        check(
            notification?.body, .recipient(id, .mailText), limit: EnvelopeLimits.emailBlurb,
            allowingLines: true)
        check(notification?.language, .recipient(id, .language), limit: EnvelopeLimits.language)
    }

    private mutating func checkHost(of recipient: Recipient) {
        let id = recipient.id
        guard recipient.kind == .inPersonSigner else {
            if recipient.host != nil { problems.append(.hostNotAllowed(id)) }
            return
        }
        guard let host = recipient.host else { return problems.append(.hostMissing(id)) }
        filled(host.name, .recipient(id, .hostName), limit: EnvelopeLimits.recipientName)
        if !EmailAddress.isValid(host.email) { problems.append(.hostNotAnEmail(id, host.email)) }
    }

    mutating func checkTabs() {
        count(definition.tabs.count, .tabs, limit: EnvelopeLimits.tabs)
        let documents = Dictionary(definition.documents.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let recipients = Set(definition.recipients.map(\.id))
        let copied = Set(definition.recipients.filter { !$0.acts }.map(\.id))
        let delivered = Set(definition.recipients.filter { $0.kind == .certifiedDelivery }.map(\.id))
        for tab in definition.tabs {
            if !recipients.contains(tab.recipientID) { problems.append(.unknownRecipient(tab)) }
            if copied.contains(tab.recipientID) { problems.append(.tabForCopy(tab)) }
            if delivered.contains(tab.recipientID) { problems.append(.tabForDelivery(tab)) }
            checkPlace(of: tab, on: documents[tab.documentID])
            filled(tab.label, .tab(tab, .label), limit: EnvelopeLimits.tabLabel)
            check(tab.clientID, .tab(tab, .clientID), limit: EnvelopeLimits.tabLabel)
            check(tab.tooltip, .tab(tab, .tooltip), limit: EnvelopeLimits.tooltip)
            if let size = tab.fontSize, !(1...200).contains(size) { problems.append(.badFontSize(tab)) }
            checkValue(of: tab)
        }
        problems += repeated(definition.tabs.map(\.id)).map(EnvelopeProblem.duplicateTab)
    }

    private mutating func checkPlace(of tab: EnvelopeTab, on document: EnvelopeDocument?) {
        let frame = tab.frame
        let hasSize = frame.width > 0 && frame.height > 0
        let isNegative = frame.x < 0 || frame.y < 0
        if !hasSize { problems.append(.noSize(tab)) }
        if isNegative { problems.append(.negativePosition(tab)) }
        guard let document else { return problems.append(.unknownDocument(tab)) }
        guard tab.page >= 1, tab.page <= document.pages.count else {
            return problems.append(.pageOutOfRange(tab, pages: document.pages.count))
        }
        let page = document.pages[tab.page - 1]
        if hasSize, !isNegative, !frame.lies(on: page) { problems.append(.offPage(tab, page: page)) }
    }

    private mutating func checkValue(of tab: EnvelopeTab) {
        if let maxLength = tab.maxLength {
            if tab.kind != .text { problems.append(.maxLengthWithoutText(tab)) }
            if maxLength < 1 { problems.append(.maxLengthBelowOne(tab)) }
        }
        let canHaveForm = tab.kind == .text || tab.kind == .dateSigned && tab.validation == nil
        if tab.validation != nil || tab.dateFormat != nil, !canHaveForm { problems.append(.formWithoutText(tab)) }
        guard let value = tab.value else { return }
        switch tab.kind {
        case .text:
            let limit = tab.maxLength.map { max($0, 1) } ?? EnvelopeLimits.textValue
            let place = ProblemPlace.tab(tab, .value)
            if TextRules.isLonger(value, than: limit) { problems.append(.tooLong(place, limit: limit)) }
            if TextRules.holdsControlCharacter(inValue: value) { problems.append(.controlCharacter(place)) }
            if !tab.takes(value) { problems.append(.valueUnfit(tab)) }
        case .list:
            check(value, .tab(tab, .value), limit: EnvelopeLimits.optionText)
        case .checkbox, .radio:
            if value != "true", value != "false" { problems.append(.notTrueOrFalse(tab)) }
        case .signHere, .initialHere, .dateSigned, .fullName, .email, .signerAttachment:
            problems.append(.valueNotAllowed(tab))
        }
    }

    mutating func checkCustomFields() {
        count(definition.customFields.count, .customFields, limit: EnvelopeLimits.customFields)
        for field in definition.customFields {
            filled(field.id, .customField(id: field.id, name: field.name, .id), limit: EnvelopeLimits.customFieldText)
            filled(
                field.name, .customField(id: field.id, name: field.name, .name), limit: EnvelopeLimits.customFieldText)
            check(
                field.value, .customField(id: field.id, name: field.name, .value),
                limit: EnvelopeLimits.customFieldValue)
            if let items = field.items {
                for item in items {
                    check(
                        item, .customField(id: field.id, name: field.name, .item), limit: EnvelopeLimits.customFieldText
                    )
                }
                if !field.value.isEmpty, !items.contains(field.value) {
                    problems.append(.customFieldValueNotOffered(field.name, field.value))
                }
            }
        }
        problems += repeated(definition.customFields.map(\.id)).map(EnvelopeProblem.duplicateCustomField)
    }

    // MARK: - Single texts and counts

    mutating func check(_ text: String?, _ place: ProblemPlace, limit: Int, allowingLines: Bool = false) {
        guard let text else { return }
        if TextRules.isLonger(text, than: limit) { problems.append(.tooLong(place, limit: limit)) }
        if TextRules.holdsControlCharacter(text, allowingLines: allowingLines) {
            problems.append(.controlCharacter(place))
        }
    }

    mutating func filled(_ text: String, _ place: ProblemPlace, limit: Int) {
        if TextRules.isBlank(text) { problems.append(.empty(place)) }
        check(text, place, limit: limit)
    }

    mutating func count(_ number: Int, _ place: ProblemPlace, limit: Int) {
        if number > limit { problems.append(.tooMany(place, limit: limit)) }
    }

    private func repeated<ID: Hashable>(_ ids: [ID]) -> [ID] {
        var seen: Set<ID> = []
        var found: [ID] = []
        for id in ids where !seen.insert(id).inserted && !found.contains(id) { found.append(id) }
        return found
    }
}
