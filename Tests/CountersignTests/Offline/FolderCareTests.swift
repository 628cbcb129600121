import ClientSupport
import Essentials
import Foundation
import Ledger
import TestSupport
import Testing

@testable import Countersign

@Suite("Folders for documents and secrets on a device")
struct FolderCareTests {
    @Test("The system's protection is applied to the folders of documents and of secrets")
    func care() throws {
        let kept = Locked<[String]>([])
        let care = FolderCare { folder in kept.withLock { $0.append(folder.lastPathComponent) } }
        let folder = TemporaryFolder()
        _ = try DeviceStore(folder: folder.url.appending(path: "store"), files: DurableFile(), care: care)
        try PrivateFile.makeFolder(folder.url.appending(path: "keys"), care: care)
        #expect(kept.withLock { $0 } == ["store", "keys"])
    }

    @Test("A folder that cannot be protected is not used")
    func careless() throws {
        struct Unwilling: Error {}
        let folder = TemporaryFolder()
        let care = FolderCare { _ in throw Unwilling() }
        #expect(throws: CountersignError.self) {
            _ = try DeviceStore(folder: folder.url.appending(path: "store"), files: DurableFile(), care: care)
        }
        #expect(throws: ClientError.self) {
            try PrivateFile.makeFolder(folder.url.appending(path: "keys"), care: care)
        }
    }
}
