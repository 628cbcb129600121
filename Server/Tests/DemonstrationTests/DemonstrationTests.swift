import Envelopes
import FileSigning
import Foundation
import SignedPDF
import Synchronization
import Testing

@testable import Demonstration

@Suite("The demonstration")
struct DemonstrationTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "countersign-\(UUID().uuidString)")

    @Test("The demonstration does the main job, twice in the same folder")
    func mainJob() async throws {
        for _ in 1...2 {
            let titles = Mutex<[String]>([])
            let run = DemoRun(folder: folder) { step in titles.withLock { $0.append(step.title) } }
            let outcome = try await run.run()
            #expect(titles.withLock { $0.count } >= 8)
            let signed = try PDFDocument(contentsOf: outcome.signed)
            #expect(try signed.pageCount() == 3)
            #expect(try History(file: Data(contentsOf: outcome.history)).envelope.status == .completed)
            #expect(FileManager.default.fileExists(atPath: outcome.certificate.path))
        }
        try FileManager.default.removeItem(at: folder)
    }

    @Test(
        "The demonstration signs a user's file of any page size",
        arguments: [(595.0, 842.0), (300, 300), (120, 90), (2000, 100)])
    func ownFile(width: Double, height: Double) async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var composition = PDFComposition(DocumentInformation(title: "Own"))
        composition.addPage(width: width, height: height)
        try composition.text("Own", x: 10, baseline: 20)
        let file = folder.appending(path: "own.pdf")
        try composition.data().write(to: file)
        let outcome = try await DemoRun(folder: folder.appending(path: "out"), pdf: file) { _ in }.run()
        #expect(try Data(contentsOf: outcome.signed).starts(with: Data(contentsOf: file)))
        try FileManager.default.removeItem(at: folder)
    }

    @Test("A missing file is named, and no data directory is created")
    func missingFile() async throws {
        let missing = folder.appending(path: "missing.pdf")
        let error = await #expect(throws: FileSigningError.self) {
            try await DemoRun(folder: folder, pdf: missing) { _ in }.run()
        }
        #expect(error?.description.contains("missing.pdf") == true)
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    @Test(
        "A command can be pasted into a shell",
        arguments: [
            (["countersign", "serve", "--data", "demo/data"], "countersign serve --data demo/data"),
            (["serve", "my data", "it's"], "serve 'my data' 'it'\\''s'"),
        ])
    func shellCommand(words: [String], text: String) {
        #expect(DemoText.command(words) == text)
    }
}
