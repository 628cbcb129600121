import Foundation
import Testing

@testable import PDFFormat
@testable import SignedPDF
@testable import TestSupport

/// Reads everything that signing would read; throws what the first problem throws.
private func readEverything(_ data: Data) throws(PDFError) {
    let document = try PDFDocument(data)
    _ = try document.pages()
    for section in try document.sections() {
        for number in section.objectNumbers.prefix(500) { _ = try document.object(PDFReference(number: number)) }
    }
    _ = try document.update(adding: [.sample(name: "New")])
}

@Suite("Invalid, damaged and hostile files")
struct DamagedFileTests {
    @Test("A file that is not a PDF is refused", arguments: ["", "%PD", "hello", "PK\u{3}\u{4}", "%!PS-Adobe-3.0"])
    func notAPDF(text: String) {
        #expect(throws: PDFError.notAPDF) { try PDFDocument(Data(text.utf8)) }
    }

    @Test("A missing file is named")
    func missingFile() {
        #expect(throws: PDFError.unreadable(path: "/no/such/file.pdf")) {
            try PDFDocument(contentsOf: URL(filePath: "/no/such/file.pdf"))
        }
    }

    @Test("A file without pages is refused when pages are requested")
    func noPages() throws {
        var builder = RevisionBuilder(seed: 1)
        builder.append(
            [1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Pages/Kids[]/Count 0>>"], style: .table,
            trailer: "/Root 1 0 R")
        let document = try PDFDocument(Data(builder.bytes))
        #expect(throws: PDFError.noPages) { try document.pageCount() }
        #expect(throws: PDFError.noPages) { try document.page(1) }
    }

    @Test("A cyclic page tree is refused", arguments: ["/Count 3", "", "/Count 1"])
    func circularTree(count: String) throws {
        var builder = RevisionBuilder(seed: 1)
        builder.append(
            [
                1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Pages/Kids[3 0 R]\(count)>>",
                3: "<</Type/Pages/Kids[2 0 R]\(count)>>",
            ],
            style: .table, trailer: "/Root 1 0 R")
        let document = try PDFDocument(Data(builder.bytes))
        #expect(throws: PDFError.self) { try document.page(1) }
        #expect(throws: PDFError.self) { try document.pages() }
    }

    @Test("Cyclic cross-reference sections count as damage")
    func circularPrevious() throws {
        let body = "%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 9 0 R>>\nendobj\n"
        let offset = body.utf8.count
        let text =
            body + "xref\n1 1\n0000000009 00000 n \ntrailer\n<</Size 2/Root 1 0 R/Prev \(offset)>>\n"
            + "startxref\n\(offset)\n%%EOF\n"
        let document = try PDFDocument(Data(text.utf8))
        #expect(throws: PDFError.self) { try document.pageCount() }
        #expect(document.repair == "at byte \(offset) the chain of cross-reference sections is a circle")
    }

    @Test("A stream whose length refers to itself is read to its end")
    func selfReferentLength() throws {
        var builder = RevisionBuilder(seed: 1)
        builder.append(
            [
                1: "<</Type/Catalog/Pages 2 0 R>>", 3: "<</Length 3 0 R>>stream\nabc\nendstream",
                4: "<</Length 99999>>stream\ndef\nendstream",
            ],
            style: .table, trailer: "/Root 1 0 R")
        let document = try PDFDocument(Data(builder.bytes))
        #expect(try document.object(PDFReference(number: 3)).streamValue?.encodedBytes == Data("abc".utf8))
        #expect(try document.object(PDFReference(number: 4)).streamValue?.encodedBytes == Data("def".utf8))
    }

    @Test("Cyclic references are refused")
    func circularReferences() throws {
        var builder = RevisionBuilder(seed: 1)
        builder.append(
            [1: "<</Type/Catalog/Pages 2 0 R>>", 3: "4 0 R", 4: "3 0 R"], style: .table, trailer: "/Root 1 0 R")
        let document = try PDFDocument(Data(builder.bytes))
        #expect(throws: PDFError.self) { try document.resolve(.reference(PDFReference(number: 3))) }
    }

    @Test("A wrong object at an object's place is named")
    func wrongObject() throws {
        let file = GeneratedPDF(seed: 5, styles: [.table], pageCount: 1)
        var text = String(decoding: file.data, as: UTF8.self)
        text = text.replacingOccurrences(of: "\n2 0 obj", with: "\n7 0 obj")
        let document = try PDFDocument(Data(text.utf8))
        #expect {
            try document.pageCount()
        } throws: { error in
            guard case .damagedObject(let reference, _) = error as? PDFError else { return false }
            return reference.number == 2 && "\(error)".contains("2 0")
        }
    }

    @Test("A small stream that inflates to a gigabyte stops at the limit")
    func inflateBomb() throws {
        let bomb = try FlateFilter.deflate(Data(count: 100 << 20))
        let stream = PDFStream(dictionary: ["Filter": .name("FlateDecode")], encodedBytes: bomb)
        #expect(throws: PDFError.beyondLimits("a compressed stream holds more than 1048576 bytes")) {
            try stream.decoded(limit: 1 << 20)
        }
    }

    @Test("A truncated file is refused or read without a crash", arguments: RevisionBuilder.Style.allCases)
    func truncated(style: RevisionBuilder.Style) {
        let data = GeneratedPDF(seed: 21, styles: [style, style], pageCount: 3).data
        for length in stride(from: data.count % 5, to: data.count, by: 5) {
            do { try readEverything(data.prefix(length)) } catch { #expect(!"\(error)".isEmpty) }
        }
    }

    @Test("Randomly changed bytes are refused or read without a crash", arguments: 0..<100)
    func garbled(seed: Int) {
        var random = SeededGenerator(seed)
        let original = GeneratedPDF(seed: seed).data
        for _ in 0..<10 {
            var data = original
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let index = Int.random(in: 0..<data.count, using: &random)
                data[index] = UInt8.random(in: 0...255, using: &random)
            }
            do { try readEverything(data) } catch { #expect(!"\(error)".isEmpty) }
        }
    }

    @Test("Every error is one sentence")
    func sentences() {
        let errors: [PDFError] = [
            .notAPDF, .encrypted, .noPages, .unreadable(path: "x"), .damaged("it is odd", offset: 3),
            .damagedObject(PDFReference(number: 3), "it is odd"), .noSuchPage(3, pageCount: 1),
            .unsupported("it is odd"),
            .unshowableCharacter("Ł", place: "the field “Name”"), .invalidField(name: "a", reason: "it is odd"),
            .invalidImage("it is odd"), .signatureTooLong(needed: 2, reserved: 1),
            .notPermitted("it may not be signed"), .needsRepair(reason: "it is odd"), .xfaForm(reason: nil),
            .xfaForm(reason: "it is odd"), .beyondLimits("it is odd"),
        ]
        for error in errors {
            #expect(error.description.hasSuffix("."))
            #expect(!error.description.contains("\n"))
        }
        #expect(errors[8].description.contains("“Ł” (U+0141) in the field “Name”"))
    }
}
