import Foundation

/// Converts text strings: UTF-16BE or UTF-8 with a byte order mark, otherwise PDFDocEncoding (ISO 32000-2 §7.9.2.2).
public enum PDFTextString {
    /// Decodes the bytes. Invalid bytes become U+FFFD.
    public static func decode(_ bytes: Data) -> String {
        if bytes.starts(with: [0xFE, 0xFF]) {
            return utf16(bytes.dropFirst(2)) { high, low in UInt16(high) << 8 | UInt16(low) }
        }
        if bytes.starts(with: [0xFF, 0xFE]) {
            return utf16(bytes.dropFirst(2)) { low, high in UInt16(high) << 8 | UInt16(low) }
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            return String(decoding: bytes.dropFirst(3), as: UTF8.self)
        }
        var scalars = String.UnicodeScalarView()
        for byte in bytes { scalars.append(docEncoding(byte)) }
        return String(scalars)
    }

    /// Encodes the text in the shorter of the two usual forms: ASCII unchanged, anything else as UTF-16BE with its byte
    /// order mark.
    public static func encode(_ text: String) -> Data {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) {
            return Data(Array(text.utf8))
        }
        var bytes = Data([0xFE, 0xFF])
        for unit in text.utf16 {
            bytes.append(UInt8(unit >> 8))
            bytes.append(UInt8(unit & 0xFF))
        }
        return bytes
    }

    /// Returns the text in PDFDocEncoding; `nil` if it has other characters.
    static func docEncoded(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if scalar.value < 0x18 || (0x20..<0x7F).contains(scalar.value) {
                bytes.append(UInt8(scalar.value))
            } else if let byte = (0x18...0xFF).first(where: {
                $0 != 0x7F && $0 != 0x9F && $0 != 0xAD && docEncoding($0) == scalar
            }) {
                bytes.append(byte)
            } else {
                return nil
            }
        }
        return bytes
    }

    private static func utf16(_ bytes: Data, _ unit: (UInt8, UInt8) -> UInt16) -> String {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var iterator = bytes.makeIterator()
        while let first = iterator.next(), let second = iterator.next() { units.append(unit(first, second)) }
        return String(decoding: units, as: UTF16.self)
    }

    /// PDFDocEncoding (ISO 32000-2 table D.2): Latin-1 except for these.
    private static func docEncoding(_ byte: UInt8) -> Unicode.Scalar {
        switch byte {
        case 0x18...0x1F: accents[Int(byte) - 0x18]
        case 0x80...0x9E: specials[Int(byte) - 0x80]
        case 0xA0: "\u{20AC}"
        case 0x7F, 0x9F, 0xAD: "\u{FFFD}"
        default: Unicode.Scalar(byte)
        }
    }

    private static let accents: [Unicode.Scalar] = [
        "\u{02D8}", "\u{02C7}", "\u{02C6}", "\u{02D9}", "\u{02DD}", "\u{02DB}", "\u{02DA}", "\u{02DC}",
    ]

    private static let specials: [Unicode.Scalar] = [
        "\u{2022}", "\u{2020}", "\u{2021}", "\u{2026}", "\u{2014}", "\u{2013}", "\u{0192}", "\u{2044}",
        "\u{2039}", "\u{203A}", "\u{2212}", "\u{2030}", "\u{201E}", "\u{201C}", "\u{201D}", "\u{2018}",
        "\u{2019}", "\u{201A}", "\u{2122}", "\u{FB01}", "\u{FB02}", "\u{0141}", "\u{0152}", "\u{0160}",
        "\u{0178}", "\u{017D}", "\u{0131}", "\u{0142}", "\u{0153}", "\u{0161}", "\u{017E}",
    ]
}

extension PDFObject {
    /// The text of a text string object; `nil` for other objects.
    public var textValue: String? { stringValue.map(PDFTextString.decode) }

    /// Returns a text string object.
    public static func text(_ text: String) -> PDFObject { .string(PDFTextString.encode(text)) }
}
