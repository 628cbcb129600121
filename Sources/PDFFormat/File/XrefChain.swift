import Foundation

/// The cross-reference sections of a file, newest first, each read when the ones before it do not know an object.
package struct XrefChain: Sendable {
    package private(set) var sections: [XrefSection]
    /// The sections but for the newest, where many small ones stand in a row as one table.
    private var layers: [Layer] = []
    private var nextOffset: Int?
    private var visited: Set<Int>
    private var failure: PDFError?
    private let base: Int
    private let meter: ReadingMeter
    /// Where the sections stand that a later revision of the file has read; nil if they are to be read here.
    private let seat: SharedReading.Seat?

    /// A file of a thousand updates must not cost a thousand look-ups for each object.
    private enum Layer {
        case section(XrefSection)
        case merged([Int: XrefEntry])
    }

    /// Sections of more entries are not copied into a merged layer.
    private static let mostMergedEntries = 2048

    init(newest: XrefSection, base: Int, meter: ReadingMeter, seat: SharedReading.Seat? = nil) {
        self.seat = seat
        sections = [newest]
        visited = [newest.offset]
        self.base = base
        self.meter = meter
        nextOffset = Self.previous(newest, base: base)
    }

    /// What the sections before the newest say about an object; nil if none says anything.
    package mutating func entry(for number: Int, in file: Data) throws(PDFError) -> XrefEntry? {
        if let seat {
            try meter.charge(8)
            return try seat.reading.entry(for: number, from: seat.position + 1, meter: meter)
        }
        for layer in layers {
            try meter.charge(8)
            switch layer {
            case .section(let section): if let entry = section.entry(for: number) { return entry }
            case .merged(let entries): if let entry = entries[number] { return entry }
            }
        }
        while try readNext(in: file) {
            if let entry = sections.last?.entry(for: number) { return entry }
        }
        return nil
    }

    /// Reads the section before the oldest one read; false if there is none.
    mutating func readNext(in file: Data) throws(PDFError) -> Bool {
        if let failure { throw failure }
        if let seat {
            let position = seat.position + sections.count
            guard position < seat.reading.sections.count else { return false }
            sections.append(seat.reading.sections[position])
            return true
        }
        guard let offset = nextOffset else { return false }
        do throws(PDFError) {
            guard visited.insert(offset).inserted else {
                throw PDFError.damaged("the chain of cross-reference sections is a circle", offset: offset)
            }
            guard sections.count < meter.limits.sections else {
                throw PDFError.beyondLimits("it has more than \(meter.limits.sections) cross-reference sections")
            }
            let section = try XrefSection.read(from: file, at: offset, base: base, meter: meter)
            try add(section)
            nextOffset = Self.previous(section, base: base)
        } catch {
            failure = error
            throw error
        }
        return true
    }

    /// The sections that are newer than the one at an offset; all if none begins there.
    package mutating func sections(newerThan offset: Int, in file: Data) throws(PDFError) -> [XrefSection] {
        var count = 0
        while count < sections.count, sections[count].offset != offset {
            count += 1
            if count == sections.count, try !readNext(in: file) { break }
        }
        return Array(sections[..<count])
    }

    private mutating func add(_ section: XrefSection) throws(PDFError) {
        sections.append(section)
        let count = section.entryCount
        guard count <= Self.mostMergedEntries else {
            layers.append(.section(section))
            return
        }
        try meter.charge(64 + count * 16)
        if case .merged(var entries)? = layers.last {
            layers.removeLast()
            section.merge(into: &entries)
            layers.append(.merged(entries))
        } else {
            var entries: [Int: XrefEntry] = [:]
            section.merge(into: &entries)
            layers.append(.merged(entries))
        }
    }

    /// `/Prev 0` is what some programs write for none.
    private static func previous(_ section: XrefSection, base: Int) -> Int? {
        guard let previous = section.trailer["Prev"]?.integerValue, previous > 0, previous < 1 << 48 else { return nil }
        return previous + base
    }
}

extension XrefSection {
    /// The section that begins at an offset of the file.
    ///
    /// - Parameter base: where the file's header begins; offsets written in the file count from there.
    package static func read(
        from file: Data, at offset: Int, base: Int, meter: ReadingMeter = ReadingMeter()
    ) throws(PDFError) -> XrefSection {
        guard offset >= 0, offset < file.count else {
            throw .damaged("a cross-reference section is said to begin outside the file", offset: offset)
        }
        return try file.lend { (bytes) throws(PDFError) in
            var parser = ObjectParser(bytes, at: offset, limits: meter.limits)
            parser.lexer.skipBlank()
            let start = parser.lexer.position
            guard parser.lexer.take("xref") else {
                guard !Lexer.isDigit(parser.lexer.byte(start - 1)) else {
                    throw .damaged("a cross-reference stream is said to begin within a number", offset: start)
                }
                let stream = try XrefStream(&parser, file: file, base: base, meter: meter)
                return XrefSection(
                    offset: start, end: parser.endOfStreamKeyword, kind: .stream, trailer: stream.dictionary,
                    records: stream.records,
                    hybridRecords: nil)
            }
            let table = try XrefTable(&parser, file: file, base: base, meter: meter)
            guard let hybridOffset = table.trailer["XRefStm"]?.integerValue else {
                return XrefSection(
                    offset: start, end: parser.lexer.position, kind: .table, trailer: table.trailer,
                    records: table.records, hybridRecords: nil)
            }
            guard hybridOffset > 0, hybridOffset < file.count else {
                throw .damaged("/XRefStm leads outside the file", offset: start)
            }
            var streamParser = ObjectParser(bytes, at: hybridOffset + base, limits: meter.limits)
            let stream = try XrefStream(&streamParser, file: file, base: base, meter: meter)
            return XrefSection(
                offset: start, end: max(parser.lexer.position, streamParser.endOfStreamKeyword), kind: .hybrid,
                trailer: table.trailer, records: table.records,
                hybridRecords: stream.records)
        }
    }
}

extension ObjectParser {
    /// Where the keyword `endstream` ends after a stream at the position.
    fileprivate var endOfStreamKeyword: Int {
        var lexer = lexer
        while Lexer.isWhitespace(lexer.byte(lexer.position)) { lexer.position += 1 }
        return lexer.position + 9
    }
}
