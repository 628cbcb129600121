import Foundation

/// The fonts of an appearance stream or a page, by the names of its resources.
struct CodedFonts {
    private let document: PDFDocument
    private let lists: [PDFDictionary]
    private let prescribed: Set<String>
    private var known: [String: CodedFont?] = [:]

    /// - Parameters:
    ///   - resources: the content's own resources; then those that some readers lend to it
    ///   - prescribed: the names of fonts that the signed form has for its fields
    init(_ resources: [PDFDictionary], in document: PDFDocument, prescribed: Set<String> = []) {
        self.document = document
        self.prescribed = prescribed
        lists = resources.map { (try? document.value("Font", in: $0))?.dictionaryValue ?? [:] }
    }

    /// - Returns: `nil` for a font that does not exist
    mutating func font(named name: String?) -> CodedFont? {
        guard let name else { return nil }
        if let font = known[name] { return font }
        let entry = lists.lazy.compactMap { $0[name] }.first
        let dictionary = entry.flatMap { try? document.resolve($0) }?.dictionaryValue
        let font = dictionary.map { CodedFont($0, in: document, prescribed: prescribed) }
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
        /// Whether readers do not choose the glyph by what its characters are read from: a `/ToUnicode` map, or the
        /// name of a font that is neither embedded nor standard.
        var isClaimed: Bool
    }

    private enum Meaning {
        case unknown
        /// The font's `/ToUnicode` map, which readers do not draw by.
        case map(ToUnicodeMap)
        /// The glyphs of a font program, by the program's own table of characters.
        case program(FontProgramCharacters, glyphs: Data?, claim: ToUnicodeMap?)
        /// The codes are ASCII, and from 0x80 on WinAnsiEncoding if `isWinAnsi`. `names` holds the codes with other
        /// glyph names; a value is `nil` for an unknown name.
        case latin(isWinAnsi: Bool, names: [Int: String?], claim: ToUnicodeMap?)
    }

    private let meaning: Meaning
    private let widths: FontWidths
    /// The standard font that readers use if none is embedded.
    private let standard: StandardFont?
    /// The length of a code in bytes.
    private let codeLength: Int
    /// Whether only the font program determines the shapes of the letters.
    let isEmbedded: Bool
    /// Whether the glyphs are content streams, which can draw anything.
    let isType3: Bool
    private let isClaimed: Bool

    private static let symbols = ["symbol", "dingbat", "wingding", "webding", "marlett"]
    private static let plainEncodings: Set<String?> = [
        nil, "StandardEncoding", "WinAnsiEncoding", "MacRomanEncoding", "PDFDocEncoding",
    ]

    /// Returns the names of the fonts that a form has for its fields.
    static func prescribed(by document: PDFDocument) -> Set<String> {
        let form = (try? document.catalog()).flatMap { try? document.value("AcroForm", in: $0) }?.dictionaryValue
        let resources = form.flatMap { try? document.value("DR", in: $0) }?.dictionaryValue
        let fonts = resources.flatMap { try? document.value("Font", in: $0) }?.dictionaryValue ?? [:]
        let dictionaries = fonts.entries.prefix(256).compactMap { (try? document.resolve($0.value))?.dictionaryValue }
        return Set(dictionaries.compactMap { (try? document.value("BaseFont", in: $0))?.nameValue })
    }

    init(_ font: PDFDictionary, in document: PDFDocument, prescribed: Set<String> = []) {
        let type = (try? document.value("Subtype", in: font))?.nameValue
        let isComposite = type == "Type0"
        var described = font
        if isComposite, let descendant = (try? document.value("DescendantFonts", in: font))?.arrayValue?.first {
            described = (try? document.resolve(descendant))?.dictionaryValue ?? [:]
        }
        let descriptor = (try? document.value("FontDescriptor", in: described))?.dictionaryValue
        let hasProgram = ["FontFile", "FontFile2", "FontFile3"].contains { descriptor?[$0] != nil }
        // A Type 3 font can draw anything.
        isType3 = type == "Type3"
        isEmbedded = hasProgram || isComposite || type == nil || isType3
        codeLength = isComposite ? 2 : 1
        let base = (try? document.value("BaseFont", in: font))?.nameValue
        standard = isEmbedded ? nil : base.flatMap(Self.standardFont)
        widths =
            isComposite
            ? FontWidths(descendant: described, in: document)
            : FontWidths(simple: font, descriptor: descriptor, in: document)
        if let own = Self.ownMeaning(of: font, type, described, descriptor, hasProgram: hasProgram, in: document) {
            meaning = own
            // Readers replace a font that is not embedded by one of the same letters, as they did when it was signed.
            isClaimed = !hasProgram && standard == nil && !prescribed.contains(base ?? "")
        } else {
            let isSymbol = !hasProgram && Self.symbols.contains { (base ?? "").lowercased().contains($0) }
            meaning = isSymbol ? .unknown : Self.toUnicode(of: font, type, in: document).map { .map($0) } ?? .unknown
            isClaimed = true
        }
    }

