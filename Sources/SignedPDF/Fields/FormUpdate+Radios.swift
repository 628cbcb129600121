extension FormUpdate {
    private static let radioFlags = 1 << 15 | 1 << 14  // radio; one stays chosen

    /// Adds a group of radio buttons as one field with a widget for each, or selects a button of the existing group
    /// with its name.
    ///
    /// The states are named by the buttons' indices, and `/Opt` holds their values (ISO 32000-2 table 230).
    mutating func placeRadios(_ buttons: [RadioWidget], selected: Int?, _ field: FormField) throws(PDFError) {
        if let selected, !buttons.indices.contains(selected) {
            throw .invalidField(name: field.name, reason: "it has no button \(selected)")
        }
        if let present = try claim(field.name, type: "Btn") {
            try choose(selected, of: buttons.count, in: present, field)
            return
        }
        guard !buttons.isEmpty else { throw .invalidField(name: field.name, reason: "it has no buttons") }
        let parent = addParent(
            Self.group(of: buttons, selected: selected, field, flags: Self.radioFlags | (field.readOnly ? 1 : 0)))
        var kids: [PDFObject] = []
        for (index, button) in buttons.enumerated() {
            let page = try page(button.page)
            let rect = try userSpaceRect(button.rect, on: page, field: field.name)
            var states = PDFDictionary()
            for isChosen in [true, false] {
                var appearance = Appearance(width: button.rect.width, height: button.rect.height)
                if isChosen || button.showsEmptyCircle {
                    appearance = RadioAppearance.appearance(
                        isChosen: isChosen, width: button.rect.width, height: button.rect.height)
                }
                states[isChosen ? String(index) : "Off"] = .reference(try add(appearance, rotation: page.rotation))
            }
            var widget: PDFDictionary = [
                "Type": .name("Annot"), "Subtype": .name("Widget"), "Rect": rect.object, "F": .integer(4),
                "P": .reference(page.reference), "Parent": .reference(parent),
                "AS": .name(index == selected ? String(index) : "Off"),
                "AP": .dictionary(["N": .dictionary(states)]),
            ]
            if page.rotation != 0 { widget["MK"] = .dictionary(["R": .integer(page.rotation)]) }
            kids.append(.reference(try addWidget(widget, on: page)))
        }
        try change(parent) { $0["Kids"] = .array(kids) }
    }

    private static func group(
        of buttons: [RadioWidget], selected: Int?, _ field: FormField, flags: Int
    ) -> PDFDictionary {
        var group: PDFDictionary = [
            "FT": .name("Btn"), "T": .text(field.name), "Ff": .integer(flags),
            "V": .name(selected.map(String.init) ?? "Off"), "Opt": .array(buttons.map { .text($0.value) }),
        ]
        if let label = field.label { group["TU"] = .text(label) }
        return group
    }

    private mutating func choose(
        _ selected: Int?, of count: Int, in present: PresentField, _ field: FormField
    ) throws(PDFError) {
        guard present.widgets.count == count else {
            throw .invalidField(name: field.name, reason: "the document's group has \(present.widgets.count) buttons")
        }
        for (index, widget) in present.widgets.enumerated() {
            let state = index == selected ? String(index) : "Off"
            if try update.dictionary(widget)["AS"] != .name(state) { try change(widget) { $0["AS"] = .name(state) } }
        }
        let flags = present.flags | (field.readOnly ? 1 : 0)
        try change(present.reference) {
            $0["V"] = .name(selected.map(String.init) ?? "Off")
            $0["Ff"] = .integer(flags)
        }
    }
}
