import Foundation

/// An indirect object as the file writes it: `12 0 obj … endobj` (ISO 32000-2 §7.3.10).
struct IndirectObject {
    var reference: PDFReference
    var object: PDFObject
}

extension ObjectParser {
    /// The object number and generation of `12 0 obj` at the position; passes it.
    mutating func indirectObjectHeader() throws(PDFError) -> PDFReference {
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

    /// The indirect object at the position.
    ///
    /// - Parameters:
    ///   - file: the bytes being parsed, so that a stream can keep a slice of them.
    ///   - length: what an indirect `/Length` leads to; nil if that cannot be told.
    mutating func indirectObject(
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
        lexer.position += 6
        if lexer.byte(lexer.position) == 0x0D { lexer.position += 1 }
        if lexer.byte(lexer.position) == 0x0A { lexer.position += 1 }
        let declared: Int? =
            switch dictionary["Length"] {
            case .reference(let target): length(target)
            case .some(let value): value.integerValue
            case nil: nil
            }
        let range = try streamRange(declaredLength: declared)
        let stream = PDFStream(dictionary: dictionary, encodedBytes: file.slice(range))
        return IndirectObject(reference: reference, object: .stream(stream))
    }

    /// The bytes of the stream that begins at the position: `/Length` of them where `endstream` follows, otherwise up
    /// to the next `endstream`, as other readers do with a wrong length.
    private func streamRange(declaredLength: Int?) throws(PDFError) -> Range<Int> {
        let start = lexer.position
        if let length = declaredLength, length >= 0, length <= lexer.end - start {
            var probe = lexer
            probe.position = start + length
            while Lexer.isWhitespace(probe.byte(probe.position)) { probe.position += 1 }
            if probe.matches("endstream", at: probe.position) { return start..<start + length }
        }
        guard var end = lexer.firstIndex(of: "endstream", from: start, to: lexer.end) else {
            throw .damaged("a stream does not end", offset: start)
        }
        if end > start, lexer.byte(end - 1) == 0x0A { end -= 1 }
        if end > start, lexer.byte(end - 1) == 0x0D { end -= 1 }
        return start..<end
    }
}
