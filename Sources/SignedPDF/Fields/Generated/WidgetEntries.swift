import Foundation

/// The entries of a widget that decide how it is drawn: its own, its field's, or inherited.
struct WidgetEntries {
    private static let deepest = 32

    private let form: FormUpdate
    private let widget: PDFDictionary
    private let field: PDFDictionary

    init(_ widget: PDFReference, of field: PresentField, in form: FormUpdate) throws(PDFError) {
        self.form = form
        self.widget = try form.update.dictionary(widget)
        self.field = try form.update.dictionary(field.reference)
    }

    // MARK: Looking up

    private func value(_ key: String, in dictionary: PDFDictionary) throws(PDFError) -> PDFObject {
        try form.update.resolve(dictionary[key] ?? .null)
    }

    /// Returns an entry of the widget, or of the nearest field above it (ISO 32000-2 §12.7.4.1).
    private func inherited(_ key: String) throws(PDFError) -> PDFObject {
        let own = try value(key, in: widget)
        guard own.isNull else { return own }
        var dictionary = field
        for _ in 0..<Self.deepest {
            let found = try value(key, in: dictionary)
            guard found.isNull else { return found }
            guard let parent = try value("Parent", in: dictionary).dictionaryValue else { break }
            dictionary = parent
        }
        return .null
    }

    /// Returns a dictionary or list with its own references resolved.
    private func flat(_ object: PDFObject) throws(PDFError) -> PDFObject {
        switch object {
        case .dictionary(let dictionary):
            var result = PDFDictionary()
            for entry in dictionary.entries {
                let value = try form.update.resolve(entry.value)
                result[entry.key] = value.arrayValue == nil ? value : try flat(value)
            }
            return .dictionary(result)
        case .array(let elements):
            var result: [PDFObject] = []
            for element in elements { result.append(try form.update.resolve(element)) }
            return .array(result)
        default: return object
        }
    }

    // MARK: The look

    func look(width: Double, height: Double) throws(PDFError) -> FieldLook {
        let common = (
            defaults: try value("DA", in: form.form).stringValue, alignment: try value("Q", in: form.form).integerValue
        )
        let defaults = try inherited("DA").stringValue ?? common.defaults ?? Data()
        let alignment = try inherited("Q").integerValue ?? common.alignment
        return FieldLook(
            width: width, height: height, traits: try flat(value("MK", in: widget)).dictionaryValue ?? [:],
            style: try flat(value("BS", in: widget)).dictionaryValue,
            border: try flat(value("Border", in: widget)).arrayValue, alignment: alignment, defaults: defaults)
    }

    /// Returns the font that the default appearance names.
    func font(of look: FieldLook, shaper: (any TextShaper)?, place: String) throws(PDFError) -> FieldFont {
        let resources = try form.update.resolve(form.form["DR"] ?? .null).dictionaryValue ?? [:]
        let fonts = try value("Font", in: resources).dictionaryValue ?? [:]
        let name = look.text.font
        let dictionary = try name.flatMap { fonts[$0] }.map { (font) throws(PDFError) in try form.update.resolve(font)
        }?
        .dictionaryValue
        var own: FormFont?
        if let name, let dictionary, let reference = fonts[name]?.referenceValue {
            own = FormFont(dictionary, named: name, reference, in: form.update.document)
        }
        return FieldFont(
            standard: StandardFont(mostLike: name, dictionary, in: form.update.document), own: own, shaper: shaper,
            place: place)
    }

    // MARK: The value

    /// Returns the value of a text field.
    func text() throws(PDFError) -> String? {
        switch try inherited("V") {
        case .stream(let stream): PDFTextString.decode(try form.update.document.decoded(stream))
        case let value: value.textValue
        }
    }

    /// Returns the greatest number of characters, which is the number of a comb's cells.
    func mostCharacters() throws(PDFError) -> Int? {
        try inherited("MaxLen").integerValue.flatMap { (1...10_000).contains($0) ? $0 : nil }
    }

    private struct Option {
        var value: String
        var text: String
    }

    private func allOptions() throws(PDFError) -> [Option] {
        var options: [Option] = []
        for element in try flat(inherited("Opt")).arrayValue ?? [] {
            if let text = element.textValue {
                options.append(Option(value: text, text: text))
            } else if let pair = try flat(element).arrayValue, let value = pair.first?.textValue {
                options.append(Option(value: value, text: pair.last?.textValue ?? value))
            }
        }
        return options
    }

    func chosenValues() throws(PDFError) -> [String] {
        let value = try flat(inherited("V"))
        return value.arrayValue?.compactMap(\.textValue) ?? [value.textValue].compactMap { $0 }
    }

    /// Returns the text of a choice that shows one.
    func chosenText() throws(PDFError) -> String? {
        guard let chosen = try chosenValues().first, !chosen.isEmpty else { return nil }
        return try allOptions().first { $0.value == chosen }?.text ?? chosen
    }

    /// Returns a list's options, the places of the selected ones, and the place of the one at the top.
    func options() throws(PDFError) -> (texts: [String], selected: Set<Int>, first: Int) {
        let options = try allOptions()
        let chosen = Set(try chosenValues())
        var selected = Set(options.indices.filter { chosen.contains(options[$0].value) })
        let places = try flat(inherited("I")).arrayValue?.compactMap(\.integerValue) ?? []
        // Several options may have one value; then the places decide.
        if selected.isEmpty || selected.count > chosen.count, !places.isEmpty {
            selected = Set(places.filter { chosen.isEmpty || selected.isEmpty || selected.contains($0) })
        }
        return (options.map(\.text), selected, try inherited("TI").integerValue ?? 0)
    }

    // MARK: Buttons

    private func normalAppearance() throws(PDFError) -> PDFObject {
        try value("N", in: value("AP", in: widget).dictionaryValue ?? [:])
    }

    /// Returns the name of a button's checked state, if the file has one, and of its current state.
    func states() throws(PDFError) -> (on: String?, current: String) {
        let off = CheckboxAppearance.uncheckedState
        let value = try inherited("V").nameValue
        let own = try self.value("AS", in: widget).nameValue
        let named = try normalAppearance().dictionaryValue?.keys.first { $0 != off }
        let on = named ?? [own, value].compactMap { $0 }.first { $0 != off }
        return (on, own ?? (value == on ? on : nil) ?? off)
    }

    /// Whether the widget's own picture paints anything.
    ///
    /// - Parameter state: the current state of a check box or radio button
    func showsInk(state: String?) throws(PDFError) -> Bool {
        var normal = try normalAppearance()
        if let state, let states = normal.dictionaryValue {
            // An unchecked state needs no picture.
            guard states[state] != nil || state == CheckboxAppearance.uncheckedState else { return false }
            normal = try value(state, in: states)
            if normal.isNull { return !states.entries.isEmpty }
            if state == CheckboxAppearance.uncheckedState { return true }
        }
        guard let stream = normal.streamValue else { return false }
        guard let content = try? form.update.document.decoded(stream) else { return true }
        return content.contains { !Lexer.isWhitespace(Int($0)) } && Self.paints(content)
    }

    private static func paints(_ content: Data) -> Bool {
        let painting: Set<String> = [
            "Tj", "TJ", "'", "\"", "Do", "f", "F", "f*", "S", "s", "B", "B*", "b", "b*", "sh", "EI", "BI",
        ]
        var found = false
        let isRead: Void? = try? content.lend { (bytes) throws(PDFError) in
            var operators = ContentOperators(bytes)
            while !found, let (name, _) = try operators.next() { found = painting.contains(name) }
        }
        return found || isRead == nil
    }
}
