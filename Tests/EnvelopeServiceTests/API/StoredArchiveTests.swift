import Foundation
import Testing

@testable import EnvelopeService

@Suite("An archive of documents")
struct StoredArchiveTests {
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
        try archive.file.write(to: file)
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
