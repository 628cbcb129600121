import Foundation

extension FormUpdate {
    private static let printed = 4
    private static let readOnlyFlag = 1
    private static let multilineFlag = 1 << 12
    private static let pushButtonFlag = 1 << 16

    /// Adds a field, or fills the existing one with its name.
    mutating func place(_ field: FormField) throws(PDFError) {
        shaper = shaper ?? field.shaper
        switch field.content {
        case .text(let text), .date(let text): try placeText(text, field)
        case .checkbox(let isChecked): try placeCheckbox(isChecked, field)
        case .radio(let buttons, let selected): try placeRadios(buttons, selected: selected, field)
        case .drawing(let inks, let size): try placeDrawing(inks, size, field)
        }
    }

    private func flags(_ field: FormField, _ others: Int = 0) -> PDFObject? {
        let flags = others | (field.readOnly ? Self.readOnlyFlag : 0)
        return flags == 0 ? nil : .integer(flags)
    }

    /// Returns an existing field's flags with more flags set. Its kind (comb, password, multiline) stays.
    private static func kept(_ present: Int, and added: PDFObject?) -> PDFObject? {
        let flags = present | (added?.integerValue ?? 0)
        return flags == 0 ? nil : .integer(flags)
    }

    // MARK: Text

    private mutating func placeText(_ text: String, _ field: FormField) throws(PDFError) {
        let value: PDFObject? = text.isEmpty ? nil : .text(text)
        if let present = try claim(field.name, type: "Tx") {
            for widget in present.widgets {
                let box = try widgetBox(widget, field: field.name)
                let unit = try userUnit(of: widget)
                let set = try TextAppearance(
                    text, font: field.font, shaper: field.shaper, fontSize: field.fontSize, width: box.width * unit,
                    height: box.height * unit, alignment: field.alignment, field: field.name)
                let ground = box.rotation == 0 ? try ground(of: widget) : []
                let appearance = try add(set.appearance(on: ground, unit: unit), rotation: box.rotation)
                try change(widget) { $0["AP"] = .dictionary(["N": .reference(appearance)]) }
            }
            let flags = flags(field, text.contains(where: \.isNewline) ? Self.multilineFlag : 0)
            try change(present.reference) {
                $0["V"] = value
                $0["Ff"] = Self.kept(present.flags, and: flags)
            }
            return
        }
        let page = try page(field.page)
        let rect = try userSpaceRect(field.rect, on: page, field: field.name)
        let set = try TextAppearance(
            text, font: field.font, shaper: field.shaper, fontSize: field.fontSize, width: field.rect.width,
            height: field.rect.height, alignment: field.alignment, field: field.name)
        try offer(field.font)
        var dictionary = widget(
            name: field.name, label: field.label, type: "Tx", rect: rect, flags: Self.printed, on: page)
        let hasLines = field.allowsLines || set.lines.count > 1
        dictionary["Ff"] = flags(field, hasLines ? Self.multilineFlag : 0)
        dictionary["V"] = value
        if let alignment = field.alignment { dictionary["Q"] = .integer(alignment.quadding) }
        var defaults = ObjectWriter()
        defaults.write(name: Appearance.resourceName(of: field.font))
        defaults.append(" \(ObjectWriter.text(of: (set.fontSize / page.userUnit * 100).rounded() / 100)) Tf 0 g")
        dictionary["DA"] = .string(Data(defaults.bytes))
        dictionary["AP"] = .dictionary(["N": .reference(try add(set.appearance, rotation: page.rotation))])
        try addField(dictionary, on: page)
    }

    /// Returns the rectangles that a widget's appearance paints behind its text, in the widget's own coordinates. A
    /// filled field keeps them, since they may hide something.
    private func ground(of widget: PDFReference) throws(PDFError) -> [Ink] {
        let dictionary = try update.dictionary(widget)
        guard let rect = FieldPlaces.rectangle(of: dictionary, in: update.document),
            let picture = AppearanceStreams.shown(of: dictionary, in: update.document),
            let content = PictureContent(picture, in: rect, update.document)
        else { return [] }
        return content.shapes.filter { $0.isRectangle && !$0.isOddlyClipped && $0.color.count == 3 }.compactMap {
            shape in
            let color = InkColor(red: shape.color[0], green: shape.color[1], blue: shape.color[2])
            switch shape.paint {
            case .fill:
                return .fill(
                    .rectangle(
                        x: shape.box.left - rect.left, y: shape.box.bottom - rect.bottom, width: shape.box.width,
                        height: shape.box.height), color: color)
            case .stroke(let width):
                let line = PDFRectangle(around: shape.parts[0])
                return .stroke(
                    .rectangle(
                        x: line.left - rect.left, y: line.bottom - rect.bottom, width: line.width, height: line.height),
                    width: width, color: color)
            }
        }
    }

    // MARK: Checkboxes

