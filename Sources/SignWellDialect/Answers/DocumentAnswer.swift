import Envelopes
import Essentials
import Foundation

/// Addresses in the answer about a document; each is `nil` where there is none.
package struct DocumentLinks: Sendable {
    /// Where a recipient signs inside the sender's product.
    package var embedded: [RecipientID: String]
    /// Where a recipient signs on the service's own page.
    package var signing: [RecipientID: String]
    /// The files that recipients attached, by the field that asked for them.
    package var attached: [TabID: String]
    /// Where the sender composes a draft inside their product; `nil` for a document that was sent.
    package var editing: String?

    package init(
        embedded: [RecipientID: String] = [:], signing: [RecipientID: String] = [:], attached: [TabID: String] = [:]
    ) {
        self.attached = attached
        self.embedded = embedded
        self.signing = signing
    }
}

extension SignWell.Document {
    /// An answer about an envelope.
    package init(_ envelope: Envelope, links: DocumentLinks = DocumentLinks(), timer: EnvelopeTimer = EnvelopeTimer()) {
        let definition = envelope.definition
        let options = definition.options
        let notification = timer.settings(envelope)
        let actors = envelope.recipients.filter(\.acts)
        let byOrder = Set(actors.map(\.routingOrder)).count > 1
        id = envelope.id.rawValue
        status = Self.status(of: envelope).rawValue
        name = options.title ?? envelope.emailSubject
        subject = envelope.emailSubject
        message = envelope.emailBlurb
        testMode = options.isTest
        archived = false
        createdAt = SignWell.time(envelope.createdAt)
        updatedAt = SignWell.time(envelope.lastModifiedAt)
        expiresIn = notification.expiry?.after
        language = envelope.recipients.lazy.compactMap { $0.emailNotification?.language }.first ?? "en"
        requesterEmailAddress = (options.maker ?? envelope.sender).email
        if let maker = options.maker {
            customRequesterName = maker.name == envelope.sender.name ? nil : envelope.sender.name
            customRequesterEmail = maker.email == envelope.sender.email ? nil : envelope.sender.email
        }
        allowDecline = options.allowsDeclining
        allowReassign = definition.allowsReassigning
        redirectURL = options.signedAddress
        declineRedirectURL = options.declinedAddress
        reminders = notification.reminders != nil
        applySigningOrder = byOrder
        apiApplicationID = options.applicationID
        embeddedSigning = options.isEmbedded
        embeddedSigningNotifications = options.isEmbedded && options.announcesCompletion
        embeddedEditURL = links.editing ?? Self.ownSigner(of: envelope).flatMap { links.embedded[$0] }
        declineMessage = envelope.recipients.lazy.compactMap { envelope.state(of: $0.id)?.declinedReason }.first
        templateID = options.templateIDs.first
        templateIDs = options.templateIDs.isEmpty ? nil : options.templateIDs
        metadata = Dictionary(
            definition.customFields.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
        labels = options.labels.map { SignWell.DocumentSettings.Label($0, account: envelope.accountID) }
        let documents = envelope.documents.sorted { $0.order < $1.order }
        files = documents.map { FileInfo(name: $0.name, pagesNumber: $0.pages.count) }
        fields = documents.map { document in
            envelope.tabs.filter { $0.documentID == document.id }.compactMap { SignWell.FieldInfo($0, in: envelope) }
        }
        recipients = actors.map { recipient in
            SignWell.RecipientInfo(recipient, at: byOrder ? recipient.routingOrder : nil, in: envelope, links)
        }
        copiedContacts = envelope.recipients.filter { !$0.acts }.map {
            SignWell.CopiedContact(id: $0.id.rawValue, name: $0.name, email: $0.email)
        }
        checkboxGroups = definition.tabGroups.map {
            SignWell.CheckboxGroup($0, in: envelope.tabs, id: SignWell.FieldInfo.groupID($0, of: envelope.id))
        }
        attachmentRequests = SignWell.AttachmentRequest.all(in: envelope.tabs)
    }

    /// The recipient who is the sender and signs inside the sender's product.
    private static func ownSigner(of envelope: Envelope) -> RecipientID? {
        guard envelope.definition.options.isEmbedded else { return nil }
        let own = [envelope.definition.options.maker?.email, envelope.sender.email].compactMap { $0?.lowercased() }
        return envelope.recipients.first { $0.signs && own.contains($0.email.lowercased()) }?.id
    }
}

extension SignWell {
    /// ISO 8601 in UTC with seconds.
    package static func time(_ date: Date) -> String {
        String(Timestamp.text(date).prefix(19)) + "Z"
    }

