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
            // Not the pictures themselves, whose difference would be shown byte by byte.
            let isSame = try await Self.pictures(combined) == expected
            #expect(isSame, sourceLocation: sourceLocation)
        }

        @Test("Layers, annotations, fields, rotation, boxes and user units keep every pixel", arguments: 0..<20)
        func generated(group: Int) async throws {
            try await expectSamePictures(
                (0..<3).map { RichPDF(seed: group * 3 + $0, asksForRedrawing: group % 5 == 0).data })
        }

        @Test("Fields that occur in several files keep their values", arguments: 0..<10)
        func values(group: Int) throws {
            let sources = (0..<3).map { RichPDF(seed: group * 3 + $0) }
            let combined = try PDFDocument(PDFComposition.combined(sources.map { try PDFDocument($0.data) }))
            let fields = try FieldTree(combined).fields
            #expect(Set(fields.map(\.name)).count == fields.count)
            let found = fields.compactMap { $0.attributes["V"]?.textValue }
            #expect(found.sorted() == sources.flatMap { Array($0.values.values) }.sorted())
        }

        @Test("The tests' other files keep every pixel", arguments: [0, 90, 180, 270])
        func samples(rotation: Int) async throws {
            let filled = try onePage("/MediaBox[0 0 300 400]/Rotate \(rotation)")
            let check = FormField(
                name: "Check", page: 1, rect: PageRect(x: 20, y: 60, width: 16, height: 16), content: .checkbox(true))
            var signed = filled.bytes
            signed += try filled.update(adding: [.sample(name: "Name"), check])
            let field = SignatureField(
                name: "Signature", page: 1, rect: PageRect(x: 20, y: 100, width: 120, height: 36),
                appearance: .typedName("Ada Lovelace", subtitle: ["Signed"]))
            signed += try await PDFDocument(signed).signedRevision(
                field, with: TestSigners.p256(), at: TestSigners.now)
            try await expectSamePictures([
                SamplePDF.make(), SamplePDF.offset(rotation: rotation, isCropped: rotation > 90), signed, signed,
                SignedFiles.agreement(), GeneratedPDF(seed: rotation, styles: [.table]).data,
            ])
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
            let isSame = try await Self.pictures(file) == expected
            #expect(isSame)
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
