import Foundation

/// How viewers draw the text of a field (`/DA` and `/MK`, ISO 32000-2 §12.7.4.3).
struct ViewerLetters {
    /// The smallest size that people read, in points.
    private static let smallest = 4.0
    private static let leastContrast = 0.25
    /// Fonts whose glyphs are not the characters of the text.
    private static let symbolNames = ["dingbat", "symbol", "wingding", "webding", "zadb"]
    private static let password = 1 << 13
    private static let richText = 1 << 25

    private let fontName: String
    private let font: PDFDictionary?
    /// The size in points; 0 to fit the field.
    private let size: Double
    private let brightness: Double
    private let ground: Double
    private let hidesValue: Bool

    /// - Returns: `nil` if there is no such string, or it does more than choosing a font and a color
    init?(of widget: PDFDictionary, _ field: FieldNode, _ revision: Revision) {
        let document = revision.document
        let value = widget["DA"] ?? field.attributes["DA"] ?? revision.tree.form["DA"]
        guard let text = value.flatMap({ try? document.resolve($0) })?.stringValue,
            let style = try? Self.style(in: text), let named = style.font
        else { return nil }
        fontName = named
        size = style.size
        brightness = style.brightness
        let resources = (try? document.value("DR", in: revision.tree.form))?.dictionaryValue ?? [:]
        let fonts = (try? document.value("Font", in: resources))?.dictionaryValue ?? [:]
        font = (try? document.value(named, in: fonts))?.dictionaryValue
        let traits = (try? document.value("MK", in: widget))?.dictionaryValue ?? [:]
        let background = (try? document.value("BG", in: traits))?.arrayValue?.compactMap(\.realValue) ?? []
        ground = FieldColors.brightness(background) ?? 1
        let flags = field.attributes["Ff"]?.integerValue ?? 0
        hidesValue = field.type == "Tx" && flags & (Self.password | Self.richText) != 0
    }

    private static func style(in text: Data) throws(PDFError) -> (font: String?, size: Double, brightness: Double)? {
        try text.lend { (bytes) throws(PDFError) in
            var operators = ContentOperators(bytes, most: 32)
            var style: (font: String?, size: Double, brightness: Double) = (nil, 0, 0)
            while let (name, operands) = try operators.next() {
                switch name {
                case "Tf":
                    guard operands.count == 2, let font = operands[0].nameValue, let size = operands[1].realValue else {
                        return nil
                    }
                    (style.font, style.size) = (font, size)
                case "g", "rg", "k":
                    let color = operands.compactMap(\.realValue)
                    guard color.count == operands.count, let brightness = FieldColors.brightness(color) else {
                        return nil
                    }
                    style.brightness = brightness
                case "G", "RG", "K": continue
                default: return nil
                }
            }
            return style
        }
    }

    /// Whether people can read letters of this look in a field.
    func isLegible(in rect: PDFRectangle) -> Bool {
        guard !hidesValue, abs(ground - brightness) >= Self.leastContrast, rect.height >= Self.smallest,
            rect.width >= Self.smallest, size == 0 || size >= Self.smallest && size <= 2 * rect.height
        else { return false }
        let names = [fontName, font?["BaseFont"]?.nameValue ?? ""].map { $0.lowercased() }
        return font?["Subtype"] != .name("Type3")
            && !Self.symbolNames.contains { symbol in names.contains { $0.contains(symbol) } }
    }
}
