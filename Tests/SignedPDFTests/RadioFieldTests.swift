import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

@Suite("A group of radio buttons is one field")
struct RadioFieldTests {
    private func group(_ selected: Int?, readOnly: Bool = false) -> FormField {
        let buttons = (0..<3).map {
            RadioWidget(
                page: $0 == 2 ? 2 : 1, rect: PageRect(x: 72, y: 100 + 30 * Double($0), width: 16, height: 16),
                value: ["red", "green", "blue"][$0])
        }
        return FormField(
            name: "Colour", page: 1, rect: buttons[0].rect, content: .radio(buttons, selected: selected),
            label: "Colour", readOnly: readOnly)
    }

    private func states(_ document: PDFDocument) throws -> (value: String?, states: [String?], flags: Int?) {
        let form = try #require(try document.value("AcroForm", in: document.catalog()).dictionaryValue)
        let index = try FieldIndex(form: form, in: document)
        let field = try #require(index.fields["Colour"])
        let dictionary = try #require(try document.object(field.reference).dictionaryValue)
        let states = try field.widgets.map { try document.object($0).dictionaryValue?["AS"]?.nameValue }
        return (dictionary["V"]?.nameValue, states, dictionary["Ff"]?.integerValue)
    }

    @Test("A radio group is placed empty or chosen, with a widget on each button's page")
    func placed() throws {
        let file = SignedFiles.agreement()
        let document = try PDFDocument(file + (try PDFDocument(file).update(adding: [group(1)])))
        let found = try states(document)
        #expect(found.value == "1")
        #expect(found.states == ["Off", "1", "Off"])
        for (page, count) in [(1, 2), (2, 1)] {
            #expect(try document.value("Annots", in: document.page(page).dictionary).arrayValue?.count == count)
        }
    }

    @Test("Choosing a button later leaves an earlier signature valid")
    func chosenAfterASignature() async throws {
        let parties = try SigningParties()
        var file = SignedFiles.agreement()
        file += try PDFDocument(file).update(adding: [group(nil)])
        #expect(try states(PDFDocument(file)).states == ["Off", "Off", "Off"])
        file = try await SignedFiles.signed(file, by: parties.ada)
        file = try await SignedFiles.signed(
            file, field: "Second", filling: [group(2, readOnly: true)], by: parties.ben)
        let found = try states(PDFDocument(file))
        #expect(found.value == "2")
        #expect(found.states == ["Off", "Off", "2"])
        #expect(found.flags == 1 << 15 | 1 << 14 | 1)
        let report = try await SignedFiles.report(file, trusting: parties.anchors)
        #expect(report.verdict == .valid, "\(report)")
    }

    @Test("An unknown button is refused")
    func noSuchButton() throws {
        #expect(throws: PDFError.self) { try onePage("").update(adding: [group(3)]) }
    }
}
