import Foundation

/// Checks that the cross-reference sections of updates have the form that every reader accepts (ISO 32000-2 §7.5.4,
/// §7.5.5 and §7.5.8).
extension UpdateSyntax {
    private static let recordWidth = 20

    // MARK: Tables

    mutating func readTable(_ section: XrefSection) throws(Stop) {
        var lexer = Lexer(bytes, at: position)
        let begin = position
        guard lexer.take("xref"), Self.passOneLineEnd(&lexer) else {
            throw .flaw(.tableMissing)
        }
        var subsections = 0
        while Lexer.isDigit(lexer.byte(lexer.position)) {
            guard let first = lexer.unsignedInteger(), lexer.byte(lexer.position) == 0x20 else {
                throw .flaw(.tableIrregular)
            }
            lexer.position += 1
            guard let count = lexer.unsignedInteger(), count <= (bytes.count - lexer.position) / Self.recordWidth else {
                throw .flaw(.tableIrregular)
            }
            if lexer.byte(lexer.position) == 0x20 { lexer.position += 1 }
            guard Self.passOneLineEnd(&lexer) else { throw .flaw(.tableIrregular) }
            for index in 0..<count {
                guard Self.isRecord(lexer, first + index) else {
                    throw .flaw(.tableRecordsIrregular)
                }
                lexer.position += Self.recordWidth
            }
            subsections += 1
        }
        try charge(lexer.position - begin)
        guard subsections > 0 else { throw .flaw(.tableEmpty) }
        Self.passBlankLines(&lexer)
        guard lexer.take("trailer") else { throw .flaw(.trailerMissing) }
        Self.passBlankLines(&lexer)
        let (bytes, limits, trailerStart) = (bytes, meter.limits, lexer.position)
        var parser = ObjectParser(bytes, at: trailerStart, limits: limits)
        let object = try parsing(.trailerUnreadable) { () throws(PDFError) in try parser.object() }
        try charge(parser.work(since: trailerStart))
        guard object == .dictionary(section.trailer) else { throw .flaw(.trailerDiffers) }
        advance(to: parser.lexer.position)
    }

    /// Whether a record has the form `nnnnnnnnnn ggggg n` or `f`, with an end of line of two bytes.
    private static func isRecord(_ lexer: Lexer, _ number: Int) -> Bool {
        let start = lexer.position
        for index in 0..<16 where index != 10 && !Lexer.isDigit(lexer.byte(start + index)) { return false }
        guard lexer.byte(start + 10) == 0x20, lexer.byte(start + 16) == 0x20 else { return false }
        let kind = lexer.byte(start + 17)
        guard kind == 0x66 || kind == 0x6E && !lexer.matches("0000000000", at: start) else { return false }
        // The free list must begin with object 0; readers differ if it has another number.
        guard number == 0 || number != 1 || !lexer.matches("0000000000 65535 f", at: start) else { return false }
        switch (lexer.byte(start + 18), lexer.byte(start + 19)) {
        case (0x20, 0x0A), (0x20, 0x0D), (0x0D, 0x0A): return true
        default: return false
        }
    }

    /// Skips a few blanks and line ends, if there are any.
    private static func passBlankLines(_ lexer: inout Lexer) {
        let start = lexer.position
        while Lexer.isWhitespace(lexer.byte(lexer.position)), lexer.position - start < 8 { lexer.position += 1 }
    }

    /// Skips CR, LF or both.
    private static func passOneLineEnd(_ lexer: inout Lexer) -> Bool {
        let first = lexer.byte(lexer.position)
        guard first == 0x0A || first == 0x0D else { return false }
        lexer.position += first == 0x0D && lexer.byte(lexer.position + 1) == 0x0A ? 2 : 1
        return true
    }

    // MARK: Streams

