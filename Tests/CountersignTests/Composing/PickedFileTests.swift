import Essentials
import Foundation
import Ledger
import TestSupport
import Testing

@testable import Countersign

@Suite("Picked files")
struct PickedFileTests {
    @Test("Every file that the library opens for an app is read through its security scope")
    func withLeave() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/Countersign")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            guard text.contains("Data(contentsOf: url)") else { continue }
            // Besides the app's files there are only the store's own.
            let isOwn = file.lastPathComponent == "DeviceStore+Blobs.swift"
            #expect(isOwn || text.contains("PickedFile.read(url)"), "\(file.lastPathComponent) reads without leave")
        }
        let export = sources.appending(path: "Offline/Store/EnvelopeExport.swift")
        #expect(try String(contentsOf: export, encoding: .utf8).contains("PickedFile.Access(parent)"))
    }

    @Test("A picked file is read unchanged, and a read error is reported")
    func read() throws {
        let folder = TemporaryFolder()
        try DurableFile.makeFolder(folder.url)
        let file = folder.url.appending(path: "contract.pdf")
        try Data("contract".utf8).write(to: file)
        #expect(try PickedFile.read(file) { try Data(contentsOf: $0) } == Data("contract".utf8))
        let gone = folder.url.appending(path: "gone.pdf")
        #expect(throws: DraftProblem.unreadableFile("1", path: gone.path)) {
            try DraftDocument(id: "1", name: "Gone", file: gone).bytes()
        }
    }
}
