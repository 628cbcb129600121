import Foundation

/// Reads characters and tokens from bytes in memory (ISO 32000-2 §7.2).
///
/// Every access goes through ``byte(_:)``, which cannot leave the bounds.
package struct Lexer {
    private let bytes: UnsafeRawBufferPointer
    package var position: Int

    package init(_ bytes: UnsafeRawBufferPointer, at position: Int) {
        self.bytes = bytes
        self.position = max(0, position)
    }

    package var end: Int { bytes.count }
    package var isAtEnd: Bool { position >= bytes.count }

    /// Returns the byte at an index, or -1 outside the bytes.
    @inline(__always)
    package func byte(_ index: Int) -> Int {
        index >= 0 && index < bytes.count ? Int(bytes[index]) : -1
    }

    /// Returns the bytes of a range, clamped to the available ones.
    package func slice(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[range.clamped(to: 0..<bytes.count)])
    }

    @inline(__always)
    package static func isWhitespace(_ byte: Int) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == 0x0C || byte == 0x00
    }

    @inline(__always)
    static func isDelimiter(_ byte: Int) -> Bool {
        switch byte {
        case 0x28, 0x29, 0x3C, 0x3E, 0x5B, 0x5D, 0x7B, 0x7D, 0x2F, 0x25: true
        default: false
        }
    }

    /// Whether a byte belongs to a name, number or keyword.
    @inline(__always)
    package static func isRegular(_ byte: Int) -> Bool {
        byte >= 0 && !isWhitespace(byte) && !isDelimiter(byte)
    }

    @inline(__always)
    package static func isDigit(_ byte: Int) -> Bool { byte >= 0x30 && byte <= 0x39 }

    package static func hexDigit(_ byte: Int) -> Int? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    /// Skips white space and comments.
    package mutating func skipBlank() {
        while true {
            let current = byte(position)
            if Self.isWhitespace(current) {
                position += 1
            } else if current == 0x25 {
                while position < end, byte(position) != 0x0A, byte(position) != 0x0D { position += 1 }
            } else {
                return
            }
        }
    }

    /// Consumes a keyword at the position unless a regular character follows. Returns whether it was there.
    package mutating func take(_ keyword: StaticString) -> Bool {
        let length = keyword.utf8CodeUnitCount
        guard matches(keyword, at: position), !Self.isRegular(byte(position + length)) else { return false }
        position += length
        return true
    }

    package func matches(_ text: StaticString, at index: Int) -> Bool {
        let length = text.utf8CodeUnitCount
        guard index >= 0, length <= end - index, let base = bytes.baseAddress else { return false }
        return memcmp(base + index, text.utf8Start, length) == 0
    }

    /// Returns the first index of the text at or after `start` and before `limit`.
    package func firstIndex(of text: StaticString, from start: Int, to limit: Int) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        let first = Int32(text.utf8Start.pointee)
        var index = max(0, start)
        let last = min(limit, end)
        while index < last, let found = memchr(base + index, first, last - index) {
            let candidate = UnsafeRawPointer(found) - base
            if matches(text, at: candidate) { return candidate }
            index = candidate + 1
        }
        return nil
    }

    /// Returns the last index of the text in the range.
    package func lastIndex(of text: StaticString, in range: Range<Int>) -> Int? {
        var index = min(range.upperBound, end) - 1
        while index >= max(0, range.lowerBound) {
            if matches(text, at: index) { return index }
            index -= 1
        }
        return nil
    }

    /// Parses an unsigned integer of at most 18 digits at the position. Returns `nil` and consumes nothing if there is
    /// none.
    package mutating func unsignedInteger() -> Int? {
        var index = position
        var value = 0
        while Self.isDigit(byte(index)) {
            guard index - position < 18 else { return nil }
            value = value * 10 + (byte(index) - 0x30)
            index += 1
        }
        guard index > position else { return nil }
        position = index
        return value
    }
}

extension Data {
    /// Calls `body` with the bytes as one buffer, indexed from 0 even for a slice; nothing is copied.
    package func lend<Result>(
        _ body: (UnsafeRawBufferPointer) throws(PDFError) -> Result
    ) throws(PDFError) -> Result {
        let outcome: Swift.Result<Result, PDFError> = withUnsafeBytes { buffer in
            do throws(PDFError) {
                return .success(try body(buffer))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// Returns a slice by offsets from the first byte, whatever `startIndex` is; nothing is copied.
    package func slice(_ range: Range<Int>) -> Data {
        let safe = range.clamped(to: 0..<count)
        return self[startIndex + safe.lowerBound..<startIndex + safe.upperBound]
    }
}
