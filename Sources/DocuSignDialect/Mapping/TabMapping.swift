import Envelopes
import Foundation

extension Wire.Tab {
    /// Returns the tab for the domain.
    func tab(
        of list: TabList, for recipient: RecipientID, id: TabID, at path: String
    ) throws(APIError) -> Envelopes.EnvelopeTab {
        let kind = list.kind
        func wrong(_ member: String, _ reason: String) -> APIError {
            APIError(.invalidRequestParameter, "\(path).\(member) \(reason).")
        }
        guard let documentId else { throw wrong("documentId", "is missing") }
        guard let pageNumber else { throw wrong("pageNumber", "is missing") }
        guard let xPosition else { throw wrong("xPosition", "is missing") }
        guard let yPosition else { throw wrong("yPosition", "is missing") }
        if let recipientId, recipientId != recipient.rawValue {
            throw wrong("recipientId", "belongs to another signer")
        }
        if let maxLength, kind != .text { throw wrong("maxLength", "\(maxLength) is for text tabs only") }
        let usual = TabDefaults.size(of: kind)
        let scale = try scale(of: kind, at: path)
        let size = try pointSize(at: path)
        var tab = Envelopes.EnvelopeTab(
            id: id, kind: kind, documentID: DocumentID(documentId), recipientID: recipient, page: pageNumber,
            frame: TabFrame(
                x: xPosition, y: yPosition, width: (width ?? usual.width) * scale,
                height: (height ?? usual.height) * scale),
            label: tabLabel ?? tooltip ?? name ?? list.usualLabel, required: isRequired(kind),
            locked: kind.isFilledByHand && locked ?? false, value: senderValue(kind), maxLength: maxLength,
            tooltip: tooltip ?? name, fontSize: size, options: kind == .list ? options : nil,
            condition: try condition(
                parentLabel: conditionalParentLabel, parentValue: conditionalParentValue, at: path),
            groupLabels: tabGroupLabels.flatMap { $0.isEmpty ? nil : $0 })
        tab.detail = list.detail
        tab.validation = list.validation
        return tab
    }

    private func isRequired(_ kind: TabKind) -> Bool {
        if kind.isMadeOptional { return !(optional ?? false) }
        return required ?? TabDefaults.isRequired(kind)
    }

    /// Returns the sender's value. Like the API, this ignores values for other kinds.
    private func senderValue(_ kind: TabKind) -> String? {
        switch kind {
        case .text: value.flatMap { $0.isEmpty ? nil : $0 }
        case .checkbox: selected.map { $0 ? "true" : "false" }
        case .list: value.flatMap { $0.isEmpty ? nil : $0 } ?? listSelectedValue ?? chosenItem
        case .signHere, .initialHere, .dateSigned, .fullName, .email, .radio, .signerAttachment: nil
        }
    }

    /// The list's options. An item without a value uses its text.
    private var options: [ListOption] {
        (listItems ?? []).map { ListOption(text: $0.text ?? $0.value ?? "", value: $0.value ?? $0.text ?? "") }
    }

    private var chosenItem: String? {
        (listItems ?? []).first { $0.selected == true }.flatMap { $0.value ?? $0.text }
    }

    private func scale(of kind: TabKind, at path: String) throws(APIError) -> Double {
        guard let scaleValue, kind.isMadeOptional else { return 1 }
        guard (0.5...2).contains(scaleValue) else {
            throw APIError(.invalidRequestParameter, "\(path).scaleValue is not between 0.5 and 2.")
        }
        return scaleValue
    }

    private func pointSize(at path: String) throws(APIError) -> Double? {
        guard let fontSize else { return nil }
        let sizes: [Double] = [7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 22, 24, 26, 28, 36, 48, 72]
        let name = fontSize.lowercased()
        guard name.hasPrefix("size"), let size = WireNumber.number(String(name.dropFirst(4))), sizes.contains(size)
        else {
            throw APIError(.invalidRequestParameter, "\(path).fontSize is not one of the API's sizes, Size7 to Size72.")
        }
        return size
    }

    /// An answer's tab, from an envelope.
    ///
    /// - Parameter isShown: whether the tab is visible; what was entered in a hidden tab is not reported
    init(_ tab: Envelopes.EnvelopeTab, in envelope: Envelopes.Envelope, isShown: Bool) {
        self.init(
            tab, value: isShown ? envelope.value(of: tab) : envelope.hiddenValue(of: tab),
            status: Self.status(of: tab, in: envelope))
    }

    /// An answer's tab.
    ///
    /// - Parameter given: the tab's current value
    init(_ tab: Envelopes.EnvelopeTab, value given: String?, status: String?) {
        self.init()
        documentId = tab.documentID.rawValue
        recipientId = tab.recipientID.rawValue
        pageNumber = tab.page
        xPosition = tab.frame.x
        yPosition = tab.frame.y
        width = tab.frame.width
        height = tab.frame.height
        tabLabel = tab.label
        name = tab.tooltip
        tooltip = tab.tooltip
        tabId = tab.id.rawValue
        tabType = TabList(tab).typeName
        fontSize = tab.fontSize.map { "size" + WireNumber.text($0) }
        maxLength = tab.maxLength
        self.status = status
        conditionalParentLabel = tab.condition?.parentLabel
        conditionalParentValue = tab.condition?.parentValue
        tabGroupLabels = tab.groupLabels
        switch tab.kind {
        case .signHere, .initialHere:
            optional = !tab.required
        case .signerAttachment:
            optional = !tab.required
            // The name of the file.
            value = given ?? ""
        case .checkbox:
            selected = given == "true"
            required = tab.required
            locked = tab.locked
        case .text:
            value = given ?? ""
            originalValue = tab.value ?? ""
            required = tab.required
            locked = tab.locked
        case .list:
            value = given ?? ""
            originalValue = tab.value ?? ""
            required = tab.required
            locked = tab.locked
            listItems = tab.options?.map {
                Wire.ListItem(text: $0.text, value: $0.value, selected: $0.value == value)
            }
        case .dateSigned, .fullName, .email, .radio:
            value = given ?? ""
        }
    }

    static func status(of tab: Envelopes.EnvelopeTab, in envelope: Envelopes.Envelope) -> String {
        switch envelope.state(of: tab.recipientID)?.status {
        case .completed: "signed"
        case .declined: "declined"
        default: "active"
        }
    }
}

extension Wire.Tabs {
    /// An answer's tabs, from a recipient of an envelope.
    package init(of recipient: RecipientID, in envelope: Envelopes.Envelope) {
        self.init()
        let shown = envelope.shownTabs(of: recipient)
        var groups: Set<String> = []
        for tab in envelope.tabs(of: recipient) {
            guard tab.kind == .radio else {
                self[TabList(tab)].append(Wire.Tab(tab, in: envelope, isShown: shown.contains(tab.id)))
                continue
            }
            // The group stands where its first button does.
            guard let group = tab.choice?.group, groups.insert(group).inserted else { continue }
            radioGroups.append(Wire.RadioGroup(of: tab, in: envelope, shown: shown))
        }
        tabGroups = envelope.definition.tabGroups.filter { $0.recipientID == recipient }
            .map { Wire.TabGroup($0, in: envelope) }
    }
}
