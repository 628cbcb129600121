import Foundation

/// Checks that every reader finds the same objects in the updates of a signed file (ISO 32000-2 §7.5).
///
/// Readers differ in what they accept. A reader that rejects a cross-reference section scans the file for objects
/// itself, and so finds objects that no cross-reference refers to. Therefore each update is read byte by byte: objects,
/// each at the offset in its section, then the section, its trailer, `startxref` and `%%EOF`. Nothing else and nothing
/// irregular may occur. The bytes before the first signature are its signer's responsibility and are not checked.
struct UpdateSyntax {
    /// Readers look for `startxref` in the last 1,024 bytes.
    static let longestTail = 512
    private static let longestComment = 256
    /// The most white space between a stated offset and the object there.
    private static let longestGap = 16

    let document: PDFDocument
    let bytes: UnsafeRawBufferPointer
    /// The sections, newest first.
    let sections: [XrefSection]
    private(set) var position: Int
    /// The offset where the current update begins.
    private var start: Int
    /// The offsets of the objects that the cross-reference refers to, and of those already reported.
    private(set) var known: Set<Int> = []
    /// The numbers of the current update's objects that its cross-reference refers to.
    var reached: Set<Int> = []
    private var flaws: [UpdateFlaw] = []

    var meter: ReadingMeter { document.meter }

    /// Returns the flaws in the added bytes, in file order.
    ///
    /// - Parameter end: the length in bytes of the first signed revision
    /// - Throws: ``PDFError`` if reading exceeds the allowed work, or the chain of sections is damaged
    static func flaws(in document: PDFDocument, from end: Int) throws(PDFError) -> [UpdateFlaw] {
        guard end < document.bytes.count else { return [] }
        let sections = try document.sections()
        return try document.bytes.lend { (bytes) throws(PDFError) in
            var syntax = UpdateSyntax(document: document, bytes: bytes, sections: sections, position: end, start: end)
            try syntax.read()
            return syntax.flaws
        }
    }

    private mutating func read() throws(PDFError) {
        let first = start
        let isOrdered = zip(sections, sections.dropFirst()).allSatisfy { newer, older in
            older.offset < first || older.offset < newer.offset
        }
        let count = sections.lastIndex { $0.offset >= first }.map { $0 + 1 } ?? 0
        if !isOrdered || sections.prefix(count).contains(where: { $0.offset < first }) {
            note(.sectionsUnordered)
        } else {
            for index in (0..<count).reversed() {
                do throws(Stop) {
                    try readUpdate(index)
                } catch {
                    guard case .flaw(let irregularity) = error else { throw error.reading }
                    // The rest cannot be separated into objects.
                    return note(irregularity)
                }
                start = position
            }
        }
        if position < bytes.count {
            let tail = bytes[position...]
            if tail.count > Self.longestTail {
                note(.manyBytesAfterEnd(count: tail.count))
            } else if !tail.allSatisfy({ Lexer.isWhitespace(Int($0)) }) {
                note(.bytesAfterEnd)
            }
        }
        start = first
        for stray in try StrayObjects.find(in: bytes, from: first, known: known, meter: meter) {
            note(stray.irregularity)
        }
    }

    /// The reason that reading an update stopped.
    enum Stop: Error {
        case flaw(UpdateIrregularity)
        case unreadable(PDFError)

        var reading: PDFError {
            switch self {
            case .flaw(let irregularity): .unsupported(irregularity.words)
            case .unreadable(let error): error
            }
        }
    }

    mutating func note(_ irregularity: UpdateIrregularity) {
        // A hostile file must not produce a report of a million lines.
        guard flaws.count < 16 else { return }
        flaws.append(UpdateFlaw(irregularity: irregularity, range: start..<bytes.count))
    }

    func charge(_ work: Int) throws(Stop) {
        do throws(PDFError) {
            try meter.charge(work)
        } catch {
            throw .unreadable(error)
        }
    }

    func parsing<Value>(_ what: UpdateIrregularity, _ body: () throws(PDFError) -> Value) throws(Stop) -> Value {
        do throws(PDFError) {
            return try body()
        } catch .beyondLimits(let text) {
            throw .unreadable(.beyondLimits(text))
        } catch {
            throw .flaw(what)
        }
    }

    // MARK: One update

    private mutating func readUpdate(_ index: Int) throws(Stop) {
        let section = sections[index]
        reached = []
        let hidden = section.kind == .hybrid ? section.trailer["XRefStm"]?.integerValue : nil
        while true {
            try passBlank()
            if position == section.offset { break }
            guard position < section.offset else { throw .flaw(.objectRunsOn) }
            if let hidden, leads(hidden + document.headerOffset, to: position) {
                _ = try readCrossReferenceStream(index)
            } else {
                try readObject(section)
            }
        }
        if section.kind == .stream {
            let dictionary = try readCrossReferenceStream(index)
            guard dictionary == section.trailer else { throw .flaw(.sectionStreamDiffers) }
        } else {
            try readTable(section)
        }
        try check(trailer: index)
        try checkEntries(index)
        try passBlank()
        try readEnd(section)
    }

