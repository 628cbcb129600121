import Foundation

/// ASCIIHexDecode and ASCII85Decode (ISO 32000-2 §7.4.2 and §7.4.3).
enum ASCIIFilters {
    static func decodeHex(_ bytes: Data) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count / 2 + 1)
        var high: Int?
        for byte in bytes {
            if byte == 0x3E { break }
            guard let digit = Lexer.hexDigit(Int(byte)) else { continue }
            if let first = high {
                output.append(UInt8(first << 4 | digit))
                high = nil
            } else {
                high = digit
            }
        }
        if let high { output.append(UInt8(high << 4)) }
        return output
    }

    /// - Throws: `PDFError.beyondLimits` for more than `limit` bytes: a `z` decodes to four
    static func decode85(_ bytes: Data, limit: Int) throws(PDFError) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count / 5 * 4 + 4)
        var value: UInt32 = 0
        var count = 0
        for byte in bytes {
            if byte == 0x7E { break }
            if byte == 0x7A, count == 0 {
                append(0, count: 4, to: &output)
            } else if (0x21...0x75).contains(byte) {
                value = value &* 85 &+ (UInt32(byte) - 0x21)
                count += 1
                if count == 5 {
                    append(value, count: 4, to: &output)
                    (value, count) = (0, 0)
                }
            }
            guard output.count <= limit else {
                throw .beyondLimits("an encoded stream holds more than \(limit) bytes")
            }
        }
        if count > 1 {
            for _ in count..<5 { value = value &* 85 &+ 84 }
            append(value, count: count - 1, to: &output)
        }
        return output
    }

    private static func append(_ value: UInt32, count: Int, to output: inout [UInt8]) {
        for index in 0..<count { output.append(UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * index))) }
    }
}
