import Foundation
import Testing

@testable import PDFFormat
@testable import SignedPDF
@testable import TestSupport

private func markers(_ document: PDFDocument) throws -> [Int] {
    try document.pages().map { $0.dictionary["Marker"]?.integerValue ?? 0 }
}

@Suite("Slightly wrong files are read and signed")
struct LenientReadingTests {
    /// Signs a file and expects its signature to be valid and its pages to be there.
    private func sign(_ data: Data, pages: [Int]) async throws {
        let document = try PDFDocument(data)
        #expect(try markers(document) == pages)
        #expect(document.repair == nil)
        let parties = try SigningParties()
        let update = try await document.signedRevision(
            SignatureField(name: "S", page: 1, rect: nil, appearance: .invisible), with: parties.ada,
            at: SignedFiles.now)
        let report = try await SignedFiles.report(data + update, trusting: parties.anchors)
        #expect(report.verdict == .valid, "\(report)")
        #expect(try markers(PDFDocument(data + update)) == pages)
    }

    @Test("Stray bytes after %%EOF are accepted", arguments: [1, 100, 5_000, 300_000])
    func trailingBytes(count: Int) async throws {
        let file = GeneratedPDF(seed: 8, styles: [.stream], pageCount: 3)
        try await sign(file.data + Data(repeating: 0, count: count), pages: file.pages.map(\.marker))
        try await sign(
            file.data + Data(repeating: 0x78, count: count), pages: file.pages.map(\.marker))
    }

    @Test("Stray bytes before the header are accepted", arguments: RevisionBuilder.Style.allCases)
    func leadingBytes(style: RevisionBuilder.Style) async throws {
        let file = GeneratedPDF(seed: 8, styles: [style], pageCount: 3)
        try await sign(Data("HTTP/1.1 200 OK\r\n\r\n".utf8) + file.data, pages: file.pages.map(\.marker))
    }

    @Test("Lines may end in CR alone", arguments: [RevisionBuilder.Style.table, .irregularTable, .hybrid, .stream])
    func carriageReturns(style: RevisionBuilder.Style) async throws {
        let file = GeneratedPDF(seed: 14, styles: [style, style], pageCount: 4)
        let data = Data(file.data.map { $0 == 0x0A ? 0x0D : $0 })
        try await sign(data, pages: file.pages.map(\.marker))
    }

    @Test("A stream that starts with LF after CR keeps the LF if its length includes it")
    func streamAfterCR() throws {
        let text = "%PDF-1.7\r1 0 obj\r<</Type/Catalog>>\rendobj\r2 0 obj\r<</Length 3>>stream\r\nabendstream\rendobj\r"
        let data = Data((text + "trailer<</Root 1 0 R>>").utf8)
        let document = try PDFDocument(data)
        #expect(try document.object(PDFReference(number: 2)).streamValue?.encodedBytes == Data("\nab".utf8))
    }

    @Test("A wrong or missing /Length is corrected", arguments: ["1", "30", "99", "-1", "()", "[]"])
    func wrongLength(length: String) async throws {
        let file = GeneratedPDF(seed: 15, styles: [.table], pageCount: 2)
        var text = String(decoding: file.data, as: UTF8.self)
        let content = "BT /F 12 Tf (Page) Tj ET"
        let right = "/Length \(content.utf8.count)>>"
        // The same number of bytes, so that offsets stay.
        let wrong = "/Length \(length)".padding(toLength: right.count - 2, withPad: " ", startingAt: 0) + ">>"
        guard wrong.utf8.count == right.utf8.count else { return }
        text = text.replacingOccurrences(of: right, with: wrong)
        let document = try PDFDocument(Data(text.utf8))
        for page in try document.pages() {
            let stream = try document.value("Contents", in: page.dictionary).streamValue
            #expect(stream?.encodedBytes == Data(content.utf8))
        }
        try await sign(Data(text.utf8), pages: file.pages.map(\.marker))
    }

    @Test("Too small a /Size does not let new objects replace old ones", arguments: ["1", "2", "0"])
    func smallSize(size: String) async throws {
        let file = GeneratedPDF(seed: 16, styles: [.table, .table], pageCount: 6)
        let text = String(decoding: file.data, as: UTF8.self)
            .replacing(/\/Size \d+/) { match in
                "/Size \(size)".padding(toLength: match.output.count, withPad: " ", startingAt: 0)
            }
        try await sign(Data(text.utf8), pages: file.pages.map(\.marker))
    }

    @Test("A huge /Size is not used for new object numbers")
    func largeSize() async throws {
        var builder = RevisionBuilder(seed: 1)
        builder.append(
            [
                1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                3: "<</Type/Page/Marker 9/Parent 2 0 R/MediaBox[0 0 99 99]>>",
            ], style: .table, trailer: "/Root 1 0 R/Size 9223372036854775807")
        try await sign(Data(builder.bytes), pages: [9])
    }

    @Test("PDF 2.0 files are accepted", arguments: RevisionBuilder.Style.allCases)
    func version2(style: RevisionBuilder.Style) async throws {
        let file = GeneratedPDF(seed: 17, styles: [style], pageCount: 2)
        var data = file.data
        data.replaceSubrange(0..<8, with: Data("%PDF-2.0".utf8))
        try await sign(data, pages: file.pages.map(\.marker))
    }

    @Test("A thousand updates are read quickly and signed", arguments: [RevisionBuilder.Style.table, .stream])
    func thousandUpdates(style: RevisionBuilder.Style) async throws {
        var builder = RevisionBuilder(seed: 3)
        var objects = [1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Pages/Kids[3 0 R]/Count 1>>"]
        for number in 4..<60 { objects[number] = "(\(number))" }
        objects[3] = "<</Type/Page/Marker 0/Parent 2 0 R/MediaBox[0 0 99 99]>>"
        builder.append(objects, style: style, trailer: "/Root 1 0 R")
        for update in 1...1000 {
            builder.append(
                [3: "<</Type/Page/Marker \(update)/Parent 2 0 R/MediaBox[0 0 99 99]>>"], style: style,
                trailer: "/Root 1 0 R")
        }
        let data = Data(builder.bytes)
        let begun = ContinuousClock.now
        let document = try PDFDocument(data)
        for number in 4..<60 {
            #expect(try document.object(PDFReference(number: number)).stringValue == Data("\(number)".utf8))
        }
        #expect(try document.sections().count == 1001)
        #expect(begun.duration(to: .now) < .seconds(5))
        try await sign(data, pages: [1000])
    }
}
