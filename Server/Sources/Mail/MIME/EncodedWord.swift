import Foundation

/// Header texts with characters outside ASCII (RFC 2047).
enum EncodedWord {
    /// Whether a text can stand in a header as it is. A text that looks like an encoded word cannot.
    static func isNeeded(for text: String) -> Bool {
        !text.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) } || text.contains("=?")
    }

    /// Returns encoded words of at most 75 bytes each (RFC 2047 §2). No word ends within a character.
    static func words(_ text: String) -> [String] {
        var words: [String] = []
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            let next = Array(String(scalar).utf8)
            if bytes.count + next.count > longest {
                words.append(word(bytes))
                bytes = []
            }
            bytes += next
        }
        if !bytes.isEmpty { words.append(word(bytes)) }
        return words
    }

    private static func word(_ bytes: [UInt8]) -> String { "=?UTF-8?B?\(Data(bytes).base64EncodedString())?=" }

    /// 39 bytes become 52 characters of Base64, with the 12 around them 64: there is room for a header's name beside them.
    private static let longest = 39
}
