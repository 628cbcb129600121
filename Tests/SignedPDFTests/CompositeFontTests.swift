import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

/// Sets each character as the glyph of its own code point; "ﬁ" of two letters, "!" as two glyphs, Hebrew from the
/// right; "?" it does not know.
private struct LetterShaper: TextShaper {
    var width = 500.0

    func shape(_ text: String, isBold: Bool, direction: TextDirection) throws(TextShapingError) -> ShapedLine {
        if text.contains("?") { throw .unshowable("?") }
        let isRightToLeft = text.unicodeScalars.contains { (0x590...0x5FF).contains($0.value) }
        var x = 0.0
        var clusters: [ShapedLine.Cluster] = []
        let characters = text.replacingOccurrences(of: "fi", with: "\u{FB01}")
        for character in isRightToLeft ? Array(characters.reversed()) : Array(characters) {
            let id = Int(character.unicodeScalars.first?.value ?? 0)
            var glyphs = [ShapedLine.Glyph(id: id, x: x, y: 0, width: width, text: String(character))]
            if character == "!" { glyphs.append(.init(id: 1, x: x + 100, y: 50, width: 0, text: nil)) }
            // Lower-case ß is drawn as "s" is: one glyph for two characters.
            if character == "ß" { glyphs = [.init(id: 0x73, x: x, y: 0, width: 500, text: nil)] }
            clusters.append(
                .init(text: character == "\u{FB01}" ? "fi" : String(character), glyphs: glyphs, x: x, advance: width))
            x += width
        }
        let run = ShapedLine.Run(
            font: FontID(path: isBold ? "bold" : "plain"), isRightToLeft: isRightToLeft, clusters: clusters,
            blank: .init(id: 0x20, x: 0, y: 0, width: 250, text: " "))
        return ShapedLine(
            text: text, runs: [run], advance: x, inkTop: 900, inkBottom: -300, isRightToLeft: isRightToLeft)
    }

    func font(_ id: FontID, showing glyphs: Set<Int>) throws(TextShapingError) -> FontSubset {
        let codes = Dictionary(uniqueKeysWithValues: glyphs.sorted().enumerated().map { ($1, UInt16($0 + 1)) })
        let widths = Dictionary(uniqueKeysWithValues: glyphs.map { ($0, $0 == 1 ? 0.0 : $0 == 0x20 ? 250 : 500) })
        return FontSubset(
            postScriptName: "Letters", program: .trueType(Data("a font".utf8)), codes: codes, widths: widths,
            box: .init(left: 0, bottom: -200, right: 600, top: 800), ascender: 900, descender: -300, capHeight: 700,
            isBold: id.path == "bold")
    }
}

private let box = PageRect(x: 20, y: 30, width: 200, height: 40)

private func field(_ name: String, _ text: String, shaper: (any TextShaper)? = LetterShaper()) -> FormField {
    FormField(name: name, page: 1, rect: box, content: .text(text), shaper: shaper)
}

private func updated(_ fields: [FormField]) throws -> PDFDocument {
    let document = try onePage("")
    return try PDFDocument(document.bytes + document.update(adding: fields))
}

@Suite("Text in embedded fonts")
struct CompositeFontTests {
    private func shown(_ name: String, in document: PDFDocument) throws -> (content: String, font: PDFDictionary) {
        let stream = try appearance(of: try widget(name, in: document), in: document)
        let fonts = try #require(stream.dictionary["Resources"]?.dictionaryValue?["Font"]?.dictionaryValue)
        let font = try #require(try document.value(fonts.keys[0], in: fonts).dictionaryValue)
        return (String(decoding: stream.encodedBytes, as: UTF8.self), font)
    }

    private func meaning(_ font: PDFDictionary, in document: PDFDocument) throws -> String {
        let stream = try #require(try document.value("ToUnicode", in: font).streamValue)
        return String(decoding: try document.decoded(stream), as: UTF8.self)
    }

