import Foundation
import Testing

@testable import PDFFormat
@testable import SignedPDF
@testable import TestSupport

@Suite("Incremental updates")
struct IncrementalUpdateTests {
    @Test("The updated file begins with the old bytes, opens, and has its fields", arguments: 0..<120)
    func appended(seed: Int) throws {
        var random = SeededGenerator(seed)
        let file = GeneratedPDF(seed: seed)
        var bytes = file.data
        var names: Set<String> = file.hasForm ? ["Old"] : []
        for round in 0..<3 {
            let document = try PDFDocument(bytes)
            let fields = (0..<Int.random(in: 1...4, using: &random)).map { index in
                FormField.sample(
                    name: "R\(round)F\(index)", page: Int.random(in: 1...file.pages.count, using: &random))
            }
            names.formUnion(fields.map(\.name))
            let updated = bytes + (try document.update(adding: fields))
            #expect(updated.prefix(bytes.count) == bytes)
            let reopened = try PDFDocument(updated)
            let form = try #require(try reopened.value("AcroForm", in: reopened.catalog()).dictionaryValue)
            #expect(Set(try FieldIndex(form: form, in: reopened).fields.keys) == names)
            #expect(try reopened.pages().count == file.pages.count)
            #expect(try reopened.document(upTo: bytes.count).bytes == bytes)
            bytes = updated
        }
    }

    @Test("A cross-reference stream follows only another stream", arguments: RevisionBuilder.Style.allCases)
    func style(style: RevisionBuilder.Style) throws {
        let file = GeneratedPDF(seed: 9, styles: [.table, style])
        let document = try PDFDocument(file.data)
        let updated = try PDFDocument(file.data + document.update(adding: [.sample(name: "New")]))
        let sections = try updated.sections()
        #expect(sections[0].kind == (style == .stream ? .stream : .table))
        #expect(sections.count == 3)
        let trailer = sections[0].trailer
        #expect(trailer["Prev"] == .integer(sections[1].offset))
        #expect(trailer["Root"] == document.trailer["Root"])
        #expect(trailer["XRefStm"] == nil)
        let highest = try #require(sections.flatMap(\.objectNumbers).max())
        #expect(trailer["Size"]?.integerValue ?? 0 > highest)
        let before = try #require(document.trailer["ID"]?.arrayValue)
        let after = try #require(trailer["ID"]?.arrayValue)
        #expect(after[0] == before[0])
        #expect(after[1] != before[1])
    }

    @Test("A file without an identifier gets one")
    func newIdentifier() throws {
        var builder = RevisionBuilder(seed: 1)
        builder.append(
            [
                1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>",
            ], style: .table, trailer: "/Root 1 0 R")
        let document = try PDFDocument(Data(builder.bytes))
        let updated = try PDFDocument(document.bytes + document.update(adding: [.sample(name: "New")]))
        #expect(updated.trailer["ID"]?.arrayValue?.count == 2)
    }

    @Test("A file without a final line feed is continued on a new line")
    func missingLineFeed() throws {
        let file = GeneratedPDF(seed: 2)
        let data = file.data.dropLast()
        let tail = try PDFDocument(data).update(adding: [.sample(name: "New")])
        #expect(tail.first == 0x0A)
        #expect(try PDFDocument(data + tail).pageCount() == file.pages.count)
    }

    @Test("Existing form entries and annotations stay", arguments: 0..<60)
    func kept(seed: Int) throws {
        let file = GeneratedPDF(seed: seed)
        guard file.hasForm else { return }
        let document = try PDFDocument(file.data)
        let updated = try PDFDocument(file.data + document.update(adding: [.sample(name: "New")]))
        let form = try #require(try updated.value("AcroForm", in: updated.catalog()).dictionaryValue)
        #expect(form["DA"] == .string(Data("/Helv 0 Tf 0 g".utf8)))
        let fields = try FieldIndex(form: form, in: updated).fields
        let old = try #require(fields["Old"])
        let new = try #require(fields["New"])
        #expect(try updated.object(old.reference) == document.object(old.reference))
        let annotations = try updated.value("Annots", in: updated.page(1).dictionary).arrayValue
        #expect(annotations == [.reference(old.reference), .reference(new.reference)])
    }

    @Test("The same update gives the same bytes")
    func deterministic() throws {
        let document = try PDFDocument(GeneratedPDF(seed: 4).data)
        #expect(
            try document.update(adding: [.sample(name: "New")]) == document.update(adding: [.sample(name: "New")]))
    }
}
