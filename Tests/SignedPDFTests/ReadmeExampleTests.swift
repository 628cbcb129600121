import Foundation
import SignedPDF
import Testing

@testable import TestSupport

@Suite("The README's example")
struct ReadmeExampleTests {
    @Test("The example signs a document that verifies")
    func signsAndVerifies() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let contract = folder.appending(path: "contract.pdf")
        try SignedFiles.agreement(pages: 3).write(to: contract)

        let document = try PDFDocument(contentsOf: contract)
        let ada = try SigningIdentity.selfSigned(name: "Ada Lovelace", email: "ada@example.org", at: .now)

        let signed = try await document.signed(
            SignatureField(
                name: "Signature1", page: 3, rect: PageRect(x: 72, y: 492, width: 240, height: 56),
                appearance: .typedName("Ada Lovelace", subtitle: ["I agree"])),
            filling: [
                FormField(
                    name: "Place", page: 3, rect: PageRect(x: 186, y: 384, width: 337, height: 22),
                    content: .text("London"))
            ],
            with: ada, at: .now)

        let report = try await signed.verifySignatures(trusting: ada.certificateChain, at: .now)
        #expect(report.verdict == .valid)
        #expect(signed.bytes.starts(with: document.bytes))
    }

    @Test("The README's example is the code of this test, line by line")
    func isThisCode() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let here = Self.words(try String(contentsOf: URL(filePath: #filePath), encoding: .utf8))
        let blocks = readme.components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```").first }
        let example = try #require(blocks.first { $0.contains("PDFDocument(contentsOf:") })
        for line in example.split(separator: "\n") where !line.contains("contentsOf:") && !line.hasPrefix("print") {
            let code = Self.words(line.components(separatedBy: "   //")[0])
            #expect(here.contains(code), "The README's line is not in this test: \(line)")
        }
    }

    /// Without white space, so that lines may be broken differently.
    private static func words(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}
