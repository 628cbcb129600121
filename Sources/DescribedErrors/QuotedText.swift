/// What comes from a stranger's file, as a part of a sentence.
package enum QuotedText {
    /// The text as a part of one line: an attacker must not write lines of a report.
    package static func plain(_ text: String) -> String { plain(text, longest: 80) }

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
