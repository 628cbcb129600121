import Foundation

/// An indirect object as written in the file: `12 0 obj … endobj` (ISO 32000-2 §7.3.10).
package struct IndirectObject {
    package var reference: PDFReference
    package var object: PDFObject
}

extension ObjectParser {
    /// Parses the object number and generation of `12 0 obj` at the position.
    package mutating func indirectObjectHeader() throws(PDFError) -> PDFReference {
        lexer.skipBlank()
        let start = lexer.position
        guard let number = lexer.unsignedInteger() else {
            throw .damaged("an object's number is expected", offset: start)
        }
        lexer.skipBlank()
        guard let generation = lexer.unsignedInteger() else {
            throw .damaged("an object's generation is expected", offset: start)
        }
        lexer.skipBlank()
        guard lexer.matches("obj", at: lexer.position) else {
            throw .damaged("the keyword obj is expected", offset: start)
        }
        lexer.position += 3
        return PDFReference(number: number, generation: generation)
    }

    /// Parses the indirect object at the position.
    ///
    /// - Parameters:
    ///   - file: the bytes being parsed, so that a stream can keep a slice of them
    ///   - length: resolves an indirect `/Length`; returns `nil` if it cannot
    package mutating func indirectObject(
        in file: Data, length: (PDFReference) -> Int?
    ) throws(PDFError) -> IndirectObject {
        let reference = try indirectObjectHeader()
        let object = try object()
        guard case .dictionary(let dictionary) = object else {
            return IndirectObject(reference: reference, object: object)
        }
        lexer.skipBlank()
        guard lexer.matches("stream", at: lexer.position) else {
            return IndirectObject(reference: reference, object: object)
        }
        let declared: Int? =
            switch dictionary["Length"] {
            case .reference(let target): length(target)
            case .some(let value): value.integerValue
            case nil: nil
            }
        lexer.position += 6
        passLineEnd(declaredLength: declared)
        let range = try streamRange(declaredLength: declared)
        lexer.position = range.upperBound
        let stream = PDFStream(dictionary: dictionary, encodedBytes: file.slice(range))
        return IndirectObject(reference: reference, object: .stream(stream))
    }

    /// Skips the end of the line after `stream`: LF or CR LF, or CR alone in files whose lines all end so.
    private mutating func passLineEnd(declaredLength: Int?) {
        guard lexer.byte(lexer.position) == 0x0D else {
            if lexer.byte(lexer.position) == 0x0A { lexer.position += 1 }
            return
        }
        lexer.position += 1
        guard lexer.byte(lexer.position) == 0x0A else { return }
        // After a lone CR, a stream may begin with LF; then its length decides.
        if let declaredLength, endsStream(lexer.position, declaredLength),
            !endsStream(lexer.position + 1, declaredLength)
        {
            return
        }
        lexer.position += 1
    }

    /// Whether `endstream` follows after a number of bytes and at most one line end.
    private func endsStream(_ start: Int, _ length: Int) -> Bool {
        guard length >= 0, length <= lexer.end - start else { return false }
        var end = start + length
        var passed = 0
        while passed < 2, Lexer.isWhitespace(lexer.byte(end)) { (end, passed) = (end + 1, passed + 1) }
        return lexer.matches("endstream", at: end)
    }

    /// Returns the range of the stream that begins at the position. If `endstream` does not follow after `/Length`
    /// bytes, the stream ends at the next `endstream`, as in other readers.
    private mutating func streamRange(declaredLength: Int?) throws(PDFError) -> Range<Int> {
        let start = lexer.position
        if let length = declaredLength, length >= 0, length <= lexer.end - start {
            var end = start + length
            while end - start - length < 256, Lexer.isWhitespace(lexer.byte(end)) { end += 1 }
            if lexer.matches("endstream", at: end) { return start..<start + length }
        }
        guard var end = lexer.firstIndex(of: "endstream", from: start, to: lexer.end) else {
            searchedBytes += max(0, lexer.end - start)
            throw .damaged("a stream does not end", offset: start)
        }
        searchedBytes += end - start
        if end > start, lexer.byte(end - 1) == 0x0A { end -= 1 }
        if end > start, lexer.byte(end - 1) == 0x0D { end -= 1 }
        return start..<end
    }
}
