import Foundation

/// Where a file's header is and where its last cross-reference section begins (ISO 32000-2 §7.5.2 and §7.5.5).
struct FileFrame {
    /// The byte at which `%PDF-` begins; offsets written in the file count from there.
    var headerOffset: Int
    /// The number after the last `startxref`, as written.
    var startxref: Int

    init(_ file: Data) throws(PDFError) {
        self = try file.lend { (bytes) throws(PDFError) in
            var lexer = Lexer(bytes, at: 0)
            guard let header = lexer.firstIndex(of: "%PDF-", from: 0, to: 1024) else { throw .notAPDF }
            let tail = max(0, bytes.count - 2048)..<bytes.count
            guard let keyword = lexer.lastIndex(of: "startxref", in: tail) else {
                throw .damaged("the keyword startxref is missing at the end of the file", offset: bytes.count)
            }
            lexer.position = keyword + 9
            lexer.skipBlank()
            guard let value = lexer.unsignedInteger() else {
                throw .damaged("startxref gives no offset", offset: keyword)
            }
            return FileFrame(headerOffset: header, startxref: value)
        }
    }

    private init(headerOffset: Int, startxref: Int) {
        self.headerOffset = headerOffset
        self.startxref = startxref
    }
}
