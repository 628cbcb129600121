import Foundation

/// The cross-reference sections of a file, newest first, each read when the ones before it do not know an object.
struct XrefChain: Sendable {
    private(set) var sections: [XrefSection]
    private var nextOffset: Int?
    private var visited: Set<Int>
    private let base: Int

    init(newest: XrefSection, base: Int) {
        sections = [newest]
        visited = [newest.offset]
        self.base = base
        nextOffset = Self.previous(newest, base: base)
    }

    /// Reads the section before the oldest one read; false if there is none.
    mutating func readNext(in file: Data) throws(PDFError) -> Bool {
        guard let offset = nextOffset else { return false }
        guard visited.insert(offset).inserted else {
            throw .damaged("the chain of cross-reference sections is a circle", offset: offset)
        }
        let section = try XrefSection.read(from: file, at: offset, base: base)
        sections.append(section)
        nextOffset = Self.previous(section, base: base)
        return true
    }

    private static func previous(_ section: XrefSection, base: Int) -> Int? {
        guard let previous = section.trailer["Prev"]?.integerValue, previous > 0, previous < 1 << 48 else { return nil }
        return previous + base
    }
}

extension XrefSection {
    /// The section that begins at an offset of the file.
    ///
    /// - Parameter base: where the file's header begins; offsets written in the file count from there.
    static func read(from file: Data, at offset: Int, base: Int) throws(PDFError) -> XrefSection {
        guard offset >= 0, offset < file.count else {
            throw .damaged("a cross-reference section is said to begin outside the file", offset: offset)
        }
        return try file.lend { (bytes) throws(PDFError) in
            var parser = ObjectParser(bytes, at: offset)
            parser.lexer.skipBlank()
            let start = parser.lexer.position
            guard parser.lexer.take("xref") else {
                let stream = try XrefStream(&parser, file: file, base: base)
                return XrefSection(
                    offset: start, kind: .stream, trailer: stream.dictionary, records: stream.records,
                    hybridRecords: nil)
            }
            let table = try XrefTable(&parser, file: file, base: base)
            guard let hybridOffset = table.trailer["XRefStm"]?.integerValue else {
                return XrefSection(
                    offset: start, kind: .table, trailer: table.trailer, records: table.records, hybridRecords: nil)
            }
            guard hybridOffset > 0, hybridOffset < file.count else {
                throw .damaged("/XRefStm leads outside the file", offset: start)
            }
            var streamParser = ObjectParser(bytes, at: hybridOffset + base)
            let stream = try XrefStream(&streamParser, file: file, base: base)
            return XrefSection(
                offset: start, kind: .hybrid, trailer: table.trailer, records: table.records,
                hybridRecords: stream.records)
        }
    }
}
