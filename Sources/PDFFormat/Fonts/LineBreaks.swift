/// Where a line may end within a text that has no spaces (the simple cases of UAX #14).
package enum LineBreaks {
    /// Splits a text without spaces into parts between which a line may end: before and after each ideograph, but
    /// neither before closing nor after opening punctuation.
    package static func parts(of text: Substring) -> [Substring] {
        var parts: [Substring] = []
        var start = text.startIndex
        var last: Character?
        for index in text.indices {
            let character = text[index]
            if let before = last, isIdeographic(before) || isIdeographic(character), !opening.contains(before),
                !closing.contains(character)
            {
                parts.append(text[start..<index])
                start = index
            }
            last = character
        }
        return parts + [text[start...]]
    }

    private static let opening = Set("（［｛「『【〈《〔([{“‘")
    private static let closing = Set("）］｝」』】〉》〕)]}、。，．・：；？！ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.:;?!”’")

    /// Whether a character is an ideograph, kana, a Hangul syllable or another full-width character.
    package static func isIdeographic(_ character: Character) -> Bool {
        switch character.unicodeScalars.first?.value ?? 0 {
        case 0x1100..<0x1160, 0x2E80..<0xA4D0, 0xAC00..<0xD7B0, 0xF900..<0xFB00, 0xFF00..<0xFF61, 0x1F000..<0x40000:
            true
        default: false
        }
    }
}
