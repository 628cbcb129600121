import Foundation

/// Bytes that look like an object or a trailer and are neither: within a stream, a string or a comment.
///
/// A reader that repairs a file looks for such bytes from its beginning to its end and does not always know what they
/// are a part of.
enum StrayObjects {
    /// - Parameters:
    ///   - start: Where what was added begins.
    ///   - known: Where the objects begin that are read as such.
    static func find(
        in bytes: UnsafeRawBufferPointer, from start: Int, known: Set<Int>, meter: ReadingMeter
    ) throws(PDFError) -> [UpdateFlaw] {
        try meter.charge((bytes.count - start) / 2)
        let lexer = Lexer(bytes, at: start)
        var position = start
        while let keyword = lexer.firstIndex(of: "obj", from: position, to: bytes.count) {
            position = keyword + 3
            guard let header = FileScan.header(endingAt: keyword, lexer), header.offset >= start,
                !known.contains(header.offset)
            else { continue }
            return [
                UpdateFlaw(irregularity: .objectHidden(object: header.reference.number), range: start..<bytes.count)
            ]
        }
        return []
    }
}
