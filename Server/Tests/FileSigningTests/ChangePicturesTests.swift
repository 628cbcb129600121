import Foundation
import PageImages
import SignedPDF
import Testing

@testable import FileSigning

@Suite("Pictures of changes")
struct ChangePicturesTests {
    private let folder: URL
    private let moment = Date(timeIntervalSince1970: 1_795_253_700)

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "countersign-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// White pages of 400 by 600 points, or whatever their revision's page says.
    private struct WhitePages: PageRasterizer {
        func pixels(ofPage page: Int, of source: PageSource, width: Int) async throws -> PixelImage {
            try #require(PixelImage(width: width, height: width * 3 / 2))
        }
    }

    private func changedFile() async throws -> (file: URL, report: VerificationReport) {
        var composition = PDFComposition(DocumentInformation(title: "Sample"))
        for number in 1...2 {
            composition.addPage(width: 400, height: 600)
            try composition.text("Page \(number)", x: 40, baseline: 40)
        }
        let plain = folder.appending(path: "plain.pdf")
        let field = FormField(
            name: "City", page: 2, rect: PageRect(x: 100, y: 200, width: 80, height: 20), content: .text(""),
            readOnly: false)
        let document = try PDFDocument(composition.data())
        try (document.bytes + document.update(adding: [field])).write(to: plain)
        let output = folder.appending(path: "signed.pdf")
        let signer = try #require(SignerName("Ada"))
        _ = try await FileSigner(SigningOrder(input: plain, output: output, signer: signer)).sign(at: moment)
        let signed = try PDFDocument(contentsOf: output)
        var filled = field
        filled.content = .text("London")
        let file = folder.appending(path: "filled.pdf")
        try (signed.bytes + signed.update(adding: [filled])).write(to: file)
        return (file, try await FileVerifier(trusting: []).report(on: file, named: "filled.pdf", at: moment))
    }

    @Test("A filled field is outlined in green on its page, before and after")
    func filledField() async throws {
        let (file, report) = try await changedFile()
        let pictures = folder.appending(path: "pictures")
        let result = try await ChangePictures(rasterizer: WhitePages(), width: 400).draw(
            report, of: file, into: pictures)
        #expect(result.files.map(\.lastPathComponent) == ["change-1-page-2-before.png", "change-1-page-2-after.png"])
        #expect(result.leftOut == 0)
        // Width and height stand behind the chunk's name (ISO/IEC 15948 §11.2.2).
        let header = Array(try Data(contentsOf: try #require(result.files.last)).prefix(24).suffix(8))
        #expect(header == [0, 0, 400 >> 8, 400 & 0xFF, 0, 0, 600 >> 8, 600 & 0xFF])
    }

    @Test("Several signatures' findings about one place are drawn as the worst of them")
    func worst() async throws {
        func change(_ standing: DocumentChange.Standing) -> DocumentChange {
            DocumentChange(
                .content(.pageContentReplaced(page: 1)), standing: standing, from: 1, to: 2,
                areas: [ChangedArea(pageBefore: 1, pageAfter: 1)])
        }
        var signature = try #require(try await changedFile().report.signatures.first)
        var other = signature
        signature.findings = [.change(change(.forbidden)), .change(change(.permitted))]
        other.findings = [.change(change(.doubtful))]
        let report = VerificationReport(
            file: "", verdict: .invalid, signatures: [other, signature, other])
        let marks = ChangePictures.marks(report)
        #expect(marks.count == 1)
        #expect(marks.values.first == [ChangePictures.Mark(rect: nil, standing: .forbidden)])
    }

    @Test("An unchanged file gives no pictures and no folder")
    func nothing() async throws {
        let (file, _) = try await changedFile()
        let report = VerificationReport(file: "", verdict: .valid, signatures: [])
        let pictures = folder.appending(path: "none")
        let result = try await ChangePictures(rasterizer: WhitePages()).draw(report, of: file, into: pictures)
        #expect(result.files.isEmpty && !FileManager.default.fileExists(atPath: pictures.path))
    }
}
