import EnvelopeService
import Foundation
import Ledger
import Testing

@testable import SigningService

@Suite("The data directory")
struct DataDirectoryTests {
    @Test("An empty name does not mean the current folder", arguments: ["", " ", "\t\n"])
    func emptyName(name: String) {
        #expect(DataDirectory.folder(named: name) == nil)
    }

    @Test("The name must be a folder's", arguments: ["data", "./data", "/var/lib/countersign", "."])
    func folderName(name: String) {
        #expect(DataDirectory.folder(named: name)?.hasDirectoryPath == true)
    }

    /// A folder that this test made; removed by `removing`.
    private func folder(with names: [String]) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "data-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in names { try Data("x".utf8).write(to: folder.appending(path: name)) }
        return folder
    }

    @Test(
        "A folder with foreign files is refused and left unchanged",
        arguments: [["letter.txt"], ["lost+found", "letter.txt"], ["lock", ".profile"]])
    func foreignFiles(names: [String]) throws {
        let folder = try folder(with: names)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect {
            try DataDirectory(folder)
        } throws: { error in
            guard case .file(let path, let reason)? = error as? StorageError else { return false }
            return path == folder.path && reason.hasPrefix("this folder holds other files")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == names.sorted())
    }

    @Test(
        "An empty folder, a new volume, a half-made folder and an old one are accepted",
        arguments: [[], ["lost+found"], ["mail", "blobs"], ["lock"], ["countersign.sqlite", "letter.txt"]])
    func acceptedFolders(
        names: [String]
    ) throws {
        let folder = try folder(with: names)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try DataDirectory(folder).url.path == folder.path)
    }

    @Test(
        "A folder that another process is creating is accepted",
        arguments: [
            [".1b2c.tmp"], ["lock", ".1b2c.tmp"], ["authority.1b2c.tmp"], ["countersign.sqlite-wal"],
        ])
    func parallelCreation(names: [String]) throws {
        let folder = try folder(with: names)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try DataDirectory(folder).url.path == folder.path)
    }

    @Test("Data that must exist already is not created")
    func missingData() throws {
        let empty = try folder(with: [])
        let old = try folder(with: ["countersign.sqlite"])
        let none = empty.appending(path: "mistyped")
        defer { for made in [empty, old] { try? FileManager.default.removeItem(at: made) } }
        for wrong in [empty, none, old.appending(path: "countersign.sqlite")] {
            #expect {
                try DataDirectory(existing: wrong)
            } throws: { error in
                guard case .file(let path, let reason)? = error as? StorageError else { return false }
                return path == wrong.path && reason.hasPrefix("there is no data of Countersign here")
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: empty.path).isEmpty)
        #expect(try DataDirectory(existing: old).url.path == old.path)
    }

    @Test("Temporary files of a killed service are removed, and fresh ones are kept")
    func temporaryFiles() throws {
        let folder = try folder(with: [".old.tmp", ".new.tmp", "authority.old.tmp"])
        defer { try? FileManager.default.removeItem(at: folder) }
        let directory = try DataDirectory(folder)
        try StoreFiles.makeFolder(directory.temporary)
        try StoreFiles.makeFolder(directory.blobs.appending(path: "ab"))
        let old = [
            folder.appending(path: ".old.tmp"), folder.appending(path: "authority.old.tmp"),
            directory.blobs.appending(path: "ab/.old.tmp"),
        ]
        let kept = [folder.appending(path: ".new.tmp"), directory.blobs.appending(path: "ab/blob")]
        try Data("x".utf8).write(to: old[2])
        try Data("x".utf8).write(to: kept[1])
        for file in old + kept.suffix(1) {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -4000)], ofItemAtPath: file.path)
        }
        try withExtendedLifetime(directory.claim()) {
            #expect(old.allSatisfy { !FileManager.default.fileExists(atPath: $0.path) })
            #expect(kept.allSatisfy { FileManager.default.fileExists(atPath: $0.path) })
        }
    }

    @Test("Several services share a folder, and only the first cleans up after a killed one")
    func severalServices() throws {
        let folder = try folder(with: [])
        defer { try? FileManager.default.removeItem(at: folder) }
        let directory = try DataDirectory(folder)
        try StoreFiles.makeFolder(directory.temporary)
        let left = directory.temporary.appending(path: "left.pdf")
        try Data("x".utf8).write(to: left)
        do {
            let claim = try directory.claim()
            #expect(!FileManager.default.fileExists(atPath: left.path))
            try Data("x".utf8).write(to: left)
            let second = try directory.claim()
            #expect(FileManager.default.fileExists(atPath: left.path))
            withExtendedLifetime((claim, second)) {}
        }
        _ = try directory.claim()
        #expect(!FileManager.default.fileExists(atPath: left.path))
    }
}