    private mutating func placeCheckbox(_ isChecked: Bool, _ field: FormField) throws(PDFError) {
        if let present = try claim(field.name, type: "Btn") {
            var state = CheckboxAppearance.uncheckedState
            for widget in present.widgets {
                let on = try checkedState(of: widget)
                if isChecked { state = on }
                try change(widget) { $0["AS"] = .name(isChecked ? on : CheckboxAppearance.uncheckedState) }
            }
            let flags = flags(field)
            try change(present.reference) {
                $0["V"] = .name(state)
                $0["Ff"] = Self.kept(present.flags, and: flags)
            }
            return
        }
        let page = try page(field.page)
        let rect = try userSpaceRect(field.rect, on: page, field: field.name)
        var states = PDFDictionary()
        for (name, value) in [(CheckboxAppearance.checkedState, true), (CheckboxAppearance.uncheckedState, false)] {
            var appearance = Appearance(width: field.rect.width, height: field.rect.height)
            if value || field.showsEmptyBox {
                appearance = CheckboxAppearance.appearance(
                    isChecked: value, width: field.rect.width, height: field.rect.height)
            }
            states[name] = .reference(try add(appearance, rotation: page.rotation))
        }
        let state = PDFObject.name(isChecked ? CheckboxAppearance.checkedState : CheckboxAppearance.uncheckedState)
        var dictionary = widget(
            name: field.name, label: field.label, type: "Btn", rect: rect, flags: Self.printed, on: page)
        dictionary["Ff"] = flags(field)
        dictionary["V"] = state
        dictionary["AS"] = state
        dictionary["AP"] = .dictionary(["N": .dictionary(states)])
        try addField(dictionary, on: page)
    }

    /// Returns the name of a checkbox's checked state: the one in its appearances that is not `Off`.
    private func checkedState(of widget: PDFReference) throws(PDFError) -> String {
        let appearances = try update.resolve(try update.dictionary(widget)["AP"] ?? .null).dictionaryValue ?? [:]
        let normal = try update.resolve(appearances["N"] ?? .null).dictionaryValue ?? [:]
        return normal.keys.first { $0 != CheckboxAppearance.uncheckedState } ?? CheckboxAppearance.checkedState
    }

    // MARK: Drawings

    private mutating func placeDrawing(
        _ inks: [Ink], _ size: (width: Double, height: Double), _ field: FormField
    ) throws(PDFError) {
        try SignatureAppearance.check(inks, size: size, field: field.name)
        if let present = try claim(field.name, type: "Btn") {
            for widget in present.widgets {
                let box = try widgetBox(widget, field: field.name)
                let appearance = try add(
                    Self.drawing(inks, size, width: box.width, height: box.height), rotation: box.rotation)
                // In PDF/A, a button's picture is that of a state.
                let state = try conformance.archivalPart == nil ? nil : update.dictionary(widget)["AS"]?.nameValue
                try change(widget) {
                    $0["AP"] = .dictionary([
                        "N": state.map { .dictionary([$0: .reference(appearance)]) } ?? .reference(appearance)
                    ])
                }
            }
            let flags = flags(field)
            try change(present.reference) { $0["Ff"] = Self.kept(present.flags, and: flags) }
            return
        }
        let page = try page(field.page)
        let rect = try userSpaceRect(field.rect, on: page, field: field.name)
        let appearance = Self.drawing(inks, size, width: field.rect.width, height: field.rect.height)
        var dictionary = widget(
            name: field.name, label: field.label, type: "Btn", rect: rect, flags: Self.printed, on: page)
        dictionary["Ff"] = flags(field, Self.pushButtonFlag)
        // Without ink there is no appearance yet, so a later drawing in the field changes nothing that was visible.
        if !inks.isEmpty {
            dictionary["AP"] = .dictionary(["N": .reference(try add(appearance, rotation: page.rotation))])
        }
        try addField(dictionary, on: page)
    }

    private static func drawing(
        _ inks: [Ink], _ size: (width: Double, height: Double), width: Double, height: Double
    ) -> Appearance {
        var appearance = Appearance(width: width, height: height)
        appearance.draw(inks, size: size, x: 0, y: 0, width: width, height: height)
        return appearance
    }

    // MARK: Widgets that are there

    /// Returns the size of a widget in units of its page (``userUnit(of:)``), and the rotation of its contents.
    func widgetBox(
        _ widget: PDFReference, field: String
    ) throws(PDFError) -> (width: Double, height: Double, rotation: Int) {
        let dictionary = try update.dictionary(widget)
        let numbers = try update.resolve(dictionary["Rect"] ?? .null).arrayValue ?? []
        guard let rect = PDFRectangle(numbers) else {
            throw .damagedObject(widget, "the widget of the field “\(field)” has no rectangle")
        }
        let traits = try update.resolve(dictionary["MK"] ?? .null).dictionaryValue ?? [:]
        let degrees = traits["R"]?.integerValue ?? 0
        let rotation = degrees % 90 == 0 ? ((degrees % 360) + 360) % 360 : 0
        return rotation % 180 == 0 ? (rect.width, rect.height, rotation) : (rect.height, rect.width, rotation)
    }
}

extension PDFDocument {
    /// Returns an incremental update that adds or fills fields without signing. It can add the fields of all signers at
    /// once.
    ///
    /// - Parameter awaited: signature fields to add, unsigned
    /// - Returns: only the bytes to append to the document's
    /// - Throws: `PDFError`, for instance `.unshowableCharacter` or `.invalidField` with the field's name
    public func update(adding fields: [FormField], awaiting awaited: [SignatureField] = []) throws(PDFError) -> Data {
        var form = try FormUpdate(self)
        for field in fields { try form.place(field) }
        for field in awaited { try form.placeEmpty(field) }
        return Data(try form.emitted().bytes)
    }
}
