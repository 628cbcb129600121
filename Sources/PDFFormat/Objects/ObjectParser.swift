import Foundation

/// Reads objects from bytes in memory (ISO 32000-2 §7.3).
package struct ObjectParser {
    /// The maximum nesting of arrays and dictionaries. Real files stay far below it, and a hostile file must not
    /// exhaust the stack.
    private let deepestNesting: Int
    private let mostElements: Int

    package var lexer: Lexer
    /// The number of objects read, including nested ones.
    package private(set) var elements = 0
    /// The number of bytes searched in addition to those parsed.
    var searchedBytes = 0

    package init(_ bytes: UnsafeRawBufferPointer, at position: Int, limits: ReadingLimits = .standard) {
        lexer = Lexer(bytes, at: position)
        // Each level takes stack space, whatever the limits are.
        deepestNesting = min(limits.nesting, 500)
        mostElements = limits.elements
    }

    /// Returns the work of reading since a position.
    package func work(since start: Int) -> Int {
        max(0, lexer.position - start) + elements * ReadingMeter.perElement + searchedBytes + 1
    }

    private func damaged(_ what: String) -> PDFError { .damaged(what, offset: lexer.position) }

    /// Parses the object at the position.
    package mutating func object(depth: Int = 0) throws(PDFError) -> PDFObject {
        guard depth <= deepestNesting else { throw damaged("objects are nested too deeply") }
        elements += 1
        guard elements <= mostElements else {
            throw .beyondLimits("one of its objects is made of more than \(mostElements) parts")
        }
        lexer.skipBlank()
        let first = lexer.byte(lexer.position)
        switch first {
        case 0x2F: return .name(name())
        case 0x28: return .string(try literalString())
        case 0x3C:
            if lexer.byte(lexer.position + 1) == 0x3C { return .dictionary(try dictionary(depth: depth)) }
            return .string(try hexadecimalString())
        case 0x5B: return .array(try array(depth: depth))
        case 0x30...0x39: return numberOrReference()
        case 0x2B, 0x2D, 0x2E: return number()
        default: return try keyword()
        }
    }

    private mutating func keyword() throws(PDFError) -> PDFObject {
        if lexer.take("null") { return .null }
        if lexer.take("true") { return .bool(true) }
        if lexer.take("false") { return .bool(false) }
        throw damaged(lexer.isAtEnd ? "the file ends where an object is expected" : "an object is expected")
    }

    // MARK: Names and numbers

    package mutating func name() -> String {
        lexer.position += 1
        let start = lexer.position
        var isPlain = true
        while true {
            let byte = lexer.byte(lexer.position)
            guard Lexer.isRegular(byte) else { break }
            if byte == 0x23 || byte >= 0x80 { isPlain = false }
            lexer.position += 1
        }
        let raw = lexer.slice(start..<lexer.position)
        if isPlain { return String(decoding: raw, as: UTF8.self) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(raw.count)
        var index = start
        while index < lexer.position {
            let byte = lexer.byte(index)
            if byte == 0x23, index + 2 < lexer.position, let high = Lexer.hexDigit(lexer.byte(index + 1)),
                let low = Lexer.hexDigit(lexer.byte(index + 2))
            {
                bytes.append(UInt8(high << 4 | low))
                index += 3
            } else {
                bytes.append(UInt8(truncatingIfNeeded: byte))
                index += 1
            }
        }
        return PDFName.string(from: bytes)
    }

    private static func isLetter(_ byte: Int) -> Bool { 0x41...0x5A ~= byte || 0x61...0x7A ~= byte }

    private mutating func numberOrReference() -> PDFObject {
        let start = lexer.position
        if let objectNumber = lexer.unsignedInteger() {
            let next = lexer.byte(lexer.position)
            if Lexer.isWhitespace(next) {
                let afterNumber = lexer.position
                lexer.skipBlank()
                if Lexer.isDigit(lexer.byte(lexer.position)), let generation = lexer.unsignedInteger(),
                    Lexer.isWhitespace(lexer.byte(lexer.position))
                {
                    lexer.skipBlank()
                    // In content streams, `0 0 1 RG` sets a color.
                    if lexer.take("R"), !Self.isLetter(lexer.byte(lexer.position)) {
                        return .reference(PDFReference(number: objectNumber, generation: generation))
                    }
                }
                lexer.position = afterNumber
                return .integer(objectNumber)
            }
            if !Lexer.isRegular(next) { return .integer(objectNumber) }
        }
        lexer.position = start
        return number()
    }

    /// Parses a number leniently, like other readers: anything after the longest run of sign, digits and point is
    /// skipped.
    private mutating func number() -> PDFObject {
        let start = lexer.position
        var isNegative = false
        while lexer.byte(lexer.position) == 0x2B || lexer.byte(lexer.position) == 0x2D {
            if lexer.byte(lexer.position) == 0x2D { isNegative = true }
            lexer.position += 1
        }
        var whole = 0
        var real = 0.0
        var digits = 0
        while Lexer.isDigit(lexer.byte(lexer.position)) {
            let digit = lexer.byte(lexer.position) - 0x30
            if digits < 18 { whole = whole * 10 + digit }
            real = real * 10 + Double(digit)
            digits += 1
            lexer.position += 1
        }
        var isReal = digits > 18
        if lexer.byte(lexer.position) == 0x2E {
            isReal = true
            lexer.position += 1
            let fractionStart = lexer.position
            while Lexer.isDigit(lexer.byte(lexer.position)) { lexer.position += 1 }
            if let exact = decimal(from: start, fractionStart: fractionStart) { real = exact }
        }
        while Lexer.isRegular(lexer.byte(lexer.position)) { lexer.position += 1 }
        if isReal { return .real(isNegative ? -real : real) }
        return .integer(isNegative ? -whole : whole)
    }

    /// Returns the magnitude of the decimal number between `start` and the position, correctly rounded.
    private func decimal(from start: Int, fractionStart: Int) -> Double? {
        var text = ""
        for byte in lexer.slice(start..<lexer.position) where byte != 0x2B && byte != 0x2D {
            text.unicodeScalars.append(Unicode.Scalar(byte))
        }
        if text.hasPrefix(".") { text = "0" + text }
        if text.hasSuffix(".") { text += "0" }
        return Double(text)
    }

    // MARK: Strings

    private mutating func literalString() throws(PDFError) -> Data {
        let start = lexer.position
        lexer.position += 1
        var bytes: [UInt8] = []
        var parentheses = 1
        while true {
            let byte = lexer.byte(lexer.position)
            guard byte >= 0 else { throw .damaged("a string does not end", offset: start) }
            lexer.position += 1
            switch byte {
            case 0x28:
                parentheses += 1
                bytes.append(0x28)
            case 0x29:
                parentheses -= 1
                if parentheses == 0 { return Data(bytes) }
                bytes.append(0x29)
            case 0x5C:
                if let escaped = escapedByte() { bytes.append(escaped) }
            case 0x0D:
                if lexer.byte(lexer.position) == 0x0A { lexer.position += 1 }
                bytes.append(0x0A)
            default:
                bytes.append(UInt8(truncatingIfNeeded: byte))
            }
        }
    }

    /// Parses the escape sequence after a backslash (ISO 32000-2 table 3). Returns `nil` for a line continuation.
    private mutating func escapedByte() -> UInt8? {
        let byte = lexer.byte(lexer.position)
        guard byte >= 0 else { return nil }
        lexer.position += 1
        switch byte {
        case 0x6E: return 0x0A
        case 0x72: return 0x0D
        case 0x74: return 0x09
        case 0x62: return 0x08
        case 0x66: return 0x0C
        case 0x0A: return nil
        case 0x0D:
            if lexer.byte(lexer.position) == 0x0A { lexer.position += 1 }
            return nil
        case 0x30...0x37:
            var value = byte - 0x30
            for _ in 0..<2 {
                let next = lexer.byte(lexer.position)
                guard next >= 0x30, next <= 0x37 else { break }
                value = value * 8 + (next - 0x30)
                lexer.position += 1
            }
            return UInt8(truncatingIfNeeded: value)
        default:
            return UInt8(truncatingIfNeeded: byte)
        }
    }

    private mutating func hexadecimalString() throws(PDFError) -> Data {
        let start = lexer.position
        lexer.position += 1
        var bytes: [UInt8] = []
        var high: Int?
        while true {
            let byte = lexer.byte(lexer.position)
            lexer.position += 1
            if let digit = Lexer.hexDigit(byte) {
                if let first = high {
                    bytes.append(UInt8(first << 4 | digit))
                    high = nil
                } else {
                    high = digit
                }
            } else if byte == 0x3E {
                if let high { bytes.append(UInt8(high << 4)) }
                return Data(bytes)
            } else if !Lexer.isWhitespace(byte) {
                throw .damaged("a hexadecimal string holds something else or does not end", offset: start)
            }
        }
    }

    // MARK: Containers

    private mutating func array(depth: Int) throws(PDFError) -> [PDFObject] {
        lexer.position += 1
        var elements: [PDFObject] = []
        while true {
            lexer.skipBlank()
            if lexer.byte(lexer.position) == 0x5D {
                lexer.position += 1
                return elements
            }
            elements.append(try object(depth: depth + 1))
        }
    }

    package mutating func dictionary(depth: Int) throws(PDFError) -> PDFDictionary {
        lexer.position += 2
        var dictionary = PDFDictionary()
        while true {
            lexer.skipBlank()
            let byte = lexer.byte(lexer.position)
            if byte == 0x3E, lexer.byte(lexer.position + 1) == 0x3E {
                lexer.position += 2
                return dictionary
            }
            guard byte == 0x2F else { throw damaged("a dictionary's key is not a name") }
            let key = name()
            let value = try object(depth: depth + 1)
            if !value.isNull { dictionary.append(key: key, value: value) }
        }
    }
}
