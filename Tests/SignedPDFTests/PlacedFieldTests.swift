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
        #expect(try updated.placedFields() == [PlacedField(name: "A", kind: .text, page: 1, rect: rect)])
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

    @Test("A file without a form has no fields")
    func none() throws {
        #expect(try PDFDocument(SignedFiles.agreement()).placedFields().isEmpty)
    }
}
