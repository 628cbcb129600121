import Foundation

/// Texts of people, made safe for one line: a header, a subject, a name in a sentence.
public enum HeaderText {
    /// Returns the text on one line, without control characters and without characters that change the direction of
    /// text. Each run of white space becomes one space.
    public static func line(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var needsSpace = false
        for scalar in text.unicodeScalars {
            if isSpace(scalar) {
                needsSpace = !scalars.isEmpty
            } else if !isHidden(scalar) {
                if needsSpace { scalars.append(" ") }
                needsSpace = false
                scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    /// Returns the text on one line, cut between words if possible. The cut is marked by “…”.
    ///
    /// - Parameter longest: the maximum length in characters; a character with many combining marks counts for as many
    ///   as its Unicode scalars fill
    public static func line(_ text: String, longest: Int) -> String {
        // Reads no more of a huge text than it could show.
        let line = line(String(text.unicodeScalars.prefix(longest * 16)))
        guard line.count > longest || line.unicodeScalars.count > longest * 4 else { return line }
        var kept = String(line.prefix(max(longest - 1, 1)))
        while kept.unicodeScalars.count > longest * 4, kept.count > 1 { kept.removeLast() }
        if kept.unicodeScalars.count > longest * 4 {
            kept = String(String.UnicodeScalarView(kept.unicodeScalars.prefix(longest * 4)))
        }
        if let space = kept.lastIndex(of: " "), kept.distance(from: kept.startIndex, to: space) > longest * 2 / 3 {
            kept = String(kept[..<space])
        }
        return kept.trimmingCharacters(in: .whitespaces) + "…"
    }

    /// Returns a text of several lines, without control characters and without characters that change the direction of
    /// text. Lines end with `\n`.
    public static func paragraphs(_ text: String) -> String {
        let lines = text.replacingOccurrences(of: "\r\n", with: "\n").unicodeScalars.split(
            omittingEmptySubsequences: false
        ) { $0 == "\n" || $0 == "\r" || $0 == "\u{2028}" || $0 == "\u{2029}" || $0 == "\u{85}" }
        let clean = lines.map { line in
            String(String.UnicodeScalarView(line.compactMap { $0 == "\t" ? " " : isHidden($0) ? nil : $0 }))
                .trimmingCharacters(in: .whitespaces)
        }
        return clean.joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
    }

    /// Whether a character has no picture of its own and can make one text look like another. The joiners stay: some
    /// scripts and emoji need them.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // The tags of flags.
        case .format where (0xE0020...0xE007F).contains(scalar.value): false
        // Others of this category are visible, such as the Arabic number sign.
        case .format where scalar.properties.isDefaultIgnorableCodePoint:
            scalar != "\u{200C}" && scalar != "\u{200D}"
        case .format: (0xFFF9...0xFFFB).contains(scalar.value)
        default: false
        }
    }
}
