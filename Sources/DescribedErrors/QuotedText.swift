/// Sanitizes text from untrusted files for use in a sentence.
package enum QuotedText {
    /// Returns at most 80 characters of the text, on one line: an attacker must not add lines to a report.
    package static func plain(_ text: String) -> String { plain(text, longest: 80) }

    /// Returns a whole sentence on one line, although it quotes text that was not sanitized.
    package static func line(_ sentence: String) -> String { plain(sentence, longest: 4000) }

    package static func plain(_ text: String, longest: Int) -> String {
        let scalars = text.unicodeScalars.prefix(2 * longest + 40).map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            // Some scripts need the joiners.
            case .format where scalar == "\u{200C}" || scalar == "\u{200D}": scalar
            case .control, .format, .lineSeparator, .paragraphSeparator: " "
            default: scalar
            }
        }
        let line = String(String.UnicodeScalarView(scalars))
        return line.count > longest ? line.prefix(longest - 1) + "…" : line
    }
}