    @Test("A value beyond WinAnsi is shown by a Type 0 font with widths, program and meaning")
    func typeZero() throws {
        let document = try updated([field("A", "Żab")])
        let widget = try widget("A", in: document)
        #expect(widget["V"]?.textValue == "Żab")
        #expect(widget["DA"]?.stringValue.map { String(decoding: $0, as: UTF8.self) }?.contains("Helvetica") == true)
        let (content, font) = try shown("A", in: document)
        #expect(content.contains("/CsE0 12 Tf"))
        #expect(content.contains("[<000300010002>] TJ"))
        #expect(font["Subtype"] == .name("Type0") && font["Encoding"] == .name("Identity-H"))
        let descendants = try #require(font["DescendantFonts"]?.arrayValue)
        let descendant = try #require(try document.resolve(descendants[0]).dictionaryValue)
        #expect(descendant["Subtype"] == .name("CIDFontType2") && descendant["CIDToGIDMap"] == .name("Identity"))
        #expect(descendant["W"] == .array([.integer(1), .array([.integer(500), .integer(500), .integer(500)])]))
        let name = try #require(descendant["BaseFont"]?.nameValue)
        #expect(name.hasSuffix("+Letters") && name.prefix(6).allSatisfy { $0.isUppercase })
        let descriptor = try #require(try document.value("FontDescriptor", in: descendant).dictionaryValue)
        let program = try #require(try document.value("FontFile2", in: descriptor).streamValue)
        #expect(program.dictionary["Length1"] == .integer(6))
        #expect(Data(try document.decoded(program)) == Data("a font".utf8))
        let meaning = try meaning(font, in: document)
        for line in ["<0001> <0061>", "<0002> <0062>", "<0003> <017B>", "3 beginbfchar"] {
            #expect(meaning.contains(line), "\(line)")
        }
    }

    @Test("A bold font says that its stems are wider than a plain one's")
    func stems() throws {
        var bold = field("B", "Żab")
        bold.font = .helveticaBold
        let document = try updated([field("A", "Żab"), bold])
        let widths = try ["A", "B"].map { name in
            let descendants = try #require(try shown(name, in: document).font["DescendantFonts"]?.arrayValue)
            let descendant = try #require(try document.resolve(descendants[0]).dictionaryValue)
            let descriptor = try #require(try document.value("FontDescriptor", in: descendant).dictionaryValue)
            return try #require(descriptor["StemV"]?.integerValue)
        }
        #expect(0 < widths[0] && widths[0] < widths[1])
    }

    @Test("Text that the glyph map cannot express is added as ActualText")
    func actualText() throws {
        let document = try updated([field("A", "Żsß!fi")])
        let (content, font) = try shown("A", in: document)
        let parts = content.components(separatedBy: "/ActualText ")
        #expect(parts.count == 3)
        #expect(parts[1].hasPrefix("<FEFF00DF>> BDC") || parts[1].hasPrefix("<FEFF00DF>>> BDC"))
        #expect(parts[2].hasPrefix("(!)>> BDC"))
        #expect(content.components(separatedBy: "EMC\n").count == 4)
        #expect(try meaning(font, in: document).contains("<00660069>"))
    }

    @Test("Right-to-left text is right-aligned, with its glyphs from left to right")
    func rightToLeft() throws {
        let document = try updated([field("A", "אב")])
        let (content, font) = try shown("A", in: document)
        #expect(content.contains("[<00020001>] TJ"))
        let place = try #require(content.components(separatedBy: "1 0 0 1 ").last?.split(separator: " ").first)
        #expect(abs((Double(place) ?? 0) - (200 - 2 - 12)) < 0.01)
        #expect(try meaning(font, in: document).contains("<0001> <05D0>"))
    }

    @Test(
        "Text lies at the side that is set, whichever way it runs",
        arguments: ["אב", "ab"], [TextStyle.Alignment.left, .center, .right])
    func alignment(text: String, side: TextStyle.Alignment) throws {
        var field = field("A", text)
        field.alignment = side
        let document = try updated([field])
        let (content, _) = try shown("A", in: document)
        let place = try #require(content.components(separatedBy: "1 0 0 1 ").last?.split(separator: " ").first)
        let (expected, number): (Double, Int) =
            switch side {
            case .left: (2, 0)
            case .center: (100 - 6, 1)
            case .right: (200 - 2 - 12, 2)
            }
        #expect(abs((Double(place) ?? 0) - expected) < 0.01, "\(place)")
        #expect(try widget("A", in: document)["Q"]?.integerValue == number)
    }

