import Foundation

/// The positions of a file's header and of its last cross-reference section (ISO 32000-2 §7.5.2 and §7.5.5).
struct FileFrame {
    /// The number of bytes at the file's end in which `startxref` is searched first.
    private static let usualTail = 2048
    /// The number of bytes searched next: some programs and servers put stray bytes after `%%EOF`.
    private static let longestTail = 1 << 20

    /// The offset of `%PDF-`, from which offsets written in the file count.
    var headerOffset: Int
    /// The number after the last `startxref`, as written.
    var startxref: Int

    /// - Throws: `PDFError.notAPDF`, or `.damaged`
    init(_ file: Data) throws(PDFError) {
        headerOffset = try Self.headerOffset(of: file)
        startxref = try file.lend { (bytes) throws(PDFError) in
            var lexer = Lexer(bytes, at: 0)
            let keyword = [Self.usualTail, Self.longestTail].lazy.compactMap { length in
                lexer.lastIndex(of: "startxref", in: max(0, bytes.count - length)..<bytes.count)
            }.first
            guard let keyword else {
                throw .damaged("the keyword startxref is missing at the end of the file", offset: bytes.count)
            }
            lexer.position = keyword + 9
            lexer.skipBlank()
            guard let value = lexer.unsignedInteger() else {
                throw .damaged("startxref gives no offset", offset: keyword)
            }
            return value
        }
    }

    /// - Throws: `PDFError.notAPDF` if the header is not within the first 1,024 bytes
    static func headerOffset(of file: Data) throws(PDFError) -> Int {
        try file.lend { (bytes) throws(PDFError) in
            guard let header = Lexer(bytes, at: 0).firstIndex(of: "%PDF-", from: 0, to: 1024) else { throw .notAPDF }
            return header
        }
    }
}
