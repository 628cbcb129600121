import Foundation
import Testing

@testable import Countersign

@Suite("Writing a file on a device")
struct DurableFileTests {
    private func folder() throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        try DurableFile.makeFolder(folder.url)
        return folder
    }

    @Test("a write that fails leaves what was there, and no half of it beside it")
    func failing() throws {
        let folder = try folder()
        // A folder that is not empty cannot be replaced by a file.
        let taken = folder.url.appending(path: "taken")
        try FileManager.default.createDirectory(at: taken, withIntermediateDirectories: true)
        try Data("old".utf8).write(to: taken.appending(path: "inside"))
        #expect(throws: StoreProblem.self) { try DurableFile().write(Data("new".utf8), to: taken) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["taken"])
        #expect(try Data(contentsOf: taken.appending(path: "inside")) == Data("old".utf8))
    }

    @Test("a process that dies before it writes leaves nothing at all")
    func killed() throws {
        struct Killed: Error {}
        let folder = try folder()
        let file = DurableFile { step in if step == .create { throw Killed() } }
        #expect(throws: Killed.self) { try file.write(Data("new".utf8), to: folder.url.appending(path: "file")) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }

    @Test("a file that is written again has the new content only, and nobody else can read it")
    func replacing() throws {
        let folder = try folder()
        let url = folder.url.appending(path: "file")
        for text in ["a longer text", "short"] { try DurableFile().write(Data(text.utf8), to: url) }
        #expect(try Data(contentsOf: url) == Data("short".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["file"])
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }
}
