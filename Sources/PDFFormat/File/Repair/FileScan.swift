import Foundation

/// The objects found by scanning a file from beginning to end, without its cross-reference sections.
package struct FileScan {
    package struct Found {
        package var reference: PDFReference
        package var offset: Int
    }

    /// Every indirect object, in the order of the file. If several have one number, the last one counts.
    package private(set) var objects: [Found] = []
    /// Object streams, in the order of the file.
    private(set) var objectStreams: [Found] = []
    /// The dictionaries of trailers and cross-reference streams.
    private(set) var trailers: [PDFDictionary] = []
    /// Objects whose type is catalog.
    private(set) var catalogs: [PDFReference] = []

    private let meter: ReadingMeter

    /// - Throws: `PDFError.beyondLimits`
    package init(_ file: Data, meter: ReadingMeter) throws(PDFError) {
        self.meter = meter
        try meter.charge(file.count / 2)
        try file.lend { (bytes) throws(PDFError) in try scan(bytes, file) }
    }

    private mutating func scan(_ bytes: UnsafeRawBufferPointer, _ file: Data) throws(PDFError) {
        let lexer = Lexer(bytes, at: 0)
        var position = 0
        var nextTrailer = lexer.firstIndex(of: "trailer", from: 0, to: bytes.count)
        var objectEnd: Int?
        while let keyword = lexer.firstIndex(of: "obj", from: position, to: bytes.count) {
            while let place = nextTrailer, place < keyword {
                if place >= position { try readTrailer(bytes, at: place + 7) }
                nextTrailer = lexer.firstIndex(of: "trailer", from: max(place + 7, position), to: bytes.count)
            }
            position = keyword + 3
            guard let found = Self.header(endingAt: keyword, lexer) else { continue }
            guard found.reference.number <= meter.limits.objectNumber else { continue }
            if objectEnd.map({ $0 < position }) ?? true {
                objectEnd = lexer.firstIndex(of: "endobj", from: position, to: bytes.count) ?? bytes.count
            }
            objects.append(found)
            try meter.charge(2 * ReadingMeter.perElement)
            position = max(position, try read(found, upTo: objectEnd ?? bytes.count, bytes, file))
        }
        while let place = nextTrailer {
            if place >= position { try readTrailer(bytes, at: place + 7) }
            nextTrailer = lexer.firstIndex(of: "trailer", from: max(place + 7, position), to: bytes.count)
        }
    }

    /// Returns the header `12 0 ` before the keyword `obj`.
    package static func header(endingAt keyword: Int, _ lexer: Lexer) -> Found? {
        func number(before end: Int) -> (value: Int, start: Int)? {
            var index = end - 1
            while Lexer.isWhitespace(lexer.byte(index)), end - index < 16 { index -= 1 }
            let last = index
            var value = 0
            var scale = 1
            while Lexer.isDigit(lexer.byte(index)), last - index < 10 {
                value += (lexer.byte(index) - 0x30) * scale
                scale *= 10
                index -= 1
            }
            return index < last ? (value, index + 1) : nil
        }
        guard let generation = number(before: keyword), generation.start < keyword,
            let object = number(before: generation.start), Lexer.isWhitespace(lexer.byte(generation.start - 1)),
            !Lexer.isDigit(lexer.byte(object.start - 1)), object.value > 0, generation.value <= 65_535
        else { return nil }
        return Found(
            reference: PDFReference(number: object.value, generation: generation.value), offset: object.start)
    }

    /// Reads an object and returns where it ends, so that the data of a stream is not taken for objects.
    private mutating func read(
        _ found: Found, upTo objectEnd: Int, _ bytes: UnsafeRawBufferPointer, _ file: Data
    ) throws(PDFError) -> Int {
        // An unterminated string must not swallow the objects after it; a stream may go on.
        let head = UnsafeRawBufferPointer(rebasing: bytes[0..<min(objectEnd + 6, bytes.count)])
        var parser = ObjectParser(head, at: found.offset, limits: meter.limits)
        do {
            _ = try parser.indirectObjectHeader()
            let object = try parser.object()
            try meter.charge(parser.work(since: found.offset))
            guard case .dictionary(let dictionary) = object else { return parser.lexer.position }
            parser.lexer.skipBlank()
            guard parser.lexer.matches("stream", at: parser.lexer.position) else {
                if dictionary["Type"] == .name("Catalog") { catalogs.append(found.reference) }
                return parser.lexer.position
            }
            switch dictionary["Type"] {
            case .name("ObjStm"): objectStreams.append(found)
            case .name("XRef"): trailers.append(dictionary)
            default: break
            }
            var whole = ObjectParser(bytes, at: found.offset, limits: meter.limits)
            let stream = try? whole.indirectObject(in: file, length: { _ in nil })
            try meter.charge(whole.work(since: found.offset))
            return stream == nil ? found.offset : whole.lexer.position
        } catch {
            try meter.charge(parser.work(since: found.offset))
            if case .beyondLimits = error { throw error }
            return found.offset
        }
    }

    private mutating func readTrailer(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(PDFError) {
        var parser = ObjectParser(bytes, at: offset, limits: meter.limits)
        let object = try? parser.object()
        try meter.charge(parser.work(since: offset))
        if case .dictionary(let dictionary)? = object { trailers.append(dictionary) }
    }
}
