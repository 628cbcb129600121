import Foundation
import Testing

@testable import PDFFormat
@testable import SignedPDF
@testable import TestSupport

private let created = Date(timeIntervalSince1970: 1_763_726_400)

private func pageContent(_ number: Int, of document: PDFDocument) throws -> String {
    let contents = try document.value("Contents", in: document.page(number).dictionary)
    var text = ""
    for part in contents.arrayValue ?? [contents] {
        let stream = try #require(try document.resolve(part).streamValue)
        text += String(decoding: try document.decoded(stream), as: Unicode.ASCII.self) + "\n"
    }
    return text
}

@Suite("New files")
struct PDFCompositionTests {
    @Test("A composition opens as a PDF with its title, language and pages")
    func opens() throws {
        var composition = PDFComposition(
            DocumentInformation(title: "Vertrag – Ä", author: "Countersign", language: "de-CH", created: created))
        composition.addPage(width: 300, height: 400)
        try composition.text("Titel", x: 150, baseline: 40, style: TextStyle(font: .helveticaBold, alignment: .center))
        composition.addPage()
        composition.line(fromX: 10, y: 20, toX: 30, y: 20)
        let data = try composition.data()
        let document = try PDFDocument(data)
        #expect(try document.pageCount() == 2)
        #expect(try document.page(1).size == (300, 400))
        #expect(try document.catalog()["Lang"]?.textValue == "de-CH")
        let information = try #require(try document.value("Info", in: document.trailer).dictionaryValue)
        #expect(information["Title"]?.textValue == "Vertrag – Ä")
        #expect(information["CreationDate"]?.textValue == "D:20251121120000Z")
        let width = try StandardFont.helveticaBold.width(of: "Titel", size: 11)
        let left = ObjectWriter.text(of: ((150 - width / 2) * 10_000).rounded() / 10_000)
        #expect(try pageContent(1, of: document).contains("\(left) 360 Td"))
        #expect(try composition.data() == data)
    }

    @Test("A composition without pages is refused")
    func empty() {
        #expect(throws: PDFError.noPages) { try PDFComposition(DocumentInformation(title: "x")).data() }
    }

    @Test("A paragraph's lines fit the width and lose no word", arguments: 0..<40)
    func wrapping(seed: Int) throws {
        var random = SeededGenerator(seed)
        let words = (0..<Int.random(in: 1...60, using: &random)).map { _ in
            String(repeating: "w", count: Int.random(in: 1...30, using: &random))
        }
        let style = TextStyle(font: .timesRoman, size: 10)
        let width = Double.random(in: 20...300, using: &random)
        let lines = try style.lines(of: words.joined(separator: " "), width: width)
        for line in lines { #expect(try style.font.width(of: line, size: 10) <= width) }
        let letters = lines.joined().filter { $0 != " " }.count
        #expect(letters == words.joined().count)
        #expect(try PDFComposition.height(of: "a\n\nb", width: 100, style: style) == 39)
    }

    @Test("Unsupported characters are refused, or replaced by a substitute if given")
    func substitutes() throws {
        var composition = PDFComposition(DocumentInformation(title: "x"))
        #expect(throws: PDFError.unshowableCharacter("Ł", place: "the text")) {
            try composition.text("Łódź", x: 0, baseline: 10)
        }
        try composition.text("Łódź", x: 0, baseline: 10, style: TextStyle(substitute: "?"))
        let document = try PDFDocument(composition.data())
        let stream = try #require(
            try document.value("Contents", in: document.page(1).dictionary).streamValue)
        #expect(try document.decoded(stream).range(of: Data([0x28, 0x3F, 0xF3, 0x64, 0x3F, 0x29])) != nil)
    }

    @Test("Pages of several documents are joined with their sizes and rotations", arguments: 0..<30)
    func combined(seed: Int) throws {
        let files = [GeneratedPDF(seed: seed), GeneratedPDF(seed: seed + 1000), GeneratedPDF(seed: seed + 2000)]
        let documents = try files.map { try PDFDocument($0.data) }
        let combined = try PDFDocument(
            PDFComposition.combined(documents, information: DocumentInformation(title: "All")))
        let before = try documents.flatMap { try $0.pages() }
        let after = try combined.pages()
        #expect(after.map(\.rotation) == before.map(\.rotation))
        #expect(after.map(\.cropBox) == before.map(\.cropBox))
        for number in 1...after.count { #expect(try pageContent(number, of: combined).contains("(Page) Tj")) }
        for section in try combined.sections() {
            for number in section.objectNumbers { _ = try combined.object(PDFReference(number: number)) }
        }
        #expect(try combined.catalog()["AcroForm"] == nil)
    }

    @Test("Field values become part of the combined page, at the same place", arguments: [0, 90, 180, 270])
    func flattened(degrees: Int) throws {
        let blank = try onePage("/MediaBox[0 0 600 800]/Rotate \(degrees)")
        let rect = PageRect(x: 20, y: 30, width: 100, height: 20)
        let filled = try PDFDocument(
            blank.bytes
                + blank.update(adding: [
                    .sample(name: "A", text: "Shown", rect: rect),
                    FormField(
                        name: "B", page: 1, rect: PageRect(x: 200, y: 30, width: 10, height: 10),
                        content: .checkbox(true)),
                ]))
        let combined = try PDFDocument(PDFComposition.combined([filled]))
        let page = try combined.page(1)
        #expect(page.dictionary["Annots"] == nil)
        let content = try pageContent(1, of: combined)
        #expect(content.contains("/CsAnnotation0 Do") && content.contains("/CsAnnotation1 Do"))
        // The form's own matrix turns it; what is left is a move to the rectangle's lower left corner.
        let place = filled.bytes.isEmpty ? nil : try filled.page(1).userSpaceRect(rect)
        let corner = try #require(place)
        #expect(
            content.contains(
                "1 0 0 1 \(ObjectWriter.text(of: corner.left)) \(ObjectWriter.text(of: corner.bottom)) cm"))
        let resources = try #require(try combined.value("Resources", in: page.dictionary).dictionaryValue)
        let objects = try #require(try combined.value("XObject", in: resources).dictionaryValue)
        let form = try #require(try combined.value("CsAnnotation0", in: objects).streamValue)
        #expect(String(decoding: try combined.decoded(form), as: UTF8.self).contains("(Shown) Tj"))
    }

    @Test("A hidden annotation stays hidden in the combined file")
    func hidden() throws {
        var builder = RevisionBuilder(seed: 1)
        builder.append(
            [
                1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Annots[4 0 R]>>",
                4: "<</Subtype/Stamp/F 2/Rect[10 10 20 20]/AP<</N 5 0 R>>>>",
                5: "<</Subtype/Form/BBox[0 0 10 10]/Length 1>>stream\nn\nendstream",
            ], style: .table, trailer: "/Root 1 0 R")
        let combined = try PDFDocument(PDFComposition.combined([PDFDocument(Data(builder.bytes))]))
        #expect(try combined.page(1).dictionary["Contents"] == nil)
    }
}
