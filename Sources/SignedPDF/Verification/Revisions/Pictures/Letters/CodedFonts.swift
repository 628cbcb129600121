import Foundation

/// The fonts of an appearance stream, as far as they tell which characters their codes show.
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

    /// - Returns: nil for a font that is not there.
    mutating func font(named name: String?) -> CodedFont? {
        guard let name else { return nil }
        if let font = known[name] { return font }
        let dictionary = (fonts[name] ?? formFonts[name]).flatMap { try? document.resolve($0) }?.dictionaryValue
        let font = dictionary.map { CodedFont($0, in: document) }
        known[name] = .some(font)
        return font
    }
}

/// What a font says of its codes (ISO 32000-2 §9.7 and §9.10.2).
struct CodedFont {
    struct Glyph {
        /// nil if the font does not tell.
        var text: String?
        /// How far the next letter is, for a height of 1.
        var width: Double
        /// The least that such a letter takes, whatever the font says, for a height of 1.
        var ink: Double
        /// Whether it is the code that word spacing is about (§9.3.3).
        var isSpace: Bool
    }

    private enum Meaning {
        case unknown
        /// As the font's own map has it.
        case map(ToUnicodeMap)
        /// As ASCII, and codes from 0x80 on, if `isWinAnsi`, as WinAnsiEncoding has them; but for those that the encoding
        /// gives other names, or nil for names that are not known.
        case latin(isWinAnsi: Bool, names: [Int: String?])
    }

    private let meaning: Meaning
    private let widths: FontWidths
    /// The standard font that readers show, where none is embedded.
    private let standard: StandardFont?
    /// The number of bytes of a code.
    private let codeLength: Int
    /// Whether nobody but the font's own program knows what its letters look like.
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
        // What a Type 3 font draws is in its own hands.
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
        // Readers show symbols in their place, whatever the map calls them.
        if !hasProgram, let base, symbols.contains(where: base.hasSuffix) { return .unknown }
        let encoding = (try? document.value("Encoding", in: font)) ?? .null
        if case .stream(let stream)? = try? document.value("ToUnicode", in: font) {
            guard let bytes = try? document.decoded(stream, limit: 1 << 20),
                (try? document.meter.charge(bytes.count * 16)) != nil, let map = ToUnicodeMap(bytes)
            else { return .unknown }
            // Readers cut a string into codes as the encoding has it, whatever the map says.
            let isCutAlike =
                type == "Type0" ? map.codeLength == 2 && encoding == .name("Identity-H") : map.codeLength == 1
            return isCutAlike ? .map(map) : .unknown
        }
        guard type != "Type0", base != nil else { return .unknown }
        // Without an encoding, the codes of an embedded font mean what that font says.
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

    /// The standard font of a name, or the one that every reader takes for it.
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

    /// What a string of codes shows; nil if it does not consist of whole codes.
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

    /// How wide a letter of a standard font is.
    private func naturalWidth(of code: Int, _ text: String?) -> Double? {
        guard let standard else { return nil }
        if let text, let width = try? standard.width(of: text, size: 1) { return width }
        return (0x20...0xFF).contains(code) ? standard.width(ofCodes: [UInt8(code)], size: 1) : nil
    }

    /// A font may say that its letters take no place, so that they lie over one another.
    private static func leastWidth(of text: String?) -> Double {
        guard let scalar = text?.unicodeScalars.first else { return 0 }
        switch scalar.properties.generalCategory {
        case .decimalNumber: return 0.35
        case .uppercaseLetter, .lowercaseLetter, .otherLetter, .titlecaseLetter, .currencySymbol: return 0.15
        default: return 0
        }
    }
}
