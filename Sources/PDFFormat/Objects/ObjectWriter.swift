import Foundation

/// Writes objects in the syntax of PDF files (ISO 32000-2 §7.3).
package struct ObjectWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Removes what was written, to begin anew in the same memory.
    mutating func clear() { bytes.removeAll(keepingCapacity: bytes.capacity < 1 << 20) }

    mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }
    package mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
    package mutating func append(_ data: some Sequence<UInt8>) { bytes.append(contentsOf: data) }

    /// Appends decimal digits, zero-padded to a width. Numbers are so frequent that no intermediate string is made.
    package mutating func append(_ number: Int, width: Int = 1) {
        guard number >= 0 else {
            append(String(number))
            return
        }
        var digits = 1
        var rest = number
        while rest >= 10 {
            rest /= 10
            digits += 1
        }
        let count = max(digits, width)
        bytes.append(contentsOf: repeatElement(0x30, count: count))
        rest = number
        var position = bytes.count - 1
        for _ in 0..<digits {
            bytes[position] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
            position -= 1
        }
    }

    /// Writes the beginning of an indirect object (ISO 32000-2 §7.3.10).
    package mutating func begin(_ reference: PDFReference) {
        append(reference.number)
        bytes.append(0x20)
        append(reference.generation)
        append(" obj\n")
    }

    package mutating func write(_ object: PDFObject) {
        switch object {
        case .null: append("null")
        case .bool(let value): append(value ? "true" : "false")
        case .integer(let value): append(value)
        case .real(let value): append(Self.text(of: value))
        case .string(let data): write(string: data)
        case .name(let name): write(name: name)
        case .array(let elements):
            append("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { append(" ") }
                write(element)
            }
            append("]")
        case .dictionary(let dictionary): write(dictionary)
        case .stream(let stream):
            var dictionary = stream.dictionary
            dictionary["Length"] = .integer(stream.encodedBytes.count)
            write(dictionary)
            append("\nstream\n")
            append(stream.encodedBytes)
            append("\nendstream")
        case .reference(let reference):
            append(reference.number)
            bytes.append(0x20)
            append(reference.generation)
            append(" R")
        }
    }

    package mutating func write(_ dictionary: PDFDictionary) {
        append("<<")
        for entry in dictionary.entries {
            write(name: entry.key)
            append(" ")
            write(entry.value)
        }
        append(">>")
    }

    /// Writes `12 0 obj … endobj` on lines of its own.
    package mutating func write(_ object: PDFObject, as reference: PDFReference) {
        begin(reference)
        write(object)
        append("\nendobj\n")
    }

    package mutating func write(name: String) {
        bytes.append(0x2F)
        if name.utf8.allSatisfy(Self.isPlainInNames) {
            bytes.append(contentsOf: name.utf8)
            return
        }
        for byte in PDFName.bytes(of: name) {
            if Self.isPlainInNames(byte) {
                bytes.append(byte)
            } else {
                bytes.append(0x23)
                append(hex: CollectionOfOne(byte))
            }
        }
    }

    /// Whether a byte may be in a name without an escape (ISO 32000-2 §7.3.5).
    private static func isPlainInNames(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && byte != 0x23 && !Lexer.isDelimiter(Int(byte))
    }

    /// Writes a string in parentheses if most bytes are printable, otherwise as hexadecimal digits.
    package mutating func write(string: Data) {
        string.withUnsafeBytes { string in
            guard string.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
                bytes.append(0x3C)
                append(hex: string)
                bytes.append(0x3E)
                return
            }
            write(literal: string)
        }
    }

    /// Writes a string in parentheses, whatever its bytes.
    package mutating func write(literal string: some Sequence<UInt8>) {
        bytes.append(0x28)
        for byte in string {
            switch byte {
            case 0x28, 0x29, 0x5C:
                bytes.append(0x5C)
                bytes.append(byte)
            case 0x0D: append("\\r")
            case 0x0A: append("\\n")
            default: bytes.append(byte)
            }
        }
        bytes.append(0x29)
    }

    package mutating func append(hex data: some Sequence<UInt8>) {
        for byte in data {
            bytes.append(Self.hexDigit(byte >> 4))
            bytes.append(Self.hexDigit(byte & 15))
        }
    }

    @inline(__always)
    package static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x41 + value - 10 }

    /// Returns a real number without an exponent, as PDF requires (ISO 32000-2 §7.3.3).
    package static func text(of value: Double) -> String {
        guard value.isFinite else { return "0" }
        if abs(value) < 1e15, let whole = Int(exactly: value) { return String(whole) }
        let shortest = String(value)
        guard shortest.utf8.contains(UInt8(ascii: "e")) else { return shortest }
        var fixed = String(format: "%.10f", value)
        while fixed.hasSuffix("0") { fixed.removeLast() }
        if fixed.hasSuffix(".") { fixed.removeLast() }
        return fixed
    }
}
