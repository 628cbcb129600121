import Foundation

/// Reads a content stream operator by operator (ISO 32000-2 §7.8.2).
package struct ContentOperators {
    private static let mostOperands = 64

    private var parser: ObjectParser
    private var count = 0
    private let most: Int

    /// - Parameter most: the most operators to read
    package init(_ bytes: UnsafeRawBufferPointer, most: Int = 20_000) {
        parser = ObjectParser(bytes, at: 0)
        self.most = most
    }

    /// Returns the next operator with its operands, or `nil` at the end.
    ///
    /// - Throws: ``PDFError`` for invalid or too long content
    package mutating func next() throws(PDFError) -> (name: String, operands: [PDFObject])? {
        var operands: [PDFObject] = []
        while true {
            parser.lexer.skipBlank()
            if parser.lexer.isAtEnd { return nil }
            if let name = operatorName() {
                count += 1
                guard count <= most else { throw .unsupported("a content stream has too many operators") }
                return (name, operands)
            }
            operands.append(try parser.object())
            guard operands.count <= Self.mostOperands else {
                throw .unsupported("an operator has too many operands")
            }
        }
    }

    /// Skips the bytes of an inline image, after the operator `ID` (§8.9.7).
    package mutating func skipInlineImage() {
        while !parser.lexer.isAtEnd {
            let start = parser.lexer.position
            if Lexer.isWhitespace(parser.lexer.byte(start)), parser.lexer.matches("EI", at: start + 1),
                !Lexer.isRegular(parser.lexer.byte(start + 3))
            {
                parser.lexer.position = start + 3
                return
            }
            parser.lexer.position += 1
        }
    }

    /// Reads the operator at the position. Returns `nil` without moving if an operand begins there.
    private mutating func operatorName() -> String? {
        let start = parser.lexer.position
        let first = parser.lexer.byte(start)
        let isLetter = (0x41...0x5A).contains(first) || (0x61...0x7A).contains(first) || first == 0x27 || first == 0x22
        guard isLetter, !parser.lexer.matches("true", at: start), !parser.lexer.matches("false", at: start),
            !parser.lexer.matches("null", at: start)
        else { return nil }
        while Lexer.isRegular(parser.lexer.byte(parser.lexer.position)) { parser.lexer.position += 1 }
        return String(decoding: parser.lexer.slice(start..<parser.lexer.position), as: UTF8.self)
    }
}
