import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

@Suite("Fitting text into a box")
struct TextLayoutTests {
    private static let sentence = "None of the above applies to the boat, which stays with the seller"

    private func layout(_ text: String, _ box: TextBox) throws -> TextLayout {
        try TextLayout(text, in: box, shaper: nil, place: "the box")
    }

    /// What the lines say, and whether each of them lies in the box.
    private func shown(_ text: String, in box: TextBox) throws -> (text: String, fits: Bool) {
        let layout = try layout(text, box)
        let widest = layout.lines.map(\.width).max() ?? 0
        let fits = widest * layout.size <= box.width + 0.001 && layout.extent <= box.height + 0.001
        let words = layout.lines.map { line in
            line.pieces.map { piece in
                guard case .standard(let codes, _) = piece else { return "?" }
                return String(decoding: codes, as: UTF8.self)
            }.joined()
        }
        return (words.joined(separator: " "), fits)
    }

    @Test(
        "Text is set in one line or several, as large as fits, and never cut",
        arguments: [(160.0, 20.0), (160, 40), (160, 11), (60, 60), (30, 12), (400, 20), (8, 8), (160, 0.5)])
    func whole(width: Double, height: Double) throws {
        let found = try shown(Self.sentence, in: TextBox(width: width, height: height))
        #expect(found.fits)
        #expect(found.text.filter { $0 != " " } == Self.sentence.filter { $0 != " " })
    }

    @Test("Lines are broken at spaces where that makes the text easier to read, and only there")
    func broken() throws {
        let high = try layout(Self.sentence, TextBox(width: 160, height: 60))
        #expect(high.lines.count > 1 && high.size >= TextLayout.comfortableSize)
        let found = try shown(Self.sentence, in: TextBox(width: 160, height: 60))
        #expect(found.text == Self.sentence)
        let low = try layout(Self.sentence, TextBox(width: 160, height: 11))
        #expect(low.lines.count == 1)
        #expect(try layout("A short entry", TextBox(width: 160, height: 60)).lines.count == 1)
        // A word is broken only where it would be too small otherwise.
        let word = String(repeating: "long", count: 20)
        #expect(try layout(word, TextBox(width: 100, height: 60)).lines.count > 1)
        let name = "Wolfeschlegelsteinhausen"
        let set = try shown(name + " " + name, in: TextBox(width: 80, height: 30))
        #expect(set.text == name + " " + name)
    }

    @Test(
        "An entry is held as long as it can be read",
        arguments: [
            ("Blue", 160.0, 20.0, nil as Double?, true), (sentence, 160, 20, nil, true),
            (sentence, 100, 11, nil, false),
            (sentence, 40, 20, nil, false), (sentence, 160, 40, 12, true), ("x", 160, 4, nil, true),
            (sentence, 60, 4, nil, false), (String(repeating: "i", count: 4000), 160, 20, nil, false),
            ("", 10, 10, nil, true),
        ])
    func held(text: String, width: Double, height: Double, size: Double?, isHeld: Bool) throws {
        let box = TextBox(width: width, height: height, fontSize: size)
        #expect(box.holds(text) == isHeld)
        if isHeld, height > 10, !text.isEmpty {
            #expect(try layout(text, box).size >= TextBox.smallestReadableSize * 0.96)
        }
    }

    @Test("Text without spaces is broken between ideographs, but not before what closes nor after what opens")
    func ideographs() {
        func lines(_ text: String, _ width: Double) -> [String] {
            LineBreaker([text], font: .helvetica).lines(within: width).map(\.text)
        }
        #expect(lines("船は売主のもとに残る", 4) == ["船は売主", "のもとに", "残る"])
        #expect(lines("支払い、船は", 3) == ["支払", "い、船", "は"])
        #expect(lines("売主「船」へ", 3) == ["売主", "「船」", "へ"])
        #expect(lines("山田 Contract 山", 5) == ["山田", "Contract", "山"])
        #expect(lines("بيع القارب", 4) == ["بيع", "القارب"])
    }

    @Test("Text that is filled in later may have lines without the field becoming another, and a signature stays valid")
    func filledLater() async throws {
        let parties = try SigningParties()
        var field = FormField(
            name: "Note", page: 1, rect: PageRect(x: 72, y: 100, width: 120, height: 20), content: .text(""),
            readOnly: false)
        field.allowsLines = true
        var file = SignedFiles.agreement()
        file += try PDFDocument(file).update(adding: [field])
        file = try await SignedFiles.signed(file, by: parties.ada)
        field.content = .text(Self.sentence)
        field.readOnly = true
        file = try await SignedFiles.signed(file, field: "Second", filling: [field], by: parties.ben)
        let report = try await SignedFiles.report(file, trusting: parties.anchors)
        #expect(report.verdict == .valid, "\(report)")
        let document = try PDFDocument(file)
        let widget = try widget("Note", in: document)
        #expect(widget["Ff"] == .integer(1 << 12 | 1))
        let picture = String(decoding: try appearance(of: widget, in: document).encodedBytes, as: UTF8.self)
        #expect(picture.components(separatedBy: " Tj").count > 2)
    }

    @Test("A choice that may turn out not to be shown is drawn only when it is chosen")
    func emptyCircles() throws {
        let buttons = (0..<2).map {
            RadioWidget(
                page: 1, rect: PageRect(x: 72, y: 100 + 30 * Double($0), width: 16, height: 16), value: "\($0)",
                showsEmptyCircle: $0 == 1)
        }
        let group = FormField(
            name: "Colour", page: 1, rect: buttons[0].rect, content: .radio(buttons, selected: nil))
        let file = SignedFiles.agreement()
        let document = try PDFDocument(file + (try PDFDocument(file).update(adding: [group])))
        let form = try #require(try document.value("AcroForm", in: document.catalog()).dictionaryValue)
        let field = try #require(try FieldIndex(form: form, in: document).fields["Colour"])
        let empty = try field.widgets.map { reference in
            let widget = try #require(try document.object(reference).dictionaryValue)
            return try appearance(of: widget, state: "Off", in: document).encodedBytes.isEmpty
        }
        #expect(empty == [true, false])
    }
}
