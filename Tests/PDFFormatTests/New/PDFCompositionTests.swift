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

    @Test("A line ends between ideographs, and never before closing or after opening punctuation")
    func ideographs() throws {
        let style = TextStyle(font: .helvetica, size: 10, substitute: "?")
        let text = "行のSHA-256は「値」です。次の行。"
        for width in stride(from: 50.0, through: 200, by: 3) {
            let lines = try style.lines(of: text, width: width)
            #expect(lines.joined() == text)
            for line in lines.dropFirst() { #expect(!"」。".contains(line.first ?? "」"), "\(lines)") }
            for line in lines.dropLast() { #expect(line.last != "「", "\(lines)") }
        }
        // The Latin word stays whole beside what comes before it.
        #expect(try style.lines(of: text, width: 100).first?.hasPrefix("行のSHA-256") == true)
        #expect(try style.lines(of: "行の SHA-256 は", width: 200) == ["行の SHA-256 は"])
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
        let fields = try FieldTree(combined).fields
        #expect(fields.count == files.count { $0.hasForm })
        #expect(Set(fields.map(\.name)).count == fields.count)
        for field in fields { #expect(field.attributes["V"]?.textValue == "kept") }
    }
}
