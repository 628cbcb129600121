import Foundation
import Testing

@testable import Ledger

@Suite struct DurableFileTests {
    @Test func `a write that fails leaves what was there, and no half of it beside it`() throws {
        let folder = try TemporaryFolder()
        // A folder that is not empty cannot be replaced by a file.
        let taken = folder.appending("taken")
        try FileManager.default.createDirectory(at: taken, withIntermediateDirectories: true)
        try Data("old".utf8).write(to: taken.appendingPathComponent("inside"))
        #expect(throws: StorageError.self) { try DurableFile().write(Data("new".utf8), to: taken) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["taken"])
        #expect(try Data(contentsOf: taken.appendingPathComponent("inside")) == Data("old".utf8))
    }
}