    @Test("The fields of one update share their fonts")
    func shared() throws {
        let document = try updated([field("A", "Ża"), field("B", "Łb"), field("C", "plain")])
        let fonts = try ["A", "B", "C"].map { name in
            let stream = try appearance(of: try widget(name, in: document), in: document)
            return stream.dictionary["Resources"]?.dictionaryValue?["Font"]?.dictionaryValue?["CsE0"]
        }
        // A value that the standard font has is embedded too.
        #expect(fonts[0] != nil && fonts[0] == fonts[1] && fonts[0] == fonts[2])
    }

    @Test("A value is shrunk until its glyphs fit, marks included")
    func fits() throws {
        let narrow = try TextAppearance(
            String(repeating: "Ż", count: 20), font: .helvetica, shaper: LetterShaper(), fontSize: nil, width: 104,
            height: 40, field: "A")
        #expect(abs(narrow.fontSize - 10) < 0.01)
        let low = try TextAppearance(
            "Ż", font: .helvetica, shaper: LetterShaper(), fontSize: nil, width: 104, height: 7, field: "A")
        #expect(abs(low.fontSize - 5) < 0.01)
    }

    @Test("Lines break at the same places in all fonts, and no text is cut")
    func lines() throws {
        let text = "Żadne z powyższych nie dotyczy łodzi, która zostaje u sprzedawcy"
        for width in [300.0, 500, 900] {
            let set = try TextAppearance(
                text, font: .helvetica, shaper: LetterShaper(width: width), fontSize: nil, width: 160, height: 30,
                field: "A")
            let lines = set.lines.map { line in
                line.pieces.map { piece in
                    guard case .shaped(let shaped, _) = piece else { return "?" }
                    return shaped.runs.flatMap(\.clusters).map(\.text).joined()
                }.joined()
            }
            #expect(lines.count == 2 && lines.joined(separator: " ") == text)
            #expect(lines.first == "Żadne z powyższych nie dotyczy")
            #expect((set.lines.map(\.width).max() ?? 0) * set.fontSize <= 156.001)
        }
        let box = TextBox(width: 160, height: 30)
        #expect(box.holds(text) && !box.holds(String(repeating: text, count: 5)))
        #expect(!TextBox(width: 40, height: 12).holds(text))
    }

    @Test("A character without a font is named with its field; without a shaper, the first that WinAnsi lacks")
    func refused() throws {
        #expect(throws: PDFError.unshowableCharacter("?", place: "the field “A”")) { try updated([field("A", "Ż?")]) }
        #expect(throws: PDFError.unshowableCharacter("Ż", place: "the field “A”")) {
            try updated([field("A", "Ż?", shaper: nil)])
        }
    }

    @Test("A new file shows all text in embedded fonts")
    func composition() throws {
        var composition = PDFComposition(DocumentInformation(title: "x"), shaper: LetterShaper())
        try composition.text("Żab", x: 10, baseline: 20)
        try composition.text("plain", x: 10, baseline: 40)
        try composition.paragraph("Żab Żab Żab Żab", x: 10, y: 60, width: 60, style: TextStyle(font: .helveticaBold))
        let data = try composition.data()
        #expect(try composition.data() == data)
        let document = try PDFDocument(data)
        let resources = try document.value("Resources", in: document.page(1).dictionary).dictionaryValue
        #expect(Set(resources?["Font"]?.dictionaryValue?.keys ?? []) == ["CsE0", "CsE1"])
        #expect(
            try PDFComposition.lines(
                of: "Żab Żab Żab Żab", width: 60, style: TextStyle(size: 11), shaper: LetterShaper()) == [
                    "Żab Żab", "Żab Żab",
                ])
    }

    @Test("The mapping is written in blocks of at most a hundred lines")
    func blocks() {
        let codes = Dictionary(uniqueKeysWithValues: (1...250).map { (UInt16($0), "\u{1F600}") })
        let text = String(decoding: ToUnicodeCMap(codes: codes).data, as: UTF8.self)
        #expect(text.components(separatedBy: "100 beginbfchar").count == 3 && text.contains("50 beginbfchar"))
        #expect(text.contains("<0001> <D83DDE00>"))
    }
}
