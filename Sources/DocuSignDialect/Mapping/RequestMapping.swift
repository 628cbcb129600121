import Envelopes
import Foundation

/// A definition as a client sends it, without the members that only answers have.
extension Wire.EnvelopeDefinition {
    /// - Parameters:
    ///   - sending: whether to send the envelope at once
    ///   - codes: access codes in clear; the definition has only their hashes
    ///   - content: returns a document's bytes
    package init(
        requesting definition: Envelopes.EnvelopeDefinition, sending: Bool, codes: [RecipientID: String] = [:],
        content: (Envelopes.EnvelopeDocument) -> Data
    ) {
        let fields = definition.customFields
        self.init(
            status: sending ? "sent" : "created", emailSubject: definition.emailSubject,
            emailBlurb: definition.emailBlurb,
            documents: definition.documents.map { document in
                Wire.Document(
                    documentId: document.id.rawValue, name: document.name, fileExtension: "pdf",
                    documentBase64: content(document).base64EncodedString(), order: document.order)
            },
            recipients: Wire.Recipients(requesting: definition, codes: codes),
            customFields: fields.isEmpty ? nil : Wire.CustomFields(fields),
            notification: definition.notification.map { Wire.Notification($0) },
            transactionId: definition.transactionID,
            eventNotifications: definition.eventNotifications.isEmpty
                ? nil : definition.eventNotifications.map(Wire.EventNotification.init),
            brandId: definition.brandID,
            allowReassign: definition.allowsReassigning ? true : nil,
            enforceSignerVisibility: definition.enforcesVisibility ? true : nil,
            workflow: definition.workflow.map { Wire.Workflow($0) })
    }
}

extension Wire.Recipients {
    /// The recipients of a definition with their tabs.
    package init(
        requesting definition: Envelopes.EnvelopeDefinition, codes: [RecipientID: String] = [:]
    ) {
        self.init(definition.recipients, tabs: { Wire.Tabs(requesting: $0.id, in: definition) })
        signers = signers?.map { $0.asking(codes) }
        inPersonSigners = inPersonSigners?.map { $0.asking(codes) }
        carbonCopies = carbonCopies?.map { $0.asking(codes) }
        certifiedDeliveries = certifiedDeliveries?.map { $0.asking(codes) }
        // A host's guest may have no address.
        inPersonSigners = inPersonSigners?.map {
            var signer = $0
            if signer.signerEmail?.isEmpty == true { signer.signerEmail = nil }
            return signer
        }
    }
}

extension WireRecipient {
    /// Returns the recipient with their access code, if there is one.
    fileprivate func asking(_ codes: [RecipientID: String]) -> Self {
        guard let code = recipientId.flatMap({ codes[RecipientID($0)] }) else { return self }
        var recipient = self
        recipient.contact.accessCode = code
        return recipient
    }
}

extension Wire.Tabs {
    init(requesting recipient: RecipientID, in definition: Envelopes.EnvelopeDefinition) {
        self.init()
        let tabs = definition.tabs.filter { $0.recipientID == recipient }
        var groups: [String] = []
        for tab in tabs {
            guard tab.kind == .radio else {
                self[TabList(tab)].append(Wire.Tab(requesting: tab, in: definition))
                continue
            }
            guard let group = tab.choice?.group, !groups.contains(group) else { continue }
            groups.append(group)
            radioGroups.append(
                Wire.RadioGroup(
                    requesting: tabs.filter { $0.kind == .radio && $0.choice?.group == group }, in: definition))
        }
        tabGroups = definition.tabGroups.filter { $0.recipientID == recipient }.map { group in
            Wire.TabGroup(group, first: tabs.first { $0.groupLabels?.contains(group.label) == true })
        }
    }
}

extension Wire.Tab {
    init(requesting tab: Envelopes.EnvelopeTab, in definition: Envelopes.EnvelopeDefinition) {
        let place = RequestedPlace(of: tab, in: definition)
        self.init()
        documentId = tab.documentID.rawValue
        recipientId = tab.recipientID.rawValue
        pageNumber = tab.page
        xPosition = place.x
        yPosition = place.y
        width = place.width
        height = place.height
        scaleValue = place.scale
        tabLabel = tab.label
        tooltip = tab.tooltip
        fontSize = tab.fontSize.map { "size" + WireNumber.text($0) }
        maxLength = tab.maxLength
        conditionalParentLabel = tab.condition?.parentLabel
        conditionalParentValue = tab.condition?.parentValue
        tabGroupLabels = tab.groupLabels
        if tab.kind.isMadeOptional { optional = !tab.required }
        if tab.kind.isFilledByService { value = tab.value }
        guard tab.kind.isFilledByHand else { return }
        required = tab.required
        locked = tab.locked
        switch tab.kind {
        case .checkbox: selected = tab.value.map { $0 == "true" }
        case .list:
            value = tab.value
            listItems = tab.options?.map {
                Wire.ListItem(text: $0.text, value: $0.value, selected: $0.value == tab.value)
            }
        default: value = tab.value
        }
    }
}

extension Wire.RadioGroup {
    init(requesting buttons: [Envelopes.EnvelopeTab], in definition: Envelopes.EnvelopeDefinition) {
        self.init()
        documentId = buttons.first?.documentID.rawValue
        recipientId = buttons.first?.recipientID.rawValue
        groupName = buttons.first?.choice?.group
        conditionalParentLabel = buttons.first?.condition?.parentLabel
        conditionalParentValue = buttons.first?.condition?.parentValue
        radios = buttons.map { button in
            var radio = Wire.Radio()
            radio.pageNumber = button.page
            let place = RequestedPlace(of: button, in: definition)
            radio.xPosition = place.x
            radio.yPosition = place.y
            radio.value = button.choice?.value
            radio.selected = button.value.map { $0 == "true" }
            radio.required = button.required
            radio.locked = button.locked
            radio.tooltip = button.tooltip
            return radio
        }
    }
}