    /// Skips white space and one-line comments, which some programs write to identify themselves.
    private mutating func passBlank() throws(Stop) {
        while true {
            let before = position
            while position < bytes.count, Lexer.isWhitespace(Int(bytes[position])) { position += 1 }
            guard position < bytes.count, bytes[position] == 0x25 else {
                return try charge(position - before)
            }
            let lexer = Lexer(bytes, at: position)
            guard !lexer.matches("%%EOF", at: position) else { throw .flaw(.crossReferenceMissing) }
            let begin = position
            while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
            guard position - begin <= Self.longestComment else {
                throw .flaw(.commentTooLong(bytes: position - begin))
            }
            try charge(position - before)
        }
    }

    /// Reads `startxref`, the offset of the section in plain digits, and `%%EOF`.
    private mutating func readEnd(_ section: XrefSection) throws(Stop) {
        var lexer = Lexer(bytes, at: position)
        guard lexer.take("startxref") else { throw .flaw(.startMissing) }
        guard Self.passLineEnd(&lexer), let value = lexer.unsignedInteger(), Self.passLineEnd(&lexer),
            lexer.matches("%%EOF", at: lexer.position)
        else { throw .flaw(.endMalformed) }
        guard leads(value + document.headerOffset, to: section.offset) else {
            throw .flaw(.startAstray)
        }
        position = lexer.position + 5
        guard position == bytes.count || Lexer.isWhitespace(lexer.byte(position)) else {
            throw .flaw(.endFollowed)
        }
    }

    /// Skips a line end with at most a few blanks. Returns `false` if there is none.
    static func passLineEnd(_ lexer: inout Lexer) -> Bool {
        let start = lexer.position
        var hasEnd = false
        while lexer.position - start < 4, Lexer.isWhitespace(lexer.byte(lexer.position)) {
            if lexer.byte(lexer.position) == 0x0A || lexer.byte(lexer.position) == 0x0D { hasEnd = true }
            lexer.position += 1
        }
        return hasEnd
    }

    // MARK: Objects

    /// Reads an object that its section refers to.
    private mutating func readObject(_ section: XrefSection) throws(Stop) {
        let begin = position
        let indirect = try readIndirectObject()
        guard leads(section.entry(for: indirect.reference.number), to: begin, indirect.reference.generation) else {
            return note(.objectUnreached(object: indirect.reference.number))
        }
        reached.insert(indirect.reference.number)
        guard case .stream(let stream) = indirect.object, stream.dictionary["Type"] == .name("ObjStm") else { return }
        let reference = indirect.reference
        let (document, meter) = (document, meter)
        let numbers = try parsing(.objectStreamUnreadable) { () throws(PDFError) in
            var object = indirect.object
            if let encryption = document.encryption {
                object = try encryption.decrypted(object, of: reference, meter: meter)
            }
            guard case .stream(let plain) = object else { return [Int]() }
            return try ObjectStream(plain, reference: reference, in: document).objectNumbers
        }
        for (index, number) in numbers.enumerated()
        where section.entry(for: number) != .compressed(stream: reference.number, index: index) {
            note(.compressedObjectUnreached(object: number))
            return
        }
        reached.formUnion(numbers)
    }

    /// Reads `12 0 obj … endobj` in its plain form.
    mutating func readIndirectObject() throws(Stop) -> IndirectObject {
        let begin = position
        let (document, bytes) = (document, bytes)
        var header = Lexer(bytes, at: begin)
        guard header.unsignedInteger() != nil, header.byte(header.position) == 0x20 else {
            throw .flaw(.bytesBetweenObjects)
        }
        header.position += 1
        guard header.unsignedInteger() != nil, header.byte(header.position) == 0x20,
            header.matches("obj", at: header.position + 1)
        else { throw .flaw(.bytesBetweenObjects) }
        var parser = ObjectParser(bytes, at: begin, limits: meter.limits)
        let indirect: IndirectObject
        do throws(Stop) {
            indirect = try parsing(.objectUnreadable) { () throws(PDFError) in
                try parser.indirectObject(in: document.bytes) { (try? document.object($0))?.integerValue }
            }
        } catch {
            try charge(parser.work(since: begin))
            throw error
        }
        try charge(parser.work(since: begin))
        if case .stream(let stream) = indirect.object {
            let length = (try? document.value("Length", in: stream.dictionary))?.integerValue
            guard length == stream.encodedBytes.count else {
                throw .flaw(.streamLengthWrong)
            }
            while Lexer.isWhitespace(parser.lexer.byte(parser.lexer.position)) { parser.lexer.position += 1 }
            guard parser.lexer.take("endstream") else { throw .flaw(.streamUnended) }
        }
        parser.lexer.skipBlank()
        guard parser.lexer.take("endobj") else { throw .flaw(.objectUnended) }
        known.insert(begin)
        position = parser.lexer.position
        return indirect
    }

    // MARK: Places

    /// Whether an offset points to the beginning of an object, or to white space right before it. Some programs include
    /// the preceding line end, and every reader skips it.
    func leads(_ place: Int, to begin: Int) -> Bool {
        place >= 0 && place <= begin && begin - place <= Self.longestGap
            && bytes[place..<begin].allSatisfy { Lexer.isWhitespace(Int($0)) }
    }

    /// Whether an entry points to the object that begins at an offset.
    func leads(_ entry: XrefEntry?, to begin: Int, _ generation: Int) -> Bool {
        guard case .offset(let offset, generation)? = entry else { return false }
        return leads(offset, to: begin)
    }

    mutating func advance(to place: Int) { position = place }
}
