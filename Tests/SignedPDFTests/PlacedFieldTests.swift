import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

@Suite("A file's form fields and their places")
struct PlacedFieldTests {
    @Test("A field's place is the one that a reader sees, on a page of any rotation", arguments: [0, 90, 180, 270])
    func rotations(degrees: Int) throws {
        let document = try onePage("/MediaBox[0 0 600 800]/CropBox[50 100 450 700]/Rotate \(degrees)")
        let rect = PageRect(x: 20, y: 30, width: 100, height: 40)
        let updated = try PDFDocument(document.bytes + document.update(adding: [.sample(name: "A", rect: rect)]))
        let field = try #require(try updated.placedFields().first)
        #expect(field.name == "A" && field.kind == .text && field.page == 1 && field.rect == rect)
    }

    @Test("Fields are listed page by page from the top down, with their kinds, and invisible ones have no place")
    func kinds() async throws {
        func rect(_ top: Double) -> PageRect { PageRect(x: 72, y: top, width: 16, height: 16) }
        func field(_ name: String, _ page: Int, _ top: Double, _ content: FormField.Content) -> FormField {
            FormField(name: name, page: page, rect: rect(top), content: content)
        }
        let buttons = [(2, 90.0), (1, 300)].map { RadioWidget(page: $0.0, rect: rect($0.1), value: "\($0.0)") }
        let drawing = FormField.Content.drawing([.fill(.rectangle(x: 0, y: 0, width: 9, height: 9))], size: (9, 9))
        let document = try PDFDocument(SignedFiles.agreement())
        let update = try document.update(adding: [
            field("Low", 1, 500, .checkbox(true)), field("High", 1, 100, .text("")), field("Mark", 2, 50, drawing),
            field("Choice", 2, 90, .radio(buttons, selected: nil)),
        ])
        let filled = try PDFDocument(document.bytes + update)
        let ada = try SigningIdentity.selfSigned(name: "Ada", email: "ada@example.org", at: .now)
        let signature = try await filled.signedRevision(
            SignatureField(name: "Signature", page: 1, rect: nil, appearance: .invisible), with: ada, at: .now)
        let fields = try PDFDocument(filled.bytes + signature).placedFields()
        let shown = fields.filter { $0.rect != nil }
        #expect(shown.map(\.name) == ["High", "Choice", "Low", "Mark", "Choice"])
        #expect(shown.map(\.kind) == [.text, .radio, .checkbox, .button, .radio])
        #expect(shown.map(\.page) == [1, 1, 1, 2, 2])
        #expect(shown.map(\.rect) == [rect(100), rect(300), rect(500), rect(50), rect(90)])
        #expect(fields.filter { $0.rect == nil }.map(\.kind) == [.signature])
    }

    @Test("A field says what may be entered")
    func entries() throws {
        func widget(_ number: Int, _ entries: String) -> String {
            "<</Type/Annot/Subtype/Widget/Rect[72 \(700 - 40 * number) 172 \(718 - 40 * number)]\(entries)>>"
        }
        let widgets = [
            "/T(a)/FT/Tx/TU(Town)/MaxLen 30/Ff 2", "/T(b)/FT/Tx/V(Ghent)", "/T(c)/FT/Tx/Ff 1", "/T(d)/FT/Tx/F 2",
            "/T(e)/FT/Ch/Opt[[(r)(Red)](Blue)]", "/T(f)/FT/Btn/AP<</N<</Off 1/Yes 1>>>>/V/Off", "/T(g)/FT/Sig",
            "/T(h)/FT/Btn/V/Yes",
        ]
        let numbers = widgets.indices.map { "\($0 + 4) 0 R" }.joined(separator: " ")
        let file = SamplePDF.file(
            [
                "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[\(numbers)]>>>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Annots[\(numbers)]>>",
            ] + widgets.enumerated().map { widget($0.offset, $0.element) })
        let document = try PDFDocument(file)
        #expect(try document.placedFields().allSatisfy { $0.entry.tooltip == nil && $0.entry.options.isEmpty })
        let entries = try document.placedFields(withWords: true).map(\.entry)
        try #require(entries.count == widgets.count)
        #expect(entries[0].tooltip == "Town" && entries[0].maxLength == 30 && entries[0].isRequired)
        #expect(entries.map(\.isFilled) == [false, true, false, false, false, false, false, true])
        #expect(entries.map(\.isReserved) == [false, false, true, true, false, false, false, false])
        #expect(entries[4].options == [.init(text: "Red", value: "r"), .init(text: "Blue", value: "Blue")])
        #expect(entries[5].state == "Yes" && entries[0].state == nil)
        #expect(entries.map(\.isRequired) == [true] + Array(repeating: false, count: 7))
    }

    @Test("Fields that are locked are read-only, keep their other flags, and the others stay open")
    func locked() async throws {
        let document = try PDFDocument(SignedFiles.agreement())
        func rect(_ top: Double) -> PageRect { PageRect(x: 72, y: top, width: 100, height: 16) }
        let fields = ["A", "B"].enumerated().map {
            FormField(name: $1, page: 1, rect: rect(100 + 40 * Double($0)), content: .text(""), readOnly: false)
        }
        let form = try PDFDocument(document.bytes + document.update(adding: fields))
        let locked = try PDFDocument(form.bytes + form.update(locking: ["B", "nothing"]))
        #expect(try locked.placedFields().map(\.entry.isReserved) == [false, true])
        let flags = try FieldTree(locked).fields.map { $0.attributes["Ff"]?.integerValue ?? 0 }
        let before = try FieldTree(form).fields.map { $0.attributes["Ff"]?.integerValue ?? 0 }
        #expect(flags == [before[0], before[1] | 1])
        let signature = try await form.signedRevision(
            SignatureField(name: "S", page: 1, rect: nil, appearance: .invisible),
            with: TestSigners.p256(), at: TestSigners.now)
        #expect(throws: PDFError.self) { try PDFDocument(form.bytes + signature).update(locking: ["B"]) }
    }

    @Test("A file without a form has no fields")
    func none() throws {
        #expect(try PDFDocument(SignedFiles.agreement()).placedFields().isEmpty)
    }
}
