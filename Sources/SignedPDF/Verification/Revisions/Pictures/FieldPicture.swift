import Foundation

/// What the pictures of a text field or a choice write, beside its value.
enum FieldPicture: Equatable {
    /// They write the value and nothing else, perhaps before the field's own background.
    case agrees(hasBackground: Bool)
    /// They write another text; how they differ, as the rest of a sentence about the field.
    case differs(String)
    /// Nobody can tell what they show.
    case unreadable
    /// There is none, though there is a value.
    case missing

    private static let passwordFlag = 1 << 13
    private static let comboFlag = 1 << 17

    /// - Parameter field: A text field or a choice.
    init(of field: FieldNode, in document: PDFDocument) {
        guard let values = Self.values(of: field, in: document) else {
            self = .unreadable
            return
        }
        var result = FieldPicture.agrees(hasBackground: false)
        for widget in field.widgetDictionaries {
            let streams = AppearanceStreams.all(of: widget, in: document)
            if streams.isEmpty, values.contains(where: { !$0.isEmpty }) { result = .missing }
            let colors = FieldColors(widget, of: field, in: document)
            for stream in streams {
                guard let drawn = DrawnText(stream, in: document, colors: colors) else {
                    self = .unreadable
                    return
                }
                if field.type == "Tx", field.flags & Self.passwordFlag != 0,
                    drawn.text.allSatisfy({ "*•●".contains($0) })
                {
                    continue
                }
                guard values.contains(where: { Self.agree($0, drawn.text) }) else {
                    self = Self.difference(values[0], drawn.text, field)
                    return
                }
                if drawn.hasBackground, case .agrees = result { result = .agrees(hasBackground: true) }
            }
        }
        self = result
    }

    /// The texts that may stand in the picture; nothing for a value that is no text, and for lists, which show what was
    /// not chosen as well.
    private static func values(of field: FieldNode, in document: PDFDocument) -> [String]? {
        let value = field.attributes["V"].flatMap { try? document.resolve($0) } ?? .null
        guard field.type == "Ch" else {
            return value.isNull ? [""] : value.textValue.map { [$0] }
        }
        let isCombo = field.flags & comboFlag != 0
        guard !value.isNull else { return isCombo ? [""] : nil }
        guard isCombo, let chosen = value.textValue else { return nil }
        var values = [chosen]
        for option in (try? document.value("Opt", in: field.dictionary))?.arrayValue ?? [] {
            guard let pair = (try? document.resolve(option))?.arrayValue, pair.count == 2,
                (try? document.resolve(pair[0]))?.textValue == chosen
            else { continue }
            if let shown = (try? document.resolve(pair[1]))?.textValue { values.append(shown) }
        }
        return values
    }

    private static func difference(_ value: String, _ drawn: String, _ field: FieldNode) -> FieldPicture {
        // A script may format what is shown, and letters that join or change places cannot be compared.
        let hasScripts = ([field.dictionary] + field.widgets.map(\.dictionary)).contains { $0["AA"] != nil }
        guard !hasScripts, isPlain(folded(value) + folded(drawn)) else { return .unreadable }
        return .differs(
            value.isEmpty
                ? "shows “\(ChangedField.plain(drawn))” although it is empty"
                : "shows “\(ChangedField.plain(drawn))” although its value is “\(ChangedField.plain(value))”")
    }

    /// Whether two texts are the same but for spaces, line ends and forms of one letter. In scripts whose letters change
    /// places or join when they are drawn, they have to have the same letters.
    static func agree(_ value: String, _ drawn: String) -> Bool {
        let first = folded(value)
        let second = folded(drawn)
        if first == second { return true }
        guard !isPlain(first + second) else { return false }
        return letters(of: value) == letters(of: drawn)
    }

    /// Code points are looked at one by one: a mark on a space is not a space.
    private static func folded(_ text: String) -> String {
        let scalars = distinct(text).precomposedStringWithCompatibilityMapping.unicodeScalars
        return String(String.UnicodeScalarView(scalars.filter { !$0.properties.isWhitespace && $0 != "\u{AD}" }))
    }

    /// A text in which raised, circled and other such digits are told from plain ones by a sign before them, whatever
    /// forms are folded then: 10⁵ is not 105.
    private static func distinct(_ text: String) -> String {
        func isOther(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .otherNumber }
        guard text.unicodeScalars.contains(where: isOther) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.flatMap { isOther($0) ? ["\u{2045}", $0] : [$0] }))
    }

    /// The letters and marks of a text, in no order.
    private static func letters(of text: String) -> [UInt32] {
        distinct(text).decomposedStringWithCompatibilityMapping.unicodeScalars.filter {
            !$0.properties.isWhitespace && $0.properties.generalCategory != .format && $0.value != 0x640
        }.map(\.value).sorted()
    }

    /// Whether a text is of scripts that are drawn letter by letter in the order in which they are read.
    static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x20..<0x590, 0x1E00..<0x2190, 0x2C60..<0x2C80, 0x3000..<0xA000, 0xAC00..<0xD7B0, 0xFF00..<0xFFE0:
                true
            default: false
            }
        }
    }
}
