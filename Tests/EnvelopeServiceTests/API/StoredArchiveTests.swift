import Foundation
import HTTPMessages
import Testing

@testable import EnvelopeWork

@Suite("An archive of documents")
struct StoredArchiveTests {
    @Test("The files of an archive are its parts as they are, so that nobody's slow download holds a copy")
    func parts() {
        var archive = StoredArchive()
        let files = [Data(repeating: 1, count: 100_000), Data(repeating: 2, count: 200_000)]
        for file in files { archive.add(file, named: "a.pdf") }
        let places = files.map { file in file.withUnsafeBytes { $0.baseAddress } }
        let found = archive.parts.filter { $0.count >= 100_000 }.map { part in part.withUnsafeBytes { $0.baseAddress } }
        #expect(found == places)
        let reply = HTTPReply.parts(archive.parts, type: "application/zip")
        #expect(reply.bodyCount == reply.body.count && reply.body == Data(archive.parts.joined()))
    }

    @Test("An archive is read by other tools, with every file under a name of its own")
    func names() throws {
        var archive = StoredArchive()
        archive.add(Data("one".utf8), named: "Lease.pdf")
        archive.add(Data("two".utf8), named: "lease.pdf")
        archive.add(Data(), named: "../Zoë.pdf")
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "a.zip")
        try Data(archive.parts.joined()).write(to: file)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let script =
            "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; "
            + "print([(n, z.read(n).decode()) for n in z.namelist()])"
        process.arguments = ["python3", "-c", script, file.path()]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        process.waitUntilExit()
        let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        #expect(text == "[('Lease.pdf', 'one'), ('lease (2).pdf', 'two'), ('..-Zoë.pdf', '')]\n")
    }
}
