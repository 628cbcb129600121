import Foundation

/// Reads a classic cross-reference table (ISO 32000-2 §7.5.4 and §7.5.5).
///
/// Tables with records of exactly 20 bytes are used in place. Other tables, which some programs write, are converted
/// once into records of a fixed width.
struct XrefTable {
    var records: XrefRecords
    var trailer: PDFDictionary

    /// - Parameter parser: positioned after the keyword `xref`
    init(_ parser: inout ObjectParser, file: Data, base: Int, meter: ReadingMeter) throws(PDFError) {
        let start = parser.lexer.position
        if let subsections = Self.regularSubsections(&parser.lexer) {
            try meter.charge(subsections.count * 64)
            records = XrefRecords(storage: file, layout: .text, base: base, subsections: subsections)
        } else {
            parser.lexer.position = start
            do {
                records = try Self.irregularRecords(&parser.lexer, base: base)
            } catch {
                try meter.charge((parser.lexer.position - start) * 2)
                throw error
            }
            try meter.charge((parser.lexer.position - start) * 2)
        }
        parser.lexer.skipBlank()
        guard parser.lexer.take("trailer") else {
            throw .damaged("the keyword trailer is expected", offset: parser.lexer.position)
        }
        let trailerStart = parser.lexer.position
        guard case .dictionary(let trailer) = try parser.object() else {
            throw .damaged("the trailer is not a dictionary", offset: parser.lexer.position)
        }
        self.trailer = trailer
        try meter.charge(parser.work(since: trailerStart))
    }

    /// Returns the subsections if all records have 20 bytes; otherwise `nil`.
    private static func regularSubsections(_ lexer: inout Lexer) -> [XrefRecords.Subsection]? {
        var subsections: [XrefRecords.Subsection] = []
        while true {
            lexer.skipBlank()
            guard Lexer.isDigit(lexer.byte(lexer.position)) else { return subsections }
            guard var first = lexer.unsignedInteger() else { return nil }
            lexer.skipBlank()
            guard let count = lexer.unsignedInteger(), count <= (lexer.end - lexer.position) / 20 else { return nil }
            while Lexer.isWhitespace(lexer.byte(lexer.position)) { lexer.position += 1 }
            let position = lexer.position
            if count > 0 {
                guard isRegularRecord(lexer, at: position), isRegularRecord(lexer, at: position + (count - 1) * 20)
                else { return nil }
                if first == 1, lexer.matches("0000000000 65535 f", at: position) { first = 0 }
            }
            subsections.append(XrefRecords.Subsection(first: first, count: count, position: position))
            lexer.position = position + count * 20
        }
    }

    private static func isRegularRecord(_ lexer: Lexer, at position: Int) -> Bool {
        (0..<10).allSatisfy { Lexer.isDigit(lexer.byte(position + $0)) } && lexer.byte(position + 10) == 0x20
            && (11..<16).allSatisfy { Lexer.isDigit(lexer.byte(position + $0)) } && lexer.byte(position + 16) == 0x20
            && (lexer.byte(position + 17) == 0x6E || lexer.byte(position + 17) == 0x66)
            && Lexer.isWhitespace(lexer.byte(position + 18)) && Lexer.isWhitespace(lexer.byte(position + 19))
    }

    private static func irregularRecords(_ lexer: inout Lexer, base: Int) throws(PDFError) -> XrefRecords {
        var storage = Data()
        var subsections: [XrefRecords.Subsection] = []
        while true {
            lexer.skipBlank()
            guard Lexer.isDigit(lexer.byte(lexer.position)) else { break }
            let start = lexer.position
            guard var first = lexer.unsignedInteger() else { throw .damaged("a number is too long", offset: start) }
            lexer.skipBlank()
            guard let count = lexer.unsignedInteger(), count <= lexer.end else {
                throw .damaged("a cross-reference subsection has no count", offset: start)
            }
            let position = storage.count
            for index in 0..<count {
                lexer.skipBlank()
                let place = lexer.position
                guard let offset = lexer.unsignedInteger(), offset < 1 << 48 else {
                    throw .damaged("a cross-reference entry has no offset", offset: place)
                }
                lexer.skipBlank()
                guard let generation = lexer.unsignedInteger() else {
                    throw .damaged("a cross-reference entry has no generation", offset: place)
                }
                lexer.skipBlank()
                let isInUse = lexer.take("n")
                guard isInUse || lexer.take("f") else {
                    throw .damaged("a cross-reference entry is neither in use nor free", offset: place)
                }
                if index == 0, first == 1, !isInUse, offset == 0, generation == 65535 { first = 0 }
                storage.append(isInUse ? 1 : 0)
                for shift in stride(from: 40, through: 0, by: -8) {
                    storage.append(UInt8(truncatingIfNeeded: offset >> shift))
                }
                storage.append(UInt8(truncatingIfNeeded: generation >> 8))
                storage.append(UInt8(truncatingIfNeeded: generation))
            }
            subsections.append(XrefRecords.Subsection(first: first, count: count, position: position))
        }
        return XrefRecords(storage: storage, layout: .binary(1, 6, 2), base: base, subsections: subsections)
    }
}
