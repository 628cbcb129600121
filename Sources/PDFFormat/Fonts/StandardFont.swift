import Foundation

/// The standard 14 fonts, which every reader provides (ISO 32000-2 §9.6.2.2).
public enum StandardFont: String, Sendable, Hashable, CaseIterable {
    case helvetica = "Helvetica"
    case helveticaBold = "Helvetica-Bold"
    case helveticaOblique = "Helvetica-Oblique"
    case helveticaBoldOblique = "Helvetica-BoldOblique"
    case timesRoman = "Times-Roman"
    case timesBold = "Times-Bold"
    case timesItalic = "Times-Italic"
    case timesBoldItalic = "Times-BoldItalic"
    case courier = "Courier"
    case courierBold = "Courier-Bold"
    case courierOblique = "Courier-Oblique"
    case courierBoldOblique = "Courier-BoldOblique"
    case symbol = "Symbol"
    case zapfDingbats = "ZapfDingbats"

    /// Returns the text in the font's encoding: WinAnsiEncoding, or that of the two symbol fonts.
    ///
    /// - Parameter place: the text's description in the error, such as `the field “Name”`
    /// - Throws: `PDFError.unshowableCharacter` for the first character that the font lacks
    public func encode(_ text: String, place: String = "the text") throws(PDFError) -> [UInt8] {
        // ASCII's printable characters have the same codes in WinAnsiEncoding (ISO 32000-2 Annex D.2).
        if family != .symbols, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return Array(text.utf8) }
        var codes: [UInt8] = []
        codes.reserveCapacity(text.utf8.count)
        for character in text {
            guard let code = code(of: character) else { throw .unshowableCharacter(character, place: place) }
            codes.append(code)
        }
        return codes
    }

    /// Returns the first character that the twelve Latin fonts lack; `nil` if they have them all.
    public static func unshowableCharacter(in text: String) -> Character? {
        text.first { WinAnsiEncoding.code(of: $0) == nil }
    }

    /// Returns the width of the text in points, set at `size` points.
    ///
    /// - Throws: `PDFError.unshowableCharacter`
    public func width(of text: String, size: Double) throws(PDFError) -> Double {
        width(ofCodes: try encode(text), size: size)
    }

    package func width(ofCodes codes: [UInt8], size: Double) -> Double {
        guard let widths else { return Double(codes.count) * 0.6 * size }
        let sum = codes.reduce(0) { $0 + ($1 >= 32 ? Int(widths[Int($1) - 32]) : 0) }
        return Double(sum) * size / 1000
    }

    /// The height of ascenders above the baseline, for a size of 1.
    package var ascent: Double {
        switch family {
        case .helvetica: 0.718
        case .times: 0.683
        case .courier: 0.629
        case .symbols: 0.8
        }
    }

    /// The depth of descenders below the baseline, for a size of 1; positive.
    package var descent: Double {
        switch family {
        case .helvetica: 0.207
        case .times: 0.217
        case .courier: 0.157
        case .symbols: 0.2
        }
    }

    var isBold: Bool {
        switch self {
        case .helveticaBold, .helveticaBoldOblique, .timesBold, .timesBoldItalic, .courierBold, .courierBoldOblique:
            true
        default: false
        }
    }

    /// The font dictionary.
    package var object: PDFObject {
        var dictionary: PDFDictionary = [
            "Type": .name("Font"), "Subtype": .name("Type1"), "BaseFont": .name(rawValue),
        ]
        if family != .symbols { dictionary["Encoding"] = .name("WinAnsiEncoding") }
        return .dictionary(dictionary)
    }

    /// What the font looks like, for a font that stands in for it.
    var look: FontLook {
        let isItalic = rawValue.hasSuffix("Oblique") || rawValue.hasSuffix("Italic")
        return switch family {
        case .helvetica, .symbols: FontLook(.sansSerif, isBold: isBold, isItalic: isItalic)
        case .times: FontLook(.serif, isBold: isBold, isItalic: isItalic)
        case .courier: FontLook(.monospaced, isBold: isBold, isItalic: isItalic)
        }
    }

    private enum Family { case helvetica, times, courier, symbols }

    private var family: Family {
        switch self {
        case .helvetica, .helveticaBold, .helveticaOblique, .helveticaBoldOblique: .helvetica
        case .timesRoman, .timesBold, .timesItalic, .timesBoldItalic: .times
        case .courier, .courierBold, .courierOblique, .courierBoldOblique: .courier
        case .symbol, .zapfDingbats: .symbols
        }
    }

    private var widths: [Int16]? {
        switch self {
        case .helvetica, .helveticaOblique: StandardFontWidths.helvetica
        case .helveticaBold, .helveticaBoldOblique: StandardFontWidths.helveticaBold
        case .timesRoman: StandardFontWidths.timesRoman
        case .timesBold: StandardFontWidths.timesBold
        case .timesItalic: StandardFontWidths.timesItalic
        case .timesBoldItalic: StandardFontWidths.timesBoldItalic
        case .courier, .courierBold, .courierOblique, .courierBoldOblique: nil
        case .symbol: StandardFontWidths.symbol
        case .zapfDingbats: StandardFontWidths.zapfDingbats
        }
    }

    private func code(of character: Character) -> UInt8? {
        let encoding: [UInt16]
        switch self {
        case .symbol: encoding = SymbolEncodings.symbol
        case .zapfDingbats: encoding = SymbolEncodings.zapfDingbats
        default: return WinAnsiEncoding.code(of: character)
        }
        guard character.unicodeScalars.count == 1, let scalar = character.unicodeScalars.first,
            scalar.value < 0xFFFD, let index = encoding.firstIndex(of: UInt16(scalar.value))
        else { return nil }
        return UInt8(index + 32)
    }
}