    /// Reads the cross-reference stream at the position and returns its dictionary.
    mutating func readCrossReferenceStream(_ index: Int) throws(Stop) -> PDFDictionary {
        let begin = position
        let indirect = try readIndirectObject()
        guard case .stream(let stream) = indirect.object, stream.dictionary["Type"] == .name("XRef") else {
            throw .flaw(.sectionStreamMissing)
        }
        try checkOwnNumber(indirect.reference, at: begin, index)
        let dictionary = stream.dictionary
        func isWhole(_ key: String) -> Bool {
            guard case .integer(let value)? = dictionary[key] else { return false }
            return value >= 0
        }
        func integers(_ key: String) -> [Int]? {
            guard case .array(let elements)? = dictionary[key] else { return nil }
            var values: [Int] = []
            for case .integer(let value) in elements where value >= 0 { values.append(value) }
            return values.count == elements.count ? values : nil
        }
        guard isWhole("Length"), isWhole("Size"), dictionary["F"] == nil, let widths = integers("W"),
            widths.count == 3, widths[0] == 1, 1...8 ~= widths[1], widths[2] <= 4
        else { throw .flaw(.sectionStreamIrregular) }
        let size = dictionary["Size"]?.integerValue ?? 0
        guard let ranges = dictionary["Index"] == nil ? [0, size] : integers("Index"), ranges.count.isMultiple(of: 2)
        else { throw .flaw(.sectionStreamIrregular) }
        let width = widths.reduce(0, +)
        let (limits, meter) = (meter.limits, meter)
        let data = try parsing(.sectionStreamUndecodable) { () throws(PDFError) in
            try stream.decoded(limit: limits.decodedBytes, meter: meter)
        }
        try charge(data.count)
        var count = 0
        for length in stride(from: 1, to: ranges.count, by: 2).map({ ranges[$0] }) {
            let (sum, isTooMuch) = count.addingReportingOverflow(length)
            guard !isTooMuch, sum <= data.count else { throw .flaw(.sectionStreamIrregular) }
            count = sum
        }
        guard count * width == data.count, try isComplete(stream) else {
            throw .flaw(.sectionStreamSizeWrong)
        }
        let hasUnknown = data.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: width).contains { bytes[$0] > 2 }
        }
        guard !hasUnknown else { throw .flaw(.sectionStreamEntriesUnknown) }
        return dictionary
    }

    /// Checks that a cross-reference stream does not replace an object by using its number.
    private mutating func checkOwnNumber(_ own: PDFReference, at begin: Int, _ index: Int) throws(Stop) {
        let flaw = Stop.flaw(.sectionStreamNumberTaken)
        switch sections[index].entry(for: own.number) {
        case nil, .free: break
        case let entry where leads(entry, to: begin, own.generation): reached.insert(own.number)
        default: throw flaw
        }
        for section in sections[(index + 1)...] {
            try charge(8)
            switch section.entry(for: own.number) {
            case nil: continue
            case .free: return
            // Some programs reuse the number of the previous cross-reference stream.
            case .offset(let offset, _) where sections.contains(where: { leads(offset, to: $0.offset) }): return
            default: throw flaw
            }
        }
    }

    // MARK: Entries

    /// Checks that every entry points to an object that was read in this update, or where an earlier entry already
    /// points.
    ///
    /// Any other entry silently deletes an object: one reader finds nothing there, another searches the file for it.
    mutating func checkEntries(_ index: Int) throws(Stop) {
        let section = sections[index]
        try charge(section.entryCount * 8)
        guard section.hasEachNumberOnce else { throw .flaw(.entriesRepeated) }
        for number in section.objectNumbers where !reached.contains(number) {
            let entry = section.entry(for: number)
            if entry == .free { continue }
            var earlier: XrefEntry?
            for older in sections[(index + 1)...] where earlier == nil {
                try charge(8)
                earlier = older.entry(for: number)
            }
            guard entry == earlier else {
                return note(.entryAstray(object: number))
            }
        }
    }

    /// Whether compressed data ends exactly at its end; readers differ in how they treat truncated data.
    private func isComplete(_ stream: PDFStream) throws(Stop) -> Bool {
        let filters: [PDFObject]
        switch stream.dictionary["Filter"] {
        case nil: return true
        case .name(let name)?: filters = [.name(name)]
        case .array(let names)?: filters = names
        default: return false
        }
        guard filters.allSatisfy({ $0 == .name("FlateDecode") || $0 == .name("ASCIIHexDecode") }) else { return false }
        guard filters == [.name("FlateDecode")] else { return true }
        try charge(stream.encodedBytes.count)
        return FlateFilter.isComplete(stream.encodedBytes, limit: meter.limits.decodedBytes)
    }

    // MARK: Trailers

    private static let deepestTrailer = 6

    /// Checks the entries that readers need to follow the chain of sections.
    func check(trailer index: Int) throws(Stop) {
        let section = sections[index]
        let trailer = section.trailer
        guard case .integer(let size)? = trailer["Size"], size <= meter.limits.objectNumber + 1,
            size >= section.upperBound
        else { throw .flaw(.sizeWrong) }
        if index + 1 < sections.count, case .integer(let before)? = sections[index + 1].trailer["Size"],
            before <= meter.limits.objectNumber + 1, size < before
        {
            throw .flaw(.sizeSmaller)
        }
        guard leadsBack(trailer["Prev"], to: index + 1 < sections.count ? sections[index + 1] : nil) else {
            throw .flaw(.previousAstray)
        }
        guard case .reference? = trailer["Root"] else { throw .flaw(.rootNotReference) }
        if section.kind != .hybrid, trailer["XRefStm"] != nil {
            throw .flaw(.streamPlaceWrong)
        }
        guard trailer.entries.allSatisfy({ Self.isShallow($0.value, Self.deepestTrailer) }) else {
            throw .flaw(.trailerNested)
        }
    }

    /// Whether `/Prev` points to the previous section, or neither exists.
    private func leadsBack(_ previous: PDFObject?, to section: XrefSection?) -> Bool {
        guard let previous, let section else { return previous == nil && section == nil }
        guard case .integer(let place) = previous, place < 1 << 48 else { return false }
        return leads(place + document.headerOffset, to: section.offset)
    }

    private static func isShallow(_ object: PDFObject, _ levels: Int) -> Bool {
        switch object {
        case .array(let elements): levels > 0 && elements.allSatisfy { isShallow($0, levels - 1) }
        case .dictionary(let dictionary):
            levels > 0 && dictionary.entries.allSatisfy { isShallow($0.value, levels - 1) }
        default: true
        }
    }
}
