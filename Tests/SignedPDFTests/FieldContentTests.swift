import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

private let box = PageRect(x: 20, y: 30, width: 100, height: 20)

private func updated(_ document: PDFDocument, _ fields: [FormField]) throws -> PDFDocument {
    try PDFDocument(document.bytes + document.update(adding: fields))
}

private func content(_ stream: PDFStream) -> String { String(decoding: stream.encodedBytes, as: UTF8.self) }

@Suite("Field values and their appearance")
struct FieldContentTests {
    @Test("A text field has value, appearance, label and font")
    func text() throws {
        var field = FormField(name: "Town", page: 1, rect: box, content: .text("Zürich (CH)"))
        field.label = "Your town"
        let document = try updated(onePage(""), [field])
        let widget = try widget("Town", in: document)
        #expect(widget["V"]?.textValue == "Zürich (CH)")
        #expect(widget["TU"]?.textValue == "Your town")
        #expect(widget["Ff"] == .integer(1))
        let shown = try appearance(of: widget, in: document)
        #expect(
            shown.encodedBytes.range(of: Data("(Z\u{FC}rich \\(CH\\)) Tj".unicodeScalars.map { UInt8($0.value) }))
                != nil)
        let fonts = try #require(shown.dictionary["Resources"]?.dictionaryValue?["Font"]?.dictionaryValue)
        let font = try #require(try document.value(fonts.keys[0], in: fonts).dictionaryValue)
        #expect(font["BaseFont"] == .name("Helvetica"))
        #expect(font["Encoding"] == .name("WinAnsiEncoding"))
    }

    @Test(
        "A line of text is set as large as fits",
        arguments: [
            ("Hi", 20.0, nil, 12.0), ("Hi", 10.25, nil, 10.0), ("Hi", 20.0, 9.0, 9.0),
            ("Wide text that fills it", 20.0, nil, 96 / 8.614),
        ])
    func fittedSize(text: String, height: Double, size: Double?, expected: Double) throws {
        let set = try TextAppearance(text, font: .helvetica, fontSize: size, width: 100, height: height, field: "A")
        #expect(abs(set.fontSize - expected) < 0.01)
        #expect(set.lines.count == 1)
        #expect(try StandardFont.helvetica.width(of: text, size: set.fontSize) <= 100)
    }

    @Test("Line breaks make a field of several lines")
    func severalLines() throws {
        let rect = PageRect(x: 20, y: 30, width: 100, height: 60)
        let field = FormField(name: "A", page: 1, rect: rect, content: .text("one\ntwo\r\nthree"), readOnly: false)
        let document = try updated(onePage(""), [field])
        let widget = try widget("A", in: document)
        #expect(widget["Ff"] == .integer(1 << 12))
        let shown = content(try appearance(of: widget, in: document))
        #expect(shown.contains("(one) Tj") && shown.contains("(two) Tj") && shown.contains("(three) Tj"))
    }

    @Test("A character that the font cannot show is named with its field", arguments: ["Łódź", "日本", "a\u{7}"])
    func unshowable(text: String) throws {
        let first = try #require(StandardFont.unshowableCharacter(in: text))
        #expect(throws: PDFError.unshowableCharacter(first, place: "the field “A”")) {
            try updated(onePage(""), [.sample(name: "A", text: text)])
        }
    }

    @Test("A checkbox has both appearances and is in the state that it was given", arguments: [true, false])
    func checkbox(isChecked: Bool) throws {
        let field = FormField(name: "Agree", page: 1, rect: box, content: .checkbox(isChecked))
        let document = try updated(onePage(""), [field])
        let widget = try widget("Agree", in: document)
        #expect(widget["V"] == .name(isChecked ? "Yes" : "Off"))
        #expect(widget["AS"] == widget["V"])
        let yes = content(try appearance(of: widget, state: "Yes", in: document))
        let off = content(try appearance(of: widget, state: "Off", in: document))
        #expect(yes.contains(off.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(yes.count > off.count)
    }

    @Test("A drawing is a read-only button with the path's points scaled into its rectangle")
    func drawing() throws {
        let path = VectorPath([.move(x: 0, y: 0), .curve(x1: 1, y1: 2, x2: 3, y2: 4, x: 200, y: 10), .close])
        let field = FormField(
            name: "Initials", page: 1, rect: box, content: .drawing([.fill(path)], size: (width: 200, height: 10)))
        let document = try updated(onePage(""), [field])
        let widget = try widget("Initials", in: document)
        #expect(widget["FT"] == .name("Btn"))
        #expect(widget["Ff"] == .integer(1 << 16 | 1))
        let shown = content(try appearance(of: widget, in: document))
        #expect(shown.contains("0.5 0 0 0.5 0 7.5 cm"))
        #expect(shown.contains("1 2 3 4 200 10 c\nh\nf\n"))
    }

    @Test("A drawing of no size or with points that are no numbers is refused")
    func badDrawings() throws {
        let document = try onePage("")
        let path = VectorPath([.move(x: .nan, y: 0)])
        for content in [
            FormField.Content.drawing([], size: (0, 10)), .drawing([.fill(path)], size: (width: 10, height: 10)),
        ] {
            #expect(throws: PDFError.self) {
                try document.update(adding: [FormField(name: "A", page: 1, rect: box, content: content)])
            }
        }
    }

    @Test("An existing field is filled in place", arguments: [0, 90, 180, 270])
    func filled(degrees: Int) throws {
        let empty = try updated(
            onePage("/Rotate \(degrees)"),
            [
                FormField(name: "Town", page: 1, rect: box, content: .text("")),
                FormField(name: "Agree", page: 1, rect: box, content: .checkbox(false)),
                FormField(
                    name: "Initials", page: 1, rect: box, content: .drawing([], size: (width: 100, height: 20))),
            ])
        let before = try widget("Town", in: empty)
        let line = VectorPath([.move(x: 0, y: 0), .line(x: 9, y: 9)])
        let elsewhere = PageRect(x: 1, y: 1, width: 5, height: 5)
        let full = try updated(
            empty,
            [
                FormField(name: "Town", page: 1, rect: elsewhere, content: .text("Bern")),
                FormField(name: "Agree", page: 1, rect: elsewhere, content: .checkbox(true)),
                FormField(
                    name: "Initials", page: 1, rect: elsewhere,
                    content: .drawing([.stroke(line, width: 1)], size: (width: 10, height: 10))),
            ])
        let town = try widget("Town", in: full)
        #expect(town["Rect"] == before["Rect"])
        #expect(town["V"]?.textValue == "Bern")
        let shown = try appearance(of: town, in: full)
        #expect(content(shown).contains("(Bern) Tj"))
        #expect(shown.dictionary["BBox"] == .array([.integer(0), .integer(0), .integer(100), .integer(20)]))
        #expect(shown.dictionary["Matrix"] == (try appearance(of: before, in: empty).dictionary["Matrix"]))
        #expect(try widget("Agree", in: full)["AS"] == .name("Yes"))
        #expect(content(try appearance(of: widget("Initials", in: full), in: full)).contains("9 9 l"))
        #expect(try full.value("Annots", in: full.page(1).dictionary).arrayValue?.count == 3)
    }

    @Test("Impossible names are refused", arguments: ["", "a.b"])
    func badNames(name: String) throws {
        #expect(throws: PDFError.self) { try onePage("").update(adding: [.sample(name: name)]) }
    }

    @Test("Two fields of one name, or of a name that another kind of field has, are refused")
    func takenNames() throws {
        let document = try onePage("")
        #expect(throws: PDFError.self) { try document.update(adding: [.sample(name: "A"), .sample(name: "A")]) }
        let taken = try updated(document, [.sample(name: "A")])
        #expect(throws: PDFError.self) {
            try taken.update(adding: [FormField(name: "A", page: 1, rect: box, content: .checkbox(true))])
        }
    }

    @Test("A form that asks readers to draw its values gets appearances and stops asking")
    func needAppearances() throws {
        var builder = RevisionBuilder(seed: 1)
        builder.append(
            [
                1: "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]/NeedAppearances true>>>>",
                2: "<</Type/Pages/Kids[3 0 R]/Count 1>>", 3: "<</Type/Page/Parent 2 0 R/Annots[4 0 R]>>",
                4: "<</Subtype/Widget/FT/Tx/T(Old)/V(Alice)/DA(/F 9 Tf)/Rect[10 10 90 30]/AP<</N 5 0 R>>>>",
                5: "<</Subtype/Form/BBox[0 0 80 20]/Length 11>>stream\n/Tx BMC EMC\nendstream",
            ], style: .stream, trailer: "/Root 1 0 R")
        let document = try updated(PDFDocument(Data(builder.bytes)), [.sample(name: "New")])
        #expect(try document.catalog()["AcroForm"]?.dictionaryValue?["NeedAppearances"] == nil)
        let shown = content(try appearance(of: widget("Old", in: document), in: document))
        #expect(shown.contains("(Alice) Tj") && shown.contains("9 Tf"))
    }

    @Test("One font object serves all fields of all updates")
    func sharedFont() throws {
        let first = try updated(onePage(""), [.sample(name: "A"), .sample(name: "B")])
        let second = try updated(first, [.sample(name: "C")])
        var fonts: Set<PDFObject> = []
        for name in ["A", "B", "C"] {
            let shown = try appearance(of: widget(name, in: second), in: second)
            let resources = try #require(shown.dictionary["Resources"]?.dictionaryValue?["Font"]?.dictionaryValue)
            fonts.formUnion(resources.entries.map(\.value))
        }
        #expect(fonts.count == 1)
    }
}
