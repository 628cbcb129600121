import Foundation

/// A font that a picture carries, in the one form in which ``CompositeFontObjects`` writes it.
struct PictureFont {
    /// Advance widths in thousandths of the font size, by code.
    let widths: [UInt16: Double]
    /// What codes stand for.
    let texts: [UInt16: String]
    /// How far the codes' glyphs reach; nil where nobody asks.
    let ink: FontInk?

    private static let mostCodes = 10_000
    /// In bytes: thousands of ideographs.
    private static let largestProgram = 4 << 20

    /// - Parameter shaper: reads the font's program; nil if nobody will ask what its glyphs look like.
    /// - Returns: nil for a font that is written otherwise, in which codes may mean something else to another reader.
    /// - Throws: ``PDFError`` for what cannot be read.
    init?(_ font: PDFDictionary, in document: PDFDocument, shaper: (any TextShaper)?) throws(PDFError) {
        guard Self.has(font, ["Type", "Subtype", "BaseFont", "Encoding", "DescendantFonts", "ToUnicode"]),
            font["Subtype"] == .name("Type0"), font["Encoding"] == .name("Identity-H"),
            let descendants = font["DescendantFonts"]?.arrayValue, descendants.count == 1,
            let descendant = try document.resolve(descendants[0]).dictionaryValue,
            case .stream(let meaning) = try document.value("ToUnicode", in: font)
        else { return nil }
        let isTrueType = descendant["Subtype"] == .name("CIDFontType2")
        let keys: Set = ["Type", "Subtype", "BaseFont", "CIDSystemInfo", "FontDescriptor", "W"]
        guard isTrueType || descendant["Subtype"] == .name("CIDFontType0"),
            Self.has(descendant, isTrueType ? keys.union(["CIDToGIDMap"]) : keys),
            !isTrueType || descendant["CIDToGIDMap"] == .name("Identity"),
            let widths = Self.widths(descendant["W"]), widths.count <= Self.mostCodes,
            let descriptor = try document.value("FontDescriptor", in: descendant).dictionaryValue,
            Self.has(descriptor, Self.descriptorKeys.union([isTrueType ? "FontFile2" : "FontFile3"])),
            case .stream(let file) = try document.value(isTrueType ? "FontFile2" : "FontFile3", in: descriptor),
            Self.has(file.dictionary, ["Filter", "Length", isTrueType ? "Length1" : "Subtype"]),
            isTrueType || file.dictionary["Subtype"] == .name("CIDFontType0C")
        else { return nil }
        let map = try document.decoded(meaning, limit: 1 << 20)
        try document.meter.charge(map.count * 16)
        // Readers differ in what they make of a map that is written in another way.
        let texts = ToUnicodeMap(map)?.textsByCode ?? [:]
        guard ToUnicodeCMap(codes: texts).data == map else { return nil }
        let bytes = try document.decoded(file, limit: Self.largestProgram)
        try document.meter.charge(bytes.count)
        self.widths = widths
        self.texts = texts
        ink = shaper.map { FontInk(isTrueType ? .trueType(bytes) : .compactFontFormat(bytes), shaper: $0) }
    }

    private static let descriptorKeys: Set<String> = [
        "Type", "FontName", "Flags", "FontBBox", "ItalicAngle", "Ascent", "Descent", "CapHeight", "StemV",
    ]

    private static func has(_ dictionary: PDFDictionary, _ keys: Set<String>) -> Bool {
        dictionary.entries.count == keys.count && Set(dictionary.keys) == keys
    }

    /// Groups of a first code and the widths from there on.
    private static func widths(_ object: PDFObject?) -> [UInt16: Double]? {
        guard let elements = object?.arrayValue, elements.count.isMultiple(of: 2) else { return nil }
        var widths: [UInt16: Double] = [:]
        for index in stride(from: 0, to: elements.count, by: 2) {
            guard let first = elements[index].integerValue, let group = elements[index + 1].arrayValue else {
                return nil
            }
            for (offset, element) in group.enumerated() {
                guard let code = UInt16(exactly: first + offset), let width = element.realValue, (0...10_000) ~= width,
                    widths.updateValue(width, forKey: code) == nil
                else { return nil }
            }
        }
        return widths
    }
}
