import Foundation

/// What a text field's picture writes, beside its value.
struct FieldPicture {
    let value: String
    /// The text in the widgets' normal appearances, those of them that can be read.
    let drawn: [DrawnText]

    private static let passwordFlag = 1 << 13
    private static let richTextFlag = 1 << 25

    /// Nothing where value and picture rightly differ: passwords, rich texts, and values that a script formats.
    init?(_ field: FieldNode, in document: PDFDocument) {
        guard field.flags & (Self.passwordFlag | Self.richTextFlag) == 0 else { return nil }
        let actions = [field.dictionary] + field.widgets.map(\.dictionary)
        guard actions.allSatisfy({ $0["AA"] == nil }) else { return nil }
        var drawn: [DrawnText] = []
        for widget in field.widgetDictionaries {
            guard let appearances = (try? document.value("AP", in: widget))?.dictionaryValue,
                case .stream(let stream)? = try? document.value("N", in: appearances)
            else { continue }
            if let text = DrawnText(stream, in: document) { drawn.append(text) }
        }
        guard !drawn.isEmpty else { return nil }
        self.drawn = drawn
        value = field.text(in: document) ?? ""
    }

    /// How value and picture differ, as the rest of a sentence about the field; nothing if they agree or nobody knows.
    var mismatch: String? {
        for picture in drawn {
            guard !Self.agree(value, picture.text, orLeavesOut: picture.hasShapes) else { continue }
            let text = picture.text
            return value.isEmpty
                ? "shows “\(ChangedField.plain(text))” although it is empty"
                : "shows “\(ChangedField.plain(text))” although its value is “\(ChangedField.plain(value))”"
        }
        return nil
    }

    /// Whether two texts are the same but for spaces, line ends and forms of one letter. Scripts whose letters change
    /// places or join when they are drawn cannot be compared.
    ///
    /// - Parameter orLeavesOut: Whether letters of the value may be missing, since they may have been drawn as shapes.
    static func agree(_ value: String, _ drawn: String, orLeavesOut: Bool = false) -> Bool {
        let first = folded(value)
        let second = folded(drawn)
        if first == second || !(first + second).unicodeScalars.allSatisfy(isPlain) { return true }
        guard orLeavesOut else { return false }
        var rest = first[...]
        return second.allSatisfy { letter in
            guard let place = rest.firstIndex(of: letter) else { return false }
            rest = rest[rest.index(after: place)...]
            return true
        }
    }

    private static func folded(_ text: String) -> String {
        text.precomposedStringWithCompatibilityMapping.filter { !$0.isWhitespace && $0 != "\u{AD}" }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20..<0x590, 0x1E00..<0x2190, 0x2C60..<0x2C80, 0x3000..<0xA000, 0xAC00..<0xD7B0, 0xFF00..<0xFFE0: true
        default: false
        }
    }
}
