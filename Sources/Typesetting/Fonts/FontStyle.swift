/// The fonts for a line of text.
enum FontStyle: Hashable {
    /// The fonts for any text, in the user's order.
    case regular
    case bold
    /// Fonts of a look, before those for any text.
    case look(FontLook)

    var isBold: Bool {
        switch self {
        case .regular: false
        case .bold: true
        case .look(let look): look.isBold
        }
    }

    var isItalic: Bool {
        if case .look(let look) = self { look.isItalic } else { false }
    }

    /// Returns the font families in order of preference.
    func families(_ order: FontOrder) -> [String] {
        guard case .look(let look) = self else { return order.families }
        return look.family.standardFamilies + order.families
    }
}

extension FontLook.Family {
    /// Families with the widths of Helvetica, Times and Courier, the most common first.
    var standardFamilies: [String] {
        switch self {
        case .sansSerif: ["Liberation Sans", "Arimo", "Nimbus Sans", "Nimbus Sans L", "Helvetica", "Arial"]
        case .serif:
            ["Liberation Serif", "Tinos", "Nimbus Roman", "Nimbus Roman No9 L", "Times", "Times New Roman"]
        case .monospaced:
            ["Liberation Mono", "Cousine", "Nimbus Mono PS", "Nimbus Mono L", "Courier", "Courier New"]
        }
    }
}
