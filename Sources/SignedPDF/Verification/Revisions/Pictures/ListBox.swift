/// A list box, which shows its options from one of them on, with a bar behind each chosen one (ISO 32000-2 §12.7.5.4).
struct ListBox {
    private static let comboFlag = 1 << 17
    private static let mostOptions = 2_000

    /// The texts of the options, and the chosen ones.
    private let options: [String]
    private let chosen: [Int]

    /// - Returns: `nil` for another field, and for one with options that have the same value but different texts
    init?(_ field: FieldNode, in document: PDFDocument) {
        guard field.type == "Ch", field.flags & Self.comboFlag == 0 else { return nil }
        let list = (try? document.value("Opt", in: field.dictionary))?.arrayValue ?? []
        guard list.count <= Self.mostOptions, (try? document.meter.charge(list.count * 64)) != nil else { return nil }
        var texts: [String] = []
        var places: [String: [Int]] = [:]
        for (index, element) in list.enumerated() {
            guard let option = try? document.resolve(element) else { return nil }
            let pair = option.arrayValue?.map { (try? document.resolve($0))?.textValue }
            guard let value = option.textValue ?? pair?.first?.flatMap(\.self),
                let text = option.textValue ?? pair?.last?.flatMap(\.self)
            else { return nil }
            texts.append(text)
            places[value, default: []].append(index)
        }
        let value = field.attributes["V"].flatMap { try? document.resolve($0) } ?? .null
        let elements = value.isNull ? [] : value.arrayValue ?? [value]
        guard elements.count <= list.count else { return nil }
        var chosen: Set<Int> = []
        for element in elements {
            guard let text = (try? document.resolve(element))?.textValue, let found = places[text], found.count == 1
            else { return nil }
            chosen.formUnion(found)
        }
        options = texts.map(FieldPicture.folded)
        self.chosen = chosen.sorted()
    }

    /// Whether viewers draw something for it.
    var hasOptions: Bool { options.contains { !$0.isEmpty } }

    /// Whether a picture shows options in order, among them the chosen ones, and has bars behind those alone.
    func isShown(by drawn: DrawnText, _ content: PictureContent) -> Bool {
        let bars = drawn.bars
        let marked = content.glyphs.filter { glyph in
            glyph.isVisible && bars.contains { $0.box.contains(glyph.box.center) }
        }
        let text = FieldPicture.folded(drawn.text)
        guard FieldPicture.folded(marked.map { $0.text ?? "\u{FFFD}" }.joined()) == chosen.map({ options[$0] }).joined()
        else { return false }
        if text.isEmpty { return chosen.isEmpty }
        // The bars already show that the chosen ones are among them.
        return options.indices.contains { first in
            var rest = text[...]
            for option in options.dropFirst(first) {
                guard rest.hasPrefix(option) else { return false }
                rest = rest.dropFirst(option.count)
                if rest.isEmpty { return true }
            }
            return false
        }
    }
}
