import Foundation
import Testing

@testable import PDFFormat
@testable import SignedPDF
@testable import TestSupport

private func page(_ page: PDFPage) -> GeneratedPDF.Page {
    func numbers(_ key: String) -> [Int]? { page.inherited[key]?.arrayValue?.compactMap(\.integerValue) }
    return GeneratedPDF.Page(
        mediaBox: numbers("MediaBox") ?? [], cropBox: numbers("CropBox"), rotation: page.rotation,
        marker: page.dictionary["Marker"]?.integerValue ?? 0)
}

@Suite("Files of every cross-reference style")
struct FileReadingTests {
    @Test("Every page of a random file is found, by number and by walking", arguments: 0..<150)
    func pages(seed: Int) throws {
        let file = GeneratedPDF(seed: seed)
        let document = try PDFDocument(file.data)
        #expect(try document.pageCount() == file.pages.count)
        #expect(try document.pages().map(page) == file.pages)
        for number in 1...file.pages.count {
            #expect(try page(document.page(number)) == file.pages[number - 1])
        }
        #expect(throws: PDFError.noSuchPage(file.pages.count + 1, pageCount: file.pages.count)) {
            try document.page(file.pages.count + 1)
        }
    }

    @Test("Each revision of a random file opens with its own pages", arguments: 0..<60)
    func revisions(seed: Int) throws {
        let file = GeneratedPDF(seed: seed)
        let document = try PDFDocument(file.data)
        for revision in file.revisions {
            let earlier = try document.document(upTo: revision.end)
            #expect(earlier.bytes == file.data.prefix(revision.end))
            #expect(try earlier.pages().map(page) == revision.pages)
        }
        let kinds: [XrefSection.Kind] = file.styles.reversed().map { style in
            switch style {
            case .table, .irregularTable: .table
            case .stream: .stream
            case .hybrid: .hybrid
            }
        }
        #expect(try document.sections().map(\.kind) == kinds)
    }

    @Test("Every object that a section names can be read", arguments: RevisionBuilder.Style.allCases)
    func everyObject(style: RevisionBuilder.Style) throws {
        let file = GeneratedPDF(seed: 7, styles: [style, style], pageCount: 9)
        let document = try PDFDocument(file.data)
        for section in try document.sections() {
            for (number, entry) in section.entries where entry != .free {
                #expect(try !document.object(PDFReference(number: number)).isNull)
            }
        }
    }

    @Test("Bytes before the header move every offset", arguments: RevisionBuilder.Style.allCases)
    func junkBeforeHeader(style: RevisionBuilder.Style) throws {
        // Offsets in this file count from its first byte, though its header comes later.
        let file = GeneratedPDF(seed: 3, styles: [style, style], junkBefore: "some bytes\n")
        #expect(try PDFDocument(file.data).pages().map(page) == file.pages)
        // In this one they count from the header.
        let plain = GeneratedPDF(seed: 3, styles: [style, style])
        let moved = try PDFDocument(Data("mail header\r\n".utf8) + plain.data)
        #expect(try moved.pages().map(page) == plain.pages)
        let updated = try PDFDocument(moved.bytes + moved.update(adding: [.sample(name: "New")]))
        #expect(try updated.pages().count == plain.pages.count)
        #expect(try updated.sections().count == 3)
    }

    @Test("A slice of larger data is read like data of its own")
    func slices() throws {
        let file = GeneratedPDF(seed: 11)
        let larger = Data("xxxxx".utf8) + file.data + Data("yyy".utf8)
        let document = try PDFDocument(larger[5..<5 + file.data.count])
        #expect(try document.pages().map(page) == file.pages)
    }

    @Test("A mapped file reads like the same bytes in memory")
    func mapped() throws {
        let file = GeneratedPDF(seed: 12)
        let url = FileManager.default.temporaryDirectory.appending(path: "countersign-\(UUID().uuidString).pdf")
        try file.data.write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let document = try PDFDocument(contentsOf: url)
        #expect(document.bytes == file.data)
        #expect(try document.pages().map(page) == file.pages)
    }

    @Test("A page deep in a wide tree is found without reading the others")
    func lazyPages() throws {
        // Objects of all other pages lead to garbage: reading one of them would throw.
        var builder = RevisionBuilder(seed: 1)
        var objects: [Int: String] = [1: "<</Type/Catalog/Pages 2 0 R>>"]
        let kids = (3..<1003).map { "\($0) 0 R" }.joined(separator: " ")
        objects[2] = "<</Type/Pages/Count 1000/Kids[\(kids)]/MediaBox[0 0 100 100]>>"
        for number in 3..<1003 { objects[number] = number == 700 ? "<</Type/Page/Parent 2 0 R>>" : "]]]" }
        builder.append(objects, style: .table, trailer: "/Root 1 0 R")
        let document = try PDFDocument(Data(builder.bytes))
        #expect(try document.page(698).reference.number == 700)
        #expect(throws: PDFError.self) { try document.page(697) }
    }

    @Test("Filters are undone: predictors of every kind, hexadecimal and base-85 digits")
    func filters() throws {
        let rows: [UInt8] = [0, 1, 2, 3, 1, 5, 5, 5, 2, 1, 1, 1, 3, 9, 9, 9, 4, 2, 2, 2]
        let decoded = Predictor.undoPNG(rows, rowLength: 3, bytesPerPixel: 1)
        #expect(decoded == [1, 2, 3, 5, 10, 15, 6, 11, 16, 12, 20, 27, 14, 22, 29])
        var tiff = Predictor()
        tiff.kind = 2
        tiff.colors = 3
        tiff.columns = 2
        #expect(try tiff.undo([1, 2, 3, 4, 5, 6]) == [1, 2, 3, 5, 7, 9])
        let stream = PDFStream(
            dictionary: ["Filter": .name("ASCII85Decode")], encodedBytes: Data("87cURD]j7BEbo80~>".utf8))
        #expect(try stream.decoded() == Data("Hello world!".utf8))
        let deflated = PDFStream(
            dictionary: ["Filter": .name("FlateDecode")], encodedBytes: try FlateFilter.deflate(Data(rows)))
        #expect(try deflated.decoded() == Data(rows))
    }
}
