import Foundation

/// The fonts of an appearance stream, as far as they map their codes to characters.
struct CodedFonts {
    private let document: PDFDocument
    private let fonts: PDFDictionary
    private let formFonts: PDFDictionary
    private var known: [String: CodedFont?] = [:]

    init(_ resources: PDFDictionary, in document: PDFDocument) {
        self.document = document
        fonts = (try? document.value("Font", in: resources))?.dictionaryValue ?? [:]
        let form = (try? document.catalog()).flatMap { try? document.value("AcroForm", in: $0) }?.dictionaryValue
        let defaults = form.flatMap { try? document.value("DR", in: $0) }?.dictionaryValue ?? [:]
        formFonts = (try? document.value("Font", in: defaults))?.dictionaryValue ?? [:]
    }

    /// - Returns: `nil` for a font that does not exist
    mutating func font(named name: String?) -> CodedFont? {
        guard let name else { return nil }
        if let font = known[name] { return font }
        let dictionary = (fonts[name] ?? formFonts[name]).flatMap { try? document.resolve($0) }?.dictionaryValue
        let font = dictionary.map { CodedFont($0, in: document) }
        known[name] = .some(font)
        return font
    }
}

/// The meaning of a font's codes (ISO 32000-2 §9.7 and §9.10.2).
struct CodedFont {
    struct Glyph {
        /// The characters, or `nil` if the font does not define them.
        var text: String?
        /// The advance to the next letter, for a height of 1.
        var width: Double
        /// The least width of such a letter, whatever the font says, for a height of 1.
        var ink: Double
        /// Whether it is the code that word spacing applies to (§9.3.3).
        var isSpace: Bool
    }

    private enum Meaning {
        case unknown
        /// The codes follow the font's own map.
        case map(ToUnicodeMap)
        /// The codes are ASCII, and from 0x80 on WinAnsiEncoding if `isWinAnsi`. `names` holds the codes with other
        /// glyph names; a value is `nil` for an unknown name.
        case latin(isWinAnsi: Bool, names: [Int: String?])
    }

    private let meaning: Meaning
    private let widths: FontWidths
    /// The standard font that readers use if none is embedded.
    private let standard: StandardFont?
    /// The length of a code in bytes.
    private let codeLength: Int
    /// Whether only the font program determines the shapes of the letters.
    let isEmbedded: Bool

    private static let symbols = ["Symbol", "ZapfDingbats", "Wingdings", "Webdings"]

    init(_ font: PDFDictionary, in document: PDFDocument) {
        let type = (try? document.value("Subtype", in: font))?.nameValue
        let isComposite = type == "Type0"
        var described = font
        if isComposite, let descendant = (try? document.value("DescendantFonts", in: font))?.arrayValue?.first {
            described = (try? document.resolve(descendant))?.dictionaryValue ?? [:]
        }
        let descriptor = (try? document.value("FontDescriptor", in: described))?.dictionaryValue
        let hasProgram = ["FontFile", "FontFile2", "FontFile3"].contains { descriptor?[$0] != nil }
        // A Type 3 font can draw anything.
        isEmbedded = hasProgram || isComposite || type == nil || type == "Type3"
        codeLength = isComposite ? 2 : 1
        let base = (try? document.value("BaseFont", in: font))?.nameValue
        standard = isEmbedded ? nil : base.flatMap(Self.standardFont)
        widths =
            isComposite
            ? FontWidths(descendant: described, in: document)
            : FontWidths(simple: font, descriptor: descriptor, in: document)
        meaning = Self.meaning(of: font, type, base: base, hasProgram: hasProgram, in: document)
    }

