import Foundation

/// The characters for the glyph names of Latin fonts (ISO 32000-2 annex D.2).
enum GlyphNames {
    private static let others: [String: String] = [
        "space": " ", "exclam": "!", "quotedbl": "\"", "numbersign": "#", "dollar": "$", "percent": "%",
        "ampersand": "&", "quotesingle": "'", "parenleft": "(", "parenright": ")", "asterisk": "*", "plus": "+",
        "comma": ",", "hyphen": "-", "minus": "−", "period": ".", "slash": "/", "zero": "0", "one": "1", "two": "2",
        "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "colon": ":",
        "semicolon": ";", "less": "<", "equal": "=", "greater": ">", "question": "?", "at": "@", "bracketleft": "[",
        "backslash": "\\", "bracketright": "]", "asciicircum": "^", "underscore": "_", "grave": "`",
        "braceleft": "{", "bar": "|", "braceright": "}", "asciitilde": "~", "Euro": "€", "sterling": "£", "yen": "¥",
        "cent": "¢", "section": "§", "degree": "°", "germandbls": "ß", "AE": "Æ", "ae": "æ", "OE": "Œ", "oe": "œ",
        "Oslash": "Ø", "oslash": "ø", "Aring": "Å", "aring": "å", "Eth": "Ð", "eth": "ð", "Thorn": "Þ", "thorn": "þ",
        "Lslash": "Ł", "lslash": "ł", "dotlessi": "ı", "quoteleft": "‘", "quoteright": "’", "quotedblleft": "“",
        "quotedblright": "”", "quotesinglbase": "‚", "quotedblbase": "„", "guillemotleft": "«",
        "guillemotright": "»", "endash": "–", "emdash": "—", "ellipsis": "…", "bullet": "•", "exclamdown": "¡",
        "questiondown": "¿", "copyright": "©", "registered": "®", "trademark": "™", "mu": "µ", "fi": "ﬁ", "fl": "ﬂ",
    ]
    private static let accents = [
        "acute": "\u{301}", "grave": "\u{300}", "circumflex": "\u{302}", "dieresis": "\u{308}", "tilde": "\u{303}",
        "caron": "\u{30C}", "cedilla": "\u{327}",
    ]

    /// - Returns: `nil` for an unknown name
    static func text(of name: String) -> String? {
        guard let first = name.unicodeScalars.first, first.isASCII, first.properties.isAlphabetic else { return nil }
        if name.unicodeScalars.count == 1 { return name }
        if let text = others[name] { return text }
        let text = accents[String(name.dropFirst())].map { (String(first) + $0).precomposedStringWithCanonicalMapping }
        // No font has an accented letter that Unicode lacks.
        return text.flatMap { $0.unicodeScalars.count == 1 ? $0 : nil }
    }
}
