import Foundation

extension StandardFont {
    private static let fixedPitch = 1
    private static let serif = 2
    private static let italic = 64
    private static let forceBold = 1 << 18

    /// Names under which forms know the standard fonts.
    private static let shortNames: [String: StandardFont] = [
        "Helv": .helvetica, "HeBo": .helveticaBold, "HeOb": .helveticaOblique, "HeBO": .helveticaBoldOblique,
        "TiRo": .timesRoman, "TiBo": .timesBold, "TiIt": .timesItalic, "TiBI": .timesBoldItalic, "Cour": .courier,
        "CoBo": .courierBold, "CoOb": .courierOblique, "CoBO": .courierBoldOblique, "Symb": .symbol,
        "ZaDb": .zapfDingbats,
    ]

    /// Returns the standard font that looks most like a font of the file, by its name and descriptor (ISO 32000-2
    /// §9.8).
    ///
    /// - Parameters:
    ///   - name: the font's name in the resources
    ///   - font: the font's dictionary; `nil` if the resources have none of this name
    init(mostLike name: String?, _ font: PDFDictionary?, in document: PDFDocument) {
        let base = font.flatMap { try? document.value("BaseFont", in: $0) }?.nameValue
        // The name of a subset begins with six letters of its own (§9.9.2).
        let plain = base.map { $0.dropFirst(7).isEmpty || $0.dropFirst(6).first != "+" ? $0 : String($0.dropFirst(7)) }
        if let known = plain.flatMap(StandardFont.init(rawValue:)) ?? (plain ?? name).flatMap({ Self.shortNames[$0] }) {
            self = known
            return
        }
        let descriptor = font.flatMap { try? document.value("FontDescriptor", in: $0) }?.dictionaryValue
        let flags = descriptor?["Flags"]?.integerValue ?? 0
        let words = (plain ?? "").lowercased()
        func has(_ parts: String...) -> Bool { parts.contains { words.contains($0) } }
        let isBold = has("bold", "black", "heavy", "demi") || flags & Self.forceBold != 0
        let isSlanted = has("italic", "oblique") || flags & Self.italic != 0
        if has("courier", "mono", "typewriter") || flags & Self.fixedPitch != 0 {
            self = Self.courier.variant(isBold: isBold, isSlanted: isSlanted)
        } else if has("times", "serif", "roman", "georgia", "garamond", "palatino", "bookman", "schoolbook")
            && !has("sans") || flags & Self.serif != 0
        {
            self = Self.timesRoman.variant(isBold: isBold, isSlanted: isSlanted)
        } else {
            self = Self.helvetica.variant(isBold: isBold, isSlanted: isSlanted)
        }
    }

    private func variant(isBold: Bool, isSlanted: Bool) -> StandardFont {
        switch (self, isBold, isSlanted) {
        case (.courier, true, true): .courierBoldOblique
        case (.courier, true, false): .courierBold
        case (.courier, false, true): .courierOblique
        case (.timesRoman, true, true): .timesBoldItalic
        case (.timesRoman, true, false): .timesBold
        case (.timesRoman, false, true): .timesItalic
        case (.helvetica, true, true): .helveticaBoldOblique
        case (.helvetica, true, false): .helveticaBold
        case (.helvetica, false, true): .helveticaOblique
        default: self
        }
    }
}
