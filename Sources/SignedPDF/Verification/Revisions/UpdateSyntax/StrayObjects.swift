import Foundation

/// Finds bytes that look like an object or a trailer but are not: within a stream, a string or a comment.
///
/// A reader that repairs a file scans all of it for such bytes and does not always know what contains them.
enum StrayObjects {
    /// - Parameters:
    ///   - start: where the added bytes begin
    ///   - known: the offsets of the objects that are read as such
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
