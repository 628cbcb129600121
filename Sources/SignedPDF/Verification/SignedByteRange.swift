import Foundation

/// The bytes that a signature covers: everything except its own value (`/ByteRange`, ISO 32000-2 §12.8.1).
///
/// Only the value may be omitted. Anything else in the gap could be changed without affecting the digest. So the gap
/// must be exactly the hexadecimal string of `/Contents` in this signature dictionary.
struct SignedByteRange: Sendable, Equatable {
    /// From the first byte of the file to the signature value.
    var beforeValue: Range<Int>
    /// From the signature value to the end of the signed bytes.
    var afterValue: Range<Int>

    var gap: Range<Int> { beforeValue.upperBound..<afterValue.lowerBound }
    /// The length in bytes of the signed part of the file, including the gap.
    var end: Int { afterValue.upperBound }

    /// Reads the four numbers and checks them against the size of the file.
    ///
    /// - Throws: ``Malformed``, which says what is wrong
    init(_ object: PDFObject?, fileSize: Int) throws(Malformed) {
        guard let object else { throw Malformed(finding: .byteRangeMissing) }
        guard let array = object.arrayValue, array.count == 4 else {
            throw Malformed(finding: .byteRangeNotFourNumbers)
        }
        let numbers = array.compactMap(\.integerValue)
        guard numbers.count == 4, numbers.allSatisfy({ $0 >= 0 }) else {
            throw Malformed(finding: .byteRangeNotCounts)
        }
        guard numbers[0] == 0 else { throw Malformed(finding: .byteRangeStartsLate(bytes: numbers[0])) }
        guard numbers[1] <= fileSize, numbers[2] <= fileSize, numbers[3] <= fileSize - numbers[2] else {
            throw Malformed(finding: .byteRangeBeyondEnd)
        }
        guard numbers[1] < numbers[2] else { throw Malformed(finding: .byteRangeOverlaps) }
        beforeValue = 0..<numbers[1]
        afterValue = numbers[2]..<numbers[2] + numbers[3]
    }

    /// The reason that a byte range cannot be used.
    struct Malformed: Error {
        var finding: PlacementFinding
    }
}

/// Finds the value of `/Contents` in the file.
enum SignatureValueLocation {
    /// Returns the byte range of the value, including its delimiters.
    ///
    /// - Parameter object: the indirect object that is the signature dictionary, or holds it as `/V`
    /// - Returns: `nil` if the object is not in the file as plain bytes, or does not have `/Contents` exactly once
    static func find(in document: PDFDocument, object reference: PDFReference?) -> Range<Int>? {
        guard let reference, case .offset(let offset, _)? = try? document.entry(for: reference.number) else {
            return nil
        }
        let found = try? document.bytes.lend { (buffer) throws(PDFError) -> Range<Int>? in
            var parser = ObjectParser(buffer, at: offset)
            // Many fields may share the same large object as their value.
            defer { try? document.meter.charge(parser.work(since: offset)) }
            guard try parser.indirectObjectHeader().number == reference.number else { return nil }
            let start = parser.lexer.position
            if let contents = try value(of: "Contents", &parser) { return contents }
            parser.lexer.position = start
            guard let signature = try value(of: "V", &parser) else { return nil }
            parser.lexer.position = signature.lowerBound
            return try value(of: "Contents", &parser)
        }
        return found ?? nil
    }

    /// Returns the byte range of an entry's value in the dictionary at the parser's position.
    private static func value(of key: String, _ parser: inout ObjectParser) throws(PDFError) -> Range<Int>? {
        parser.lexer.skipBlank()
        guard parser.lexer.matches("<<", at: parser.lexer.position) else { return nil }
        parser.lexer.position += 2
        var found: [Range<Int>] = []
        while true {
            parser.lexer.skipBlank()
            guard parser.lexer.byte(parser.lexer.position) == 0x2F else { break }
            let name = parser.name()
            parser.lexer.skipBlank()
            let start = parser.lexer.position
            _ = try parser.object()
            if name == key { found.append(start..<parser.lexer.position) }
        }
        return found.count == 1 ? found.first : nil
    }

    /// Whether the bytes are exactly one hexadecimal string, including its delimiters.
    static func isHexadecimalString(_ bytes: Data) -> Bool {
        guard bytes.count >= 2, bytes.first == 0x3C, bytes.last == 0x3E else { return false }
        return bytes.dropFirst().dropLast().allSatisfy { byte in
            Lexer.hexDigit(Int(byte)) != nil || Lexer.isWhitespace(Int(byte))
        }
    }
}
