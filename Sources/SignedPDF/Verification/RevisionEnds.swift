import Foundation

/// Where the revisions of a file end: behind a line with `%%EOF` (ISO 32000-2 §7.5.5 and §7.5.6).
struct RevisionEnds {
    /// The white space behind a marker that is looked at.
    private static let longestLineEnd = 4
    /// The most markers that are looked at which no cross-reference section stands before.
    private static let mostUnreached = 4096
    /// `startxref`, a number and the line ends around it.
    private static let longestEnding = 64

    private let document: PDFDocument

    init(of document: PDFDocument) { self.document = document }

    /// The place behind a marker, from the marker itself to the white space behind it: a signature may end anywhere
    /// there.
    struct Ending: Hashable {
        var marker: Int
        var end: Int

        func isOneOf(_ ends: Set<Int>) -> Bool { (marker...end).contains(where: ends.contains) }
    }

    /// Where the revision ends whose cross-reference a section is; nothing if no marker follows soon.
    func ending(of section: XrefSection) throws(PDFError) -> Ending? {
        try document.meter.charge(64)
        return try document.bytes.lend { (bytes) throws(PDFError) in
            let lexer = Lexer(bytes, at: section.end)
            let limit = min(bytes.count, section.end + 1024)
            return lexer.firstIndex(of: "%%EOF", from: section.end, to: limit).map { Self.ending(at: $0, lexer) }
        }
    }

    /// The ends in the file's bytes whose `startxref` leads to none of the sections, newest first.
    ///
    /// A later update can have its `/Prev` lead past an earlier one, which then is in the file, but no reader finds it.
    func unreached(by sections: [XrefSection]) throws(PDFError) -> [Ending] {
        let reached = Set(sections.map(\.offset))
        let base = document.headerOffset
        try document.meter.charge(document.bytes.count / 16)
        return try document.bytes.lend { (bytes) throws(PDFError) in
            let lexer = Lexer(bytes, at: 0)
            var endings: [Ending] = []
            var place = 0
            while let marker = lexer.firstIndex(of: "%%EOF", from: place, to: bytes.count) {
                place = marker + 5
                try document.meter.charge(Self.longestEnding)
                guard let start = Self.startxref(before: marker, lexer), !reached.contains(start + base) else {
                    continue
                }
                endings.append(Self.ending(at: marker, lexer))
                // A hostile file may have any number of them.
                if endings.count > Self.mostUnreached { endings.removeFirst(Self.mostUnreached / 2) }
            }
            return endings.reversed()
        }
    }

    private static func ending(at marker: Int, _ lexer: Lexer) -> Ending {
        var end = marker + 5
        while end < marker + 5 + longestLineEnd, Lexer.isWhitespace(lexer.byte(end)) { end += 1 }
        return Ending(marker: marker + 5, end: end)
    }

    /// The number between `startxref` and a marker; nothing if that is not what stands before it.
    private static func startxref(before marker: Int, _ lexer: Lexer) -> Int? {
        guard let keyword = lexer.lastIndex(of: "startxref", in: max(0, marker - longestEnding)..<marker) else {
            return nil
        }
        var lexer = lexer
        lexer.position = keyword + 9
        lexer.skipBlank()
        return lexer.unsignedInteger()
    }
}
