#if os(Linux)
    import Foundation
    import Testing

    @testable import PDFFormat
    @testable import PageImages
    @testable import SignedPDF
    @testable import TestSupport

    @Suite("Combined files look like their sources")
    struct CombinedPicturesTests {
        /// Returns the pictures of all pages of a file, one after the other.
        private static func pictures(_ file: Data) async throws -> Data {
            let renderer = try PopplerPageRenderer()
            let pages = try PDFDocument(file).pageCount()
            return try await renderer.run(
                renderer.configuration.pdftoppm, on: PageSource(hash: "") { file }, page: 1, last: pages,
                options: ["-cropbox", "-r", "36"], trailing: [])
        }

        private func expectSamePictures(
            _ sources: [Data], sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            let combined = try PDFComposition.combined(sources.map { try PDFDocument($0) })
            var expected = Data()
            for source in sources { expected += try await Self.pictures(source) }
            let found = try await Self.pictures(combined)
            #expect(found == expected, sourceLocation: sourceLocation)
        }

        @Test("Layers, annotations, fields, rotation, boxes and user units keep every pixel", arguments: 0..<20)
        func generated(group: Int) async throws {
            try await expectSamePictures(
                (0..<3).map { RichPDF(seed: group * 3 + $0, asksForRedrawing: group % 5 == 0).data })
        }

        @Test("The seal under a combined file changes no picture", arguments: 0..<6)
        func sealed(group: Int) async throws {
            let sources = (0..<2).map { RichPDF(seed: 500 + group * 2 + $0).data }
            let whole = try PDFDocument(
                PDFComposition.combined(sources.map { try PDFDocument($0) }, reserving: ["Seal"]))
            let revision = try await whole.signedRevision(
                SignatureField(name: "Seal"), with: TestSigners.p256(), at: TestSigners.now)
            let file = whole.bytes + revision
            let report = try await PDFDocument(file).verifySignatures(trusting: [], at: TestSigners.now)
            #expect(report.signatures.count == 1)
            let expected = try await sources.asyncMap(Self.pictures).reduce(Data(), +)
            #expect(try await Self.pictures(file) == expected)
        }
    }

    extension Sequence where Element: Sendable {
        fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
            var results: [Result] = []
            for element in self { results.append(try await transform(element)) }
            return results
        }
    }
#endif
