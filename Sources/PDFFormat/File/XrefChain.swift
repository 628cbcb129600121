import Foundation

/// The cross-reference sections of a file, newest first. Each is read when the newer ones do not list an object.
package struct XrefChain: Sendable {
    package private(set) var sections: [XrefSection]
    /// The sections except the newest; runs of small ones are merged into one table.
    private var layers: [Layer] = []
    private var nextOffset: Int?
    private var visited: Set<Int>
    private var failure: PDFError?
    private let base: Int
    private let meter: ReadingMeter
    /// The position of the sections that a later revision has read; `nil` if they must be read here.
    private let seat: SharedReading.Seat?

    /// Merging keeps a file of a thousand updates from costing a thousand look-ups for each object.
    private enum Layer {
        case section(XrefSection)
        case merged([Int: XrefEntry])
    }

    /// Larger sections are not copied into a merged layer.
    private static let mostMergedEntries = 2048

    init(newest: XrefSection, base: Int, meter: ReadingMeter, seat: SharedReading.Seat? = nil) {
        self.seat = seat
        sections = [newest]
        visited = [newest.offset]
        self.base = base
        self.meter = meter
        nextOffset = Self.previous(newest, base: base)
    }

    /// Returns the entry for an object in the sections before the newest; `nil` if there is none.
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

    /// Reads the next older section. Returns false if there is none.
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

    /// Returns the sections newer than the one at an offset; all if none begins there.
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

    /// Some programs write `/Prev 0` for no previous section.
    private static func previous(_ section: XrefSection, base: Int) -> Int? {
        guard let previous = section.trailer["Prev"]?.integerValue, previous > 0, previous < 1 << 48 else { return nil }
        return previous + base
    }
}

extension XrefSection {
    /// Reads the section at an offset of the file.
    ///
    /// - Parameter base: the offset of the file's header, from which offsets written in the file count
    package static func read(
        from file: Data, at offset: Int, base: Int, meter: ReadingMeter = ReadingMeter()
    ) throws(PDFError) -> XrefSection {
        guard offset >= 0, offset < file.count else {
            throw .damaged("a cross-reference section's offset lies outside the file", offset: offset)
        }
        return try file.lend { (bytes) throws(PDFError) in
            var parser = ObjectParser(bytes, at: offset, limits: meter.limits)
            parser.lexer.skipBlank()
            let start = parser.lexer.position
            guard parser.lexer.take("xref") else {
                guard !Lexer.isDigit(parser.lexer.byte(start - 1)) else {
                    throw .damaged("a cross-reference stream's offset lies within a number", offset: start)
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
    /// The end of the keyword `endstream` after a stream at the position.
    fileprivate var endOfStreamKeyword: Int {
        var lexer = lexer
        while Lexer.isWhitespace(lexer.byte(lexer.position)) { lexer.position += 1 }
        return lexer.position + 9
    }
}
