import Foundation
import GRDB
import Synchronization
import Testing

@testable import Countersign

@Suite("Writing a file on a device")
struct DurableFileTests {
    @Test("the disk is waited for in one way, on a device and in the service")
    func oneWay() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        var callers: [String] = []
        for sources in ["Sources", "Server/Sources"] {
            let folder = root.appending(path: sources)
            let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
            for case let file as URL in files where file.pathExtension == "swift" {
                let text = try String(contentsOf: file, encoding: .utf8)
                if text.contains(#/\bfsync\((?!2\))/#) { callers.append(file.lastPathComponent) }
            }
        }
        #expect(callers == ["DiskSync.swift", "DiskSync.swift"])
    }

    @Test("the disk is asked whether it has a file, and a descriptor of none says why not")
    func synced() throws {
        let folder = try folder()
        let file = folder.url.appending(path: "file")
        try DurableFile().write(Data("text".utf8), to: file)
        let handle = try FileHandle(forUpdating: file)
        #expect(DiskSync.isDone(handle.fileDescriptor))
        try handle.close()
        #expect(!DiskSync.isDone(-1))
        #expect(errno == EBADF)
    }

    @Test("every connection to the store's database waits for the disk itself")
    func database() throws {
        let folder = try folder()
        let pool = try DeviceDatabase.open(folder.url.appending(path: "envelopes.sqlite"))
        let names = ["fullfsync", "checkpoint_fullfsync"]
        let written = try pool.writeWithoutTransaction { database in
            try names.map { try Int.fetchOne(database, sql: "PRAGMA \($0)") }
        }
        #expect(written == [1, 1])
        #expect(try pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
        let read = try pool.read { database in try names.map { try Int.fetchOne(database, sql: "PRAGMA \($0)") } }
        #expect(read == [1, 1])
    }

    @Test("the folders of documents and of secrets are kept as the system can: out of backups, readable by a sync")
    func care() throws {
        let kept = Mutex<[String]>([])
        let care = FolderCare { folder in kept.withLock { $0.append(folder.lastPathComponent) } }
        let folder = TemporaryFolder()
        _ = try DeviceStore(folder: folder.url.appending(path: "store"), files: DurableFile(), care: care)
        try PrivateFile.makeFolder(folder.url.appending(path: "keys"), care: care)
        #expect(kept.withLock { $0 } == ["store", "keys"])
    }

    @Test("a folder that cannot be kept so is not used")
    func careless() throws {
        struct Unwilling: Error {}
        let folder = TemporaryFolder()
        let care = FolderCare { _ in throw Unwilling() }
        #expect(throws: CountersignError.self) {
            _ = try DeviceStore(folder: folder.url.appending(path: "store"), files: DurableFile(), care: care)
        }
        #expect(throws: CountersignError.self) {
            try PrivateFile.makeFolder(folder.url.appending(path: "keys"), care: care)
        }
    }

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
