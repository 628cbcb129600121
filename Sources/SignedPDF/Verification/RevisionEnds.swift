import Foundation

/// Finds where the revisions of a file end: after a line with `%%EOF` (ISO 32000-2 §7.5.5 and §7.5.6).
struct RevisionEnds {
    /// The most white space after a marker to consider.
    private static let longestLineEnd = 4
    /// The most markers to keep that no known cross-reference section precedes.
    private static let mostUnreached = 4096
    /// The longest `startxref` ending: the keyword, a number and the line ends around it.
    private static let longestEnding = 64

    private let document: PDFDocument

    init(of document: PDFDocument) { self.document = document }

    /// The range from the end of a marker to the end of the white space after it. A signature may end anywhere in it.
    struct Ending: Hashable {
        var marker: Int
        var end: Int

        func isOneOf(_ ends: Set<Int>) -> Bool { (marker...end).contains(where: ends.contains) }
    }

    /// Returns where the revision with this cross-reference section ends, or `nil` if no marker follows within 1,024
    /// bytes.
    func ending(of section: XrefSection) throws(PDFError) -> Ending? {
        try document.meter.charge(64)
        return try document.bytes.lend { (bytes) throws(PDFError) in
            let lexer = Lexer(bytes, at: section.end)
            let limit = min(bytes.count, section.end + 1024)
            return lexer.firstIndex(of: "%%EOF", from: section.end, to: limit).map { Self.ending(at: $0, lexer) }
        }
    }

    /// Returns the revision ends whose `startxref` points to none of the sections, newest first.
    ///
    /// The `/Prev` of a later update can skip an earlier one. That update is still in the file, but no reader finds it.
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
                // A hostile file may have any number of markers.
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

    /// Returns the number between `startxref` and a marker, or `nil` if something else precedes the marker.
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
