import Foundation

/// A colour of sRGB, as `#rrggbb`.
public struct BrandColor: Sendable, Hashable, Codable, CustomStringConvertible {
    private let parts: [UInt8]

    /// Returns `nil` for any other text.
    public init?(_ text: String) {
        let digits = Array(text.utf8.dropFirst())
        guard text.utf8.first == 0x23, digits.count == 6 else { return nil }
        let parts = [0, 2, 4].compactMap { start -> UInt8? in
            let pair = digits[start..<start + 2]
            // UInt8 would read a sign too.
            guard pair.allSatisfy({ $0 != 0x2B && $0 != 0x2D }) else { return nil }
            return UInt8(String(decoding: pair, as: UTF8.self), radix: 16)
        }
        guard parts.count == 3 else { return nil }
        self.parts = parts
    }

    /// Takes the components of sRGB, each from 0 to 255.
    public init(red: UInt8, green: UInt8, blue: UInt8) { parts = [red, green, blue] }

    /// Reads `#rrggbb`.
    ///
    /// - Throws: `DecodingError` for any other text
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let color = BrandColor(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "“\(text)” is not a colour.")
        }
        self = color
    }

    /// Writes ``description``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// `#rrggbb`, in lower-case digits.
    public var description: String {
        "#" + Hexadecimal.text(parts)
    }

    /// Black or white: the one that is easier to read on this colour. Its contrast is at least 4.5 to 1.
    public var text: String { luminance > 0.179 ? "#000000" : "#ffffff" }

    /// WCAG 2.2, “relative luminance”.
    private var luminance: Double {
        let linear = parts.map { part in
            let value = Double(part) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }
}
