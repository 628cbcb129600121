/// Rules for the characters and length of texts.
public enum TextRules {
    /// Whether a text contains a control character (Unicode category Cc), a line or paragraph separator, or a character
    /// that changes the text direction. Such a character can make one name look like another.
    public static func holdsControlCharacter(_ text: String, allowingLines: Bool = false) -> Bool {
        text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x09, 0x0A, 0x0D: !allowingLines
            case 0x00..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
            default: false
            }
        }
    }

    /// The same for the value of a text tab, which may have line breaks.
    package static func holdsControlCharacter(inValue value: String) -> Bool {
        holdsControlCharacter(
            String(String.UnicodeScalarView(value.unicodeScalars.filter { $0 != "\n" && $0 != "\r" })))
    }

    /// Whether a text has no visible character.
    public static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            let properties = scalar.properties
            return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
                || properties.generalCategory == .format || properties.generalCategory == .control
                || scalar == "\u{2800}"  // the Braille pattern without dots
        }
    }

    /// Whether a text exceeds a limit in UTF-16 code units. A count of characters would be no limit: each may have any
    /// number of combining marks.
    public static func isLonger(_ text: String, than limit: Int) -> Bool { text.utf16.count > limit }
}
