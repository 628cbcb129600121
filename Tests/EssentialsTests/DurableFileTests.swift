import Foundation
import TestSupport
import Testing

@testable import Essentials

@Suite("Durable files")
struct DurableFileTests {
    @Test("A write that fails leaves what was there, and no half of it beside it")
    func failedWrite() throws {
        let folder = TemporaryFolder()
        // A folder that is not empty cannot be replaced by a file.
        let taken = folder.appending("taken")
        try FileManager.default.createDirectory(at: taken, withIntermediateDirectories: true)
        try Data("old".utf8).write(to: taken.appendingPathComponent("inside"))
        #expect(throws: FileProblem.self) { try DurableFile().write(Data("new".utf8), to: taken) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["taken"])
        #expect(try Data(contentsOf: taken.appendingPathComponent("inside")) == Data("old".utf8))
    }

    @Test("The device and the service sync to disk in the same way")
    func oneWay() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        var callers: [String] = []
        for sources in ["Sources", "Server/Sources"] {
            let folder = root.appending(path: sources)
            let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
            for case let file as URL in files where file.pathExtension == "swift" {
                let text = try String(contentsOf: file, encoding: .utf8)
                if text.contains(#/\bfsync\((?!2\))/#) { callers.append(file.lastPathComponent) }
            }
        }
        #expect(callers == ["DiskSync.swift"])
    }

    @Test("Syncing reports success for a file, and an error for an invalid descriptor")
    func synced() throws {
        let folder = TemporaryFolder()
        let file = folder.appending("file")
        try DurableFile().write(Data("text".utf8), to: file)
        let handle = try FileHandle(forUpdating: file)
        #expect(DiskSync.isDone(handle.fileDescriptor))
        try handle.close()
        #expect(!DiskSync.isDone(-1))
        #expect(errno == EBADF)
    }

    @Test("A process that dies before it writes leaves nothing")
    func killed() throws {
        struct Killed: Error {}
        let folder = TemporaryFolder()
        let file = DurableFile { step in if step == .create { throw Killed() } }
        #expect(throws: Killed.self) { try file.write(Data("new".utf8), to: folder.appending("file")) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }

    @Test("A rewritten file has only the new content and stays private")
    func replacing() throws {
        let folder = TemporaryFolder()
        let url = folder.appending("file")
        for text in ["a longer text", "short"] { try DurableFile().write(Data(text.utf8), to: url) }
        #expect(try Data(contentsOf: url) == Data("short".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["file"])
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }
}
