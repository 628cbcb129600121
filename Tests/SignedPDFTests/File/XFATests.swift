import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

private func file(catalog: String = "", form: String = "/XFA[(template)5 0 R]", inline: Bool) -> Data {
    var builder = RevisionBuilder(seed: 1)
    let body = "<</Fields[4 0 R]\(form)>>"
    builder.append(
        [
            1: "<</Type/Catalog/Pages 2 0 R/AcroForm \(inline ? body : "6 0 R")\(catalog)>>",
            2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Annots[4 0 R]>>",
            4: "<</Type/Annot/Subtype/Widget/FT/Tx/T(Old)/Rect[1 1 90 20]/P 3 0 R>>",
            5: "<</Length 3>>stream\n<a>\nendstream", 6: inline ? "null" : body,
        ], style: .table, trailer: "/Root 1 0 R")
    return Data(builder.bytes)
}

@Suite("XFA forms")
struct XFATests {
    @Test("Adding a field is refused with advice", arguments: [true, false])
    func refusal(inline: Bool) throws {
        let document = try PDFDocument(file(inline: inline))
        #expect(throws: PDFError.xfaForm(reason: nil)) { try document.update(adding: [.sample(name: "New")]) }
        #expect(PDFError.xfaForm(reason: nil).description.contains("without that part"))
    }

    @Test("Without its XFA part a form keeps its fields and can be signed", arguments: [true, false])
    func dropping(inline: Bool) async throws {
        let data = file(inline: inline)
        let without = data + (try PDFDocument(data).withoutXFA())
        let document = try PDFDocument(without)
        #expect(try FieldTree(document).form["XFA"] == nil)
        #expect(try FieldTree(document).fields.map(\.name) == ["Old"])
        #expect(try document.withoutXFA().isEmpty)
        let parties = try SigningParties()
        let signed = try await SignedFiles.signed(without, by: parties.ada)
        #expect(try await SignedFiles.report(signed, trusting: parties.anchors).verdict == .valid)
    }

    @Test("A form made entirely by XFA cannot lose its XFA part")
    func dynamic() throws {
        let document = try PDFDocument(file(catalog: "/NeedsRendering true", inline: false))
        let reason = "without that part it has no pages to sign"
        #expect(throws: PDFError.xfaForm(reason: reason)) { try document.withoutXFA() }
        #expect(throws: PDFError.xfaForm(reason: reason)) { try document.update(adding: [.sample(name: "New")]) }
    }

    @Test("A signed form keeps its XFA part, which its signatures cover")
    func signed() async throws {
        let parties = try SigningParties()
        let plain = file(form: "", inline: false)
        let signed = try await SignedFiles.signed(plain, by: parties.ada)
        let form = try #require(try PDFDocument(signed).catalog()["AcroForm"]?.referenceValue)
        let fields = try FieldTree(PDFDocument(signed)).form["Fields"]?.arrayValue?.compactMap(\.referenceValue) ?? []
        let list = fields.map { "\($0.number) 0 R" }.joined(separator: " ")
        let changed = try SignedFiles.appending([(form.number, "<</Fields[\(list)]/XFA 5 0 R>>")], to: signed)
        #expect(throws: PDFError.xfaForm(reason: "its signatures would not hold without that part")) {
            try PDFDocument(changed).withoutXFA()
        }
    }
}
