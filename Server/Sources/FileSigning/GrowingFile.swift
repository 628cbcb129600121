import Foundation
import SignedPDF

/// A file that is written under a temporary name, update after update, and gets its final name at the end.
///
/// What was written is mapped to be read again, so that a document of any size goes through several updates without
/// being held in memory.
struct GrowingFile {
    private let temporary: URL
    private let final: URL
    private let password: String?
    private(set) var size = 0

    /// Begins with the bytes.
    /// - Parameter password: opens the document, if it is encrypted.
    init(_ bytes: Data, becoming final: URL, password: String? = nil) throws {
        self.password = password
        self.final = final
        temporary = final.deletingLastPathComponent()
            .appendingPathComponent(".\(final.lastPathComponent).\(UUID().uuidString.prefix(8).lowercased()).tmp")
        guard FileManager.default.createFile(atPath: temporary.path, contents: nil) else {
            throw FileSigningError.unwritable(
                path: final.relativePath, reason: "the folder does not exist or is closed to you")
        }
        try append(bytes)
    }

    mutating func append(_ bytes: Data) throws {
        guard !bytes.isEmpty else { return }
        do {
            let file = try FileHandle(forWritingTo: temporary)
            try file.seekToEnd()
            try file.write(contentsOf: bytes)
            try file.close()
            size += bytes.count
        } catch {
            abandon()
            throw FileSigningError.unwritable(path: final.relativePath, reason: "the disk may be full")
        }
    }

    /// The document as it is so far.
    func document() throws -> PDFDocument { try PDFDocument(contentsOf: temporary, password: password) }

    /// Gives the file its name.
    func finish() throws {
        guard rename(temporary.path, final.path) == 0 else {
            let reason = String(cString: strerror(errno))
            abandon()
            throw FileSigningError.unwritable(path: final.relativePath, reason: reason)
        }
    }

    /// Removes what was written.
    func abandon() {
        try? FileManager.default.removeItem(at: temporary)
    }
}
