import Foundation
import SignedPDF

/// A file that is written under a temporary name, update by update, and finally renamed.
///
/// The written part is memory-mapped for reading, so that a document of any size can be updated repeatedly without
/// being held in memory.
struct GrowingFile {
    private let temporary: URL
    private let final: URL
    private let password: String?
    private(set) var size = 0

    /// Creates the file with its first bytes.
    /// - Parameter password: the document's password, if it is encrypted
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

    /// Returns the document as written so far.
    func document() throws -> PDFDocument { try PDFDocument(contentsOf: temporary, password: password) }

    /// Renames the file to its final name.
    func finish() throws {
        guard rename(temporary.path, final.path) == 0 else {
            let reason = String(cString: strerror(errno))
            abandon()
            throw FileSigningError.unwritable(path: final.relativePath, reason: reason)
        }
    }

    /// Deletes the temporary file.
    func abandon() {
        try? FileManager.default.removeItem(at: temporary)
    }
}