    /// Returns the characters by which readers choose the glyphs; `nil` if they choose them by something else.
    private static func ownMeaning(
        of font: PDFDictionary, _ type: String?, _ described: PDFDictionary, _ descriptor: PDFDictionary?,
        hasProgram: Bool, in document: PDFDocument
    ) -> Meaning? {
        let encoding = (try? document.value("Encoding", in: font)) ?? .null
        switch type {
        case "Type0":
            guard encoding == .name("Identity-H"), let descriptor,
                let characters = FontProgramCharacters(descriptor, in: document)
            else { return nil }
            let claim = toUnicode(of: font, type, in: document)
            switch try? document.value("CIDToGIDMap", in: described) {
            case .name("Identity"): return .program(characters, glyphs: nil, claim: claim)
            case .stream(let map):
                return (try? document.decoded(map)).map { .program(characters, glyphs: $0, claim: claim) }
            default: return nil
            }
        case "Type1", "MMType1", "TrueType":
            let base = (try? document.value("BaseFont", in: font))?.nameValue
            // Readers show symbols for these fonts, whatever their encoding says.
            guard let base, hasProgram || !symbols.contains(where: base.lowercased().contains) else { return nil }
            // Without an encoding, the embedded font itself defines its codes.
            guard !encoding.isNull || !hasProgram else { return nil }
            // Nobody believes a standard font's map.
            let claim = hasProgram || standardFont(named: base) == nil ? toUnicode(of: font, type, in: document) : nil
            return latin(encoding, hasProgram: hasProgram, claim, in: document)
        default: return nil
        }
    }

    private static func latin(
        _ encoding: PDFObject, hasProgram: Bool, _ claim: ToUnicodeMap?, in document: PDFDocument
    ) -> Meaning? {
        guard let dictionary = encoding.dictionaryValue else {
            guard encoding.isNull || encoding.nameValue != nil, plainEncodings.contains(encoding.nameValue) else {
                return nil
            }
            return .latin(isWinAnsi: encoding.nameValue == "WinAnsiEncoding", names: [:], claim: claim)
        }
        let base = (try? document.value("BaseEncoding", in: dictionary))?.nameValue
        guard plainEncodings.contains(base), base != nil || !hasProgram else { return nil }
        var names: [Int: String?] = [:]
        var code = 0
        let differences = (try? document.value("Differences", in: dictionary))?.arrayValue ?? []
        guard differences.count <= 1024, (try? document.meter.charge(differences.count * 16)) != nil else {
            return nil
        }
        for element in differences {
            if let number = element.integerValue {
                code = number
            } else {
                names[code] = .some(element.nameValue.flatMap(GlyphNames.text))
                code &+= 1
            }
        }
        return .latin(isWinAnsi: base == "WinAnsiEncoding", names: names, claim: claim)
    }

    /// Returns the map of a font that is not known to show symbols.
    private static func toUnicode(of font: PDFDictionary, _ type: String?, in document: PDFDocument) -> ToUnicodeMap? {
        guard let type, type != "Type3", case .stream(let stream)? = try? document.value("ToUnicode", in: font),
            let bytes = try? document.decoded(stream, limit: 1 << 20),
            (try? document.meter.charge(bytes.count * 16)) != nil, let map = ToUnicodeMap(bytes)
        else { return nil }
        // Readers split a string into codes by the encoding, whatever the map says.
        let isCutAlike =
            type == "Type0"
            ? map.codeLength == 2 && (try? document.value("Encoding", in: font)) == .name("Identity-H")
            : map.codeLength == 1
        return isCutAlike ? map : nil
    }

    /// Returns the standard font with a name, or the one that every reader substitutes for it.
    private static func standardFont(named name: String) -> StandardFont? {
        if let font = StandardFont(rawValue: name) { return font }
        switch name {
        case "Arial", "ArialMT", "Helv": return .helvetica
        case "Arial,Bold", "Arial-BoldMT", "Arial-Bold", "HeBo", "Helvetica,Bold": return .helveticaBold
        case "Arial,Italic", "Arial-ItalicMT": return .helveticaOblique
        case "Arial,BoldItalic", "Arial-BoldItalicMT": return .helveticaBoldOblique
        case "TimesNewRoman", "TimesNewRomanPSMT", "TiRo": return .timesRoman
        case "TimesNewRoman,Bold", "TimesNewRomanPS-BoldMT": return .timesBold
        case "TimesNewRoman,Italic", "TimesNewRomanPS-ItalicMT": return .timesItalic
        case "CourierNew", "CourierNewPSMT", "Cour": return .courier
        case "CourierNew,Bold", "CourierNewPS-BoldMT": return .courierBold
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
            let (text, isClaimed) = text(of: code)
            let natural = naturalWidth(of: code, text)
            return Glyph(
                text: text, width: widths.width(of: code, natural: natural), ink: natural ?? Self.leastWidth(of: text),
                isSpace: codeLength == 1 && code == 0x20, isClaimed: isClaimed)
        }
    }

    private func text(of code: Int) -> (text: String?, isClaimed: Bool) {
        switch meaning {
        case .unknown: return (nil, isClaimed)
        case .map(let map): return (map.text(of: code), isClaimed)
        case .program(let characters, let glyphs, let claim):
            let claimed = claim?.text(of: code)
            var glyph: Int? = code
            if let glyphs {
                let place = glyphs.startIndex + 2 * code
                glyph = place + 1 < glyphs.endIndex ? Int(glyphs[place]) << 8 | Int(glyphs[place + 1]) : nil
            }
            let own = glyph.flatMap { characters.text(of: $0, claim: claimed) }
            return (own ?? claimed, own == nil)
        case .latin(let isWinAnsi, let names, let claim):
            let claimed = claim?.text(of: code)
            if isClaimed, claimed != nil { return (claimed, true) }
            let own = names[code] ?? Self.latin(code, isWinAnsi: isWinAnsi)
            return (own ?? claimed, isClaimed || own == nil)
        }
    }

    private static func latin(_ code: Int, isWinAnsi: Bool) -> String? {
        if code < 0x7F { return Unicode.Scalar(code).map { String($0) } }
        return isWinAnsi ? String(data: Data([UInt8(truncatingIfNeeded: code)]), encoding: .windowsCP1252) : nil
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