    /// The statuses of a document, as answers write them.
    package enum DocumentStatus: String, Hashable, Sendable, CaseIterable {
        case draft = "Draft"
        case created = "Created"
        case sent = "Sent"
        case viewed = "Viewed"
        case pending = "Pending"
        case completed = "Completed"
        case declined = "Declined"
        case canceled = "Canceled"
        case expired = "Expired"
        case bounced = "Bounced"
    }
}

extension SignWell.Document {
    /// The status of an envelope in this dialect's words.
    package static func status(of envelope: Envelope) -> SignWell.DocumentStatus {
        let states = envelope.recipients.filter(\.acts).compactMap { envelope.state(of: $0.id) }
        switch envelope.status {
        case .created: return .draft
        case .completed: return .completed
        case .declined: return .declined
        case .voided: return envelope.hasExpired ? .expired : .canceled
        case .signed: return .pending
        case .sent, .delivered:
            if states.contains(where: { $0.status == .autoResponded }) { return .bounced }
            if states.contains(where: { $0.status == .completed }) { return .pending }
            return states.contains { $0.deliveredAt != nil } ? .viewed : .sent
        }
    }
}

extension SignWell.DocumentSettings.Label {
    init(_ name: String, account: String) {
        self.init(id: DerivedGUID.text(of: "label/\(account)/\(name)"), name: name)
    }
}

extension SignWell.RecipientInfo {
    /// - Parameter order: the place in the signing order; `nil` for the place among the recipients
    init(_ recipient: Recipient, at order: Int?, in envelope: Envelope, _ links: DocumentLinks) {
        let state = envelope.state(of: recipient.id)
        id = recipient.id.rawValue
        name = recipient.name
        email = recipient.email
        status =
            switch state?.status ?? .created {
            case .created: "created"
            case .sent: "sent"
            case .delivered: "viewed"
            case .completed: "completed"
            case .declined: "declined"
            case .autoResponded: "bounced"
            }
        subject = recipient.emailNotification?.subject
        message = recipient.emailNotification?.body ?? recipient.note
        let isEmbedded = envelope.definition.options.isEmbedded
        sendEmail = isEmbedded ? recipient.getsMail : true
        sendEmailDelay = recipient.mailDelay ?? 0
        let acting = envelope.recipients.filter(\.acts)
        signingOrder = order ?? (acting.firstIndex { $0.id == recipient.id } ?? 0) + 1
        signingURL = links.signing[recipient.id]
        embeddedSigningURL = isEmbedded ? links.embedded[recipient.id] : nil
        bounced = state?.status == .autoResponded
        bouncedDetails = state?.undeliveredReason
        attachmentRequests = SignWell.AttachmentRequest.all(in: envelope.tabs, of: recipient.id, links)
    }
}

extension SignWell.FieldInfo {
    static let noValidation = "no_text_validation"

    /// A field in an answer; `nil` for a kind that this API does not have: a button of a radio group.
    init?(_ tab: EnvelopeTab, in envelope: Envelope) {
        self.init(tab, value: envelope.isShown(tab) ? envelope.value(of: tab) : envelope.hiddenValue(of: tab))
        if let person = envelope.recipient(tab.recipientID) {
            recipient = Person(name: person.name, email: person.email)
        }
        if let label = tab.groupLabels?.first,
            let group = envelope.definition.tabGroups.first(where: {
                $0.label == label && $0.recipientID == tab.recipientID
            })
        {
            signingElementsGroupID = Self.groupID(group, of: envelope.id)
        }
    }

    init?(_ tab: EnvelopeTab, value given: String?) {
        guard let type = SignWell.FieldType(tab) else { return nil }
        self.type = type
        apiID = tab.dialectID
        x = PixelLength(Points(tab.frame.x)).rounded
        y = PixelLength(Points(tab.frame.y)).rounded
        page = tab.page
        width = PixelLength(Points(tab.frame.width)).text
        height = PixelLength(Points(tab.frame.height)).text
        required = tab.required
        recipientID = tab.recipientID.rawValue
        value = given.flatMap(\.nonEmpty)
        switch type {
        case .checkbox:
            name = tab.tooltip
            value = given == "true" ? "t" : nil
        case .text:
            label = tab.tooltip
            validation = tab.validation?.signWellName ?? Self.noValidation
            // Text is set in the field's own width, in several lines if it has to be.
            fixedWidth = true
        case .date:
            label = tab.tooltip
            lockSignDate = tab.kind == .dateSigned
            dateFormat = tab.dateFormat?.rawValue
        case .select, .dropdown:
            label = tab.tooltip
            options = (tab.options ?? []).map { .init(name: $0.text, apiID: $0.value) }
            defaultOption = tab.value
            allowOther = tab.kind == .text
        default: break
        }
    }

    static func groupID(_ group: TabGroup, of envelope: EnvelopeID) -> String {
        DerivedGUID.text(envelope, "checkboxGroup", "\(group.recipientID)/\(group.label)")
    }
}

extension EnvelopeTab {
    /// The id by which this API names it.
    package var dialectID: String { clientID ?? label }
}

extension SignWell.FieldType {
    /// The type of a tab; `nil` for a button of a radio group.
    init?(_ tab: EnvelopeTab) {
        switch tab.kind {
        case .signHere: self = .signature
        case .initialHere: self = .initials
        case .checkbox: self = .checkbox
        case .radio, .signerAttachment: return nil
        case .list: self = .select
        case .fullName: self = .autofillName
        case .email: self = .autofillEmail
        // The service's own form of a date has no name in this API.
        case .dateSigned: self = tab.dateFormat == nil ? .autofillDateSigned : .date
        case .text:
            switch tab.detail {
            case nil: self = tab.options != nil ? .select : tab.dateFormat == nil ? .text : .date
            case .company: self = .autofillCompany
            case .title: self = .autofillTitle
            case .phone: self = .autofillPhone
            case .givenName: self = .autofillFirstName
            case .familyName: self = .autofillLastName
            }
        }
    }
}

extension PixelLength {
    /// The length in hundredths of a pixel: a length that was given in pixels comes back as it was.
    var rounded: Double { (value * 100).rounded() / 100 }

    /// The length as answers write sizes: `32.0`.
    var text: String { String(rounded) }
}
