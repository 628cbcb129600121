import Crypto
import Foundation

/// A Type 0 font with its one descendant (ISO 32000-2 §9.7). Its two-byte codes are the glyphs' CIDs.
struct CompositeFontObjects {
    let font: FontSubset
    /// The text of each glyph, by its number in the whole font.
    let texts: [Int: String]
    /// Whether to list the glyphs that the program has, as PDF/A-1 requires (ISO 19005-1 §6.3.5).
    var listsGlyphs = false

    private static let symbolic = 4
    private static let italic = 64

    func write(as reference: PDFReference, to sink: inout some ObjectSink) throws(PDFError) {
        let name = "\(subsetTag)+\(font.postScriptName)"
        let glyphs = try listsGlyphs ? sink.add(Self.deflated(glyphSet)) : nil
        let descriptor = sink.add(try descriptor(name, program: sink.add(program()), glyphs: glyphs))
        var descendant: PDFDictionary = [
            "Type": .name("Font"), "Subtype": .name(isTrueType ? "CIDFontType2" : "CIDFontType0"),
            "BaseFont": .name(name),
            "CIDSystemInfo": .dictionary([
                "Registry": .text("Adobe"), "Ordering": .text("Identity"), "Supplement": .integer(0),
            ]),
            "FontDescriptor": .reference(descriptor), "W": widths,
        ]
        if isTrueType { descendant["CIDToGIDMap"] = .name("Identity") }
        let meaning = sink.add(try Self.deflated(ToUnicodeCMap(codes: meanings).data))
        // For CFF outlines the font's name ends with the encoding's name (§9.7.6.1).
        sink.set(
            reference,
            to: .dictionary([
                "Type": .name("Font"), "Subtype": .name("Type0"),
                "BaseFont": .name(isTrueType ? name : name + "-Identity-H"), "Encoding": .name("Identity-H"),
                "DescendantFonts": .array([.reference(sink.add(.dictionary(descendant)))]),
                "ToUnicode": .reference(meaning),
            ]))
    }

    private var isTrueType: Bool {
        if case .trueType = font.program { true } else { false }
    }

    private func program() throws(PDFError) -> PDFObject {
        switch font.program {
        case .trueType(let data): try Self.deflated(data, ["Length1": .integer(data.count)])
        case .compactFontFormat(let data): try Self.deflated(data, ["Subtype": .name("CIDFontType0C")])
        }
    }

    /// Returns the font descriptor (§9.8).
    private func descriptor(
        _ name: String, program: PDFReference, glyphs: PDFReference?
    ) throws(PDFError) -> PDFObject {
        let box = PDFRectangle(left: font.box.left, bottom: font.box.bottom, right: font.box.right, top: font.box.top)
        var descriptor: PDFDictionary = [
            "Type": .name("FontDescriptor"), "FontName": .name(name),
            "Flags": .integer(Self.symbolic | (font.italicAngle == 0 ? 0 : Self.italic)), "FontBBox": box.object,
            "ItalicAngle": .rounded(font.italicAngle), "Ascent": .rounded(font.ascender),
            "Descent": .rounded(font.descender), "CapHeight": .rounded(font.capHeight),
            "StemV": .integer(font.isBold ? 140 : 80), isTrueType ? "FontFile2" : "FontFile3": .reference(program),
        ]
        if let glyphs { descriptor["CIDSet"] = .reference(glyphs) }
        return .dictionary(descriptor)
    }

    /// One bit for each code of a glyph in the program, the highest first (§9.8.3.2). Glyph 0 is always there.
    private var glyphSet: Data {
        let codes = Set(font.codes.values.map(Int.init)).union([0])
        var bits = Data(count: (codes.max() ?? 0) / 8 + 1)
        for code in codes { bits[code / 8] |= 0x80 >> UInt8(code % 8) }
        return bits
    }

    /// The widths, grouped by consecutive codes (§9.7.4.3).
    private var widths: PDFObject {
        var groups: [PDFObject] = []
        var first: UInt16?
        var group: [PDFObject] = []
        var next: UInt16?
        let byCode = font.codes.compactMap { glyph, code in font.widths[glyph].map { (code: code, width: $0) } }
        for (code, width) in byCode.sorted(by: { $0.code < $1.code }) where code != next.map({ $0 &- 1 }) {
            if code != next {
                if let first { groups += [.integer(Int(first)), .array(group)] }
                first = code
                group = []
            }
            group.append(.rounded(width))
            next = code &+ 1
        }
        if let first { groups += [.integer(Int(first)), .array(group)] }
        return .array(groups)
    }

    private var meanings: [UInt16: String] {
        var meanings: [UInt16: String] = [:]
        for (glyph, text) in texts {
            if let code = font.codes[glyph] { meanings[code] = text }
        }
        return meanings
    }

    /// Six letters that distinguish this subset of the font from others (§9.9.2).
    private var subsetTag: String {
        SHA256.hash(data: font.program.bytes).prefix(6).map { String(UnicodeScalar(0x41 + $0 % 26)) }.joined()
    }

    private static func deflated(_ data: Data, _ entries: PDFDictionary = [:]) throws(PDFError) -> PDFObject {
        var dictionary = entries
        dictionary["Filter"] = .name("FlateDecode")
        return .stream(PDFStream(dictionary: dictionary, encodedBytes: try FlateFilter.deflate(data)))
    }
}
