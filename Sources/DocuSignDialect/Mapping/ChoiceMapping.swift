import Envelopes

/// Returns the condition of a tab or group from its two members.
func condition(
    parentLabel: String?, parentValue: String?, at path: String
) throws(APIError) -> TabCondition? {
    guard let parentLabel else {
        guard parentValue == nil else {
            throw APIError(.invalidRequestParameter, "\(path).conditionalParentLabel is missing.")
        }
        return nil
    }
    guard let parentValue else {
        throw APIError(.invalidRequestParameter, "\(path).conditionalParentValue is missing.")
    }
    return TabCondition(parentLabel: parentLabel, parentValue: parentValue)
}

extension Wire.RadioGroup {
    /// Returns the domain's radio buttons. A group is required as soon as one of its buttons is.
    func tabs(
        for recipient: RecipientID, newTabID: () -> TabID, at path: String
    ) throws(APIError) -> [Envelopes.EnvelopeTab] {
        func missing(_ member: String) -> APIError {
            APIError(.invalidRequestParameter, "\(path).\(member) is missing.")
        }
        let isAnchored = radios?.contains { $0.anchor != nil } ?? false
        guard documentId != nil || isAnchored else { throw missing("documentId") }
        guard let groupName else { throw missing("groupName") }
        if let recipientId, recipientId != recipient.rawValue {
            throw APIError(.invalidRequestParameter, "\(path).recipientId belongs to another signer.")
        }
        let condition = try condition(
            parentLabel: conditionalParentLabel, parentValue: conditionalParentValue, at: path)
        let radios = radios ?? []
        let isRequired = radios.contains { $0.required ?? false }
        let size = TabDefaults.size(of: .radio)
        var tabs: [Envelopes.EnvelopeTab] = []
        for (number, radio) in radios.enumerated() {
            guard let (document, page, x, y) = try place(of: radio, size, at: path, "radios[\(number)]") else {
                continue
            }
            let value = radio.value ?? ""
            tabs.append(
                Envelopes.EnvelopeTab(
                    id: newTabID(), kind: .radio, documentID: document, recipientID: recipient,
                    page: page, frame: TabFrame(x: x, y: y, width: size.width, height: size.height),
                    label: value, required: isRequired, locked: radio.locked ?? false,
                    value: radio.selected.map { $0 ? "true" : "false" }, tooltip: radio.tooltip ?? tooltip,
                    choice: RadioChoice(group: groupName, value: value), condition: condition))
        }
        guard !tabs.isEmpty || isAnchored else { throw missing("radios") }
        return tabs
    }

    /// Returns a button's document, page and position; `nil` for one that is left out since its anchor's text is missing.
    private func place(
        of radio: Wire.Radio, _ size: (width: Double, height: Double), at path: String, _ name: String
    ) throws(APIError) -> (document: DocumentID, page: Int, x: Double, y: Double)? {
        if let anchor = radio.anchor {
            guard let places = anchor.places else { throw Wire.Anchor.unsupported(at: "\(path).\(name)") }
            guard let place = places.first else { return nil }
            let corner = try anchor.corner(of: .radio, size: size, at: place, path: "\(path).\(name)")
            return (place.documentID, place.page, corner.x, corner.y)
        }
        func missing(_ member: String) -> APIError {
            APIError(.invalidRequestParameter, "\(path).\(member) is missing.")
        }
        guard let documentId else { throw missing("documentId") }
        guard let page = radio.pageNumber else { throw missing("\(name).pageNumber") }
        guard let x = radio.xPosition else { throw missing("\(name).xPosition") }
        guard let y = radio.yPosition else { throw missing("\(name).yPosition") }
        return (DocumentID(documentId), page, x, y)
    }

    /// An answer's radio group, from one of its buttons in an envelope.
    ///
    /// - Parameter shown: the recipient's visible tabs; a hidden button is never reported as selected
    init(of button: Envelopes.EnvelopeTab, in envelope: Envelopes.Envelope, shown: Set<TabID>) {
        self.init(
            buttons: envelope.buttons(with: button), of: button, status: Wire.Tab.status(of: button, in: envelope)
        ) { shown.contains($0.id) ? envelope.value(of: $0) : envelope.hiddenValue(of: $0) }
    }

    /// An answer's radio group, from its buttons.
    init(
        buttons: [Envelopes.EnvelopeTab], of button: Envelopes.EnvelopeTab, status: String?,
        value: (Envelopes.EnvelopeTab) -> String?
    ) {
        self.init()
        documentId = button.documentID.rawValue
        recipientId = button.recipientID.rawValue
        groupName = button.choice?.group
        conditionalParentLabel = button.condition?.parentLabel
        conditionalParentValue = button.condition?.parentValue
        tooltip = button.tooltip
        tabType = Wire.RadioGroup.buttonTypeName + "group"
        radios = buttons.map { tab in
            var radio = Wire.Radio()
            radio.pageNumber = tab.page
            radio.xPosition = tab.frame.x
            radio.yPosition = tab.frame.y
            radio.value = tab.choice?.value
            radio.selected = value(tab) == "true"
            radio.required = tab.required
            radio.locked = tab.locked
            radio.tooltip = tab.tooltip
            radio.tabId = tab.id.rawValue
            radio.status = status
            return radio
        }
    }
}

extension Wire.TabGroup {
    func group(for recipient: RecipientID, at path: String) throws(APIError) -> Envelopes.TabGroup {
        guard let groupLabel else { throw APIError(.invalidRequestParameter, "\(path).groupLabel is missing.") }
        if let recipientId, recipientId != recipient.rawValue {
            throw APIError(.invalidRequestParameter, "\(path).recipientId belongs to another signer.")
        }
        let rule: Envelopes.TabGroup.Rule? =
            switch groupRule?.lowercased() {
            case "selectatleast": .selectAtLeast
            case "selectatmost": .selectAtMost
            case "selectexactly": .selectExactly
            case "selectarange": .selectARange
            default: nil
            }
        guard let rule else {
            throw APIError(
                .invalidRequestParameter,
                "\(path).groupRule can only be SelectAtLeast, SelectAtMost, SelectExactly or SelectARange.")
        }
        // For `SelectExactly`, either number will do.
        let minimum = minimumRequired ?? (rule == .selectExactly ? maximumAllowed : nil) ?? 0
        return Envelopes.TabGroup(
            label: groupLabel, recipientID: recipient, rule: rule, minimum: minimum,
            maximum: maximumAllowed ?? minimumRequired ?? 0, message: validationMessage)
    }

    init(_ group: Envelopes.TabGroup, in envelope: Envelopes.Envelope) {
        self.init(group, first: envelope.members(of: group).first)
    }

    /// - Parameter first: one of the group's tabs
    init(_ group: Envelopes.TabGroup, first: Envelopes.EnvelopeTab?) {
        self.init()
        groupLabel = group.label
        groupRule =
            switch group.rule {
            case .selectAtLeast: "SelectAtLeast"
            case .selectAtMost: "SelectAtMost"
            case .selectExactly: "SelectExactly"
            case .selectARange: "SelectARange"
            }
        minimumRequired = group.minimum
        maximumAllowed = group.maximum
        tabScope = "envelope"
        validationMessage = group.message
        recipientId = group.recipientID.rawValue
        documentId = first?.documentID.rawValue
        pageNumber = first?.page
    }
}
