import Foundation

/// What a default appearance string says (ISO 32000-2 §12.7.4.3).
struct DefaultAppearance {
    /// The font's name in the form's default resources.
    var font: String?
    /// The font size in points; 0 for a size that fits the field.
    var size = 0.0
    var color = InkColor.black

    init(_ string: Data) {
        try? string.lend { (bytes) throws(PDFError) in
            var operators = ContentOperators(bytes, most: 100)
            while let (name, operands) = try operators.next() {
                switch name {
                case "Tf":
                    font = operands.first?.nameValue
                    size = max(0, operands.last?.realValue ?? 0)
                case "g", "rg", "k": color = InkColor(components: operands.compactMap(\.realValue)) ?? color
                default: continue
                }
            }
        }
    }
}

extension InkColor {
    /// - Parameter components: one of gray, three of RGB or four of CMYK
    init?(components: [Double]) {
        guard let rgb = FieldColors.rgb(components) else { return nil }
        self.init(red: rgb[0], green: rgb[1], blue: rgb[2])
    }
}