    private static func meaning(
        of font: PDFDictionary, _ type: String?, base: String?, hasProgram: Bool, in document: PDFDocument
    ) -> Meaning {
        guard let type, type != "Type3" else { return .unknown }
        // Readers show symbols for these fonts, whatever the map says.
        if !hasProgram, let base, symbols.contains(where: base.hasSuffix) { return .unknown }
        let encoding = (try? document.value("Encoding", in: font)) ?? .null
        if case .stream(let stream)? = try? document.value("ToUnicode", in: font) {
            guard let bytes = try? document.decoded(stream, limit: 1 << 20),
                (try? document.meter.charge(bytes.count * 16)) != nil, let map = ToUnicodeMap(bytes)
            else { return .unknown }
            // Readers split a string into codes by the encoding, whatever the map says.
            let isCutAlike =
                type == "Type0" ? map.codeLength == 2 && encoding == .name("Identity-H") : map.codeLength == 1
            return isCutAlike ? .map(map) : .unknown
        }
        guard type != "Type0", base != nil else { return .unknown }
        // Without an encoding, the embedded font itself defines its codes.
        if encoding.isNull, hasProgram { return .unknown }
        guard let dictionary = encoding.dictionaryValue else {
            return .latin(isWinAnsi: encoding.nameValue == "WinAnsiEncoding", names: [:])
        }
        let baseEncoding = (try? document.value("BaseEncoding", in: dictionary))?.nameValue
        if baseEncoding == nil, hasProgram { return .unknown }
        var names: [Int: String?] = [:]
        var code = 0
        let differences = (try? document.value("Differences", in: dictionary))?.arrayValue ?? []
        guard differences.count <= 1024, (try? document.meter.charge(differences.count * 16)) != nil else {
            return .unknown
        }
        for element in differences {
            if let number = element.integerValue {
                code = number
            } else {
                names[code] = .some(element.nameValue.flatMap(GlyphNames.text))
                code &+= 1
            }
        }
        return .latin(isWinAnsi: baseEncoding == "WinAnsiEncoding", names: names)
    }

    /// Returns the standard font with a name, or the one that every reader substitutes for it.
    private static func standardFont(named name: String) -> StandardFont? {
        if let font = StandardFont(rawValue: name) { return font }
        switch name {
        case "Arial", "ArialMT", "Helv": return .helvetica
        case "Arial,Bold", "Arial-BoldMT", "HeBo": return .helveticaBold
        case "TimesNewRoman", "TimesNewRomanPSMT", "TiRo": return .timesRoman
        case "CourierNew", "CourierNewPSMT", "Cour": return .courier
        case "ZaDb": return .zapfDingbats
        default: return nil
        }
    }

    // MARK: Codes

    /// Returns the glyphs for a string of codes, or `nil` if it does not consist of whole codes.
    func glyphs(_ string: [UInt8]) -> [Glyph]? {
        guard string.count.isMultiple(of: codeLength) else { return nil }
        return stride(from: 0, to: string.count, by: codeLength).map { start in
            let code = codeLength == 1 ? Int(string[start]) : Int(string[start]) << 8 | Int(string[start + 1])
            let text = text(of: code)
            let natural = naturalWidth(of: code, text)
            return Glyph(
                text: text, width: widths.width(of: code, natural: natural), ink: natural ?? Self.leastWidth(of: text),
                isSpace: codeLength == 1 && code == 0x20)
        }
    }

    private func text(of code: Int) -> String? {
        switch meaning {
        case .unknown: return nil
        case .map(let map): return map.text(of: code)
        case .latin(let isWinAnsi, let names):
            if let name = names[code] { return name }
            if code < 0x7F { return Unicode.Scalar(code).map { String($0) } }
            return isWinAnsi ? String(data: Data([UInt8(truncatingIfNeeded: code)]), encoding: .windowsCP1252) : nil
        }
    }

    /// Returns the width of a letter in the standard font.
    private func naturalWidth(of code: Int, _ text: String?) -> Double? {
        guard let standard else { return nil }
        if let text, let width = try? standard.width(of: text, size: 1) { return width }
        return (0x20...0xFF).contains(code) ? standard.width(ofCodes: [UInt8(code)], size: 1) : nil
    }

    /// Returns the least width of a letter. A font may claim zero width for its letters, so that they overlap.
    private static func leastWidth(of text: String?) -> Double {
        guard let scalar = text?.unicodeScalars.first else { return 0 }
        switch scalar.properties.generalCategory {
        case .decimalNumber: return 0.35
        case .uppercaseLetter, .lowercaseLetter, .otherLetter, .titlecaseLetter, .currencySymbol: return 0.15
        default: return 0
        }
    }
}
