import Foundation

/// The font of a field's text: the one that its default appearance names in the form's resources, or its nearest
/// relative among the standard fonts.
struct FieldFont {
    /// The standard font that looks most like it.
    let standard: StandardFont
    /// The form's own font, if its program is embedded and its codes are known.
    let own: FormFont?
    let shaper: (any TextShaper)?
    /// The field's name in errors.
    let place: String

    /// - Throws: `PDFError.unshowableCharacter` for a text that no font shows
    func line(_ text: String) throws(PDFError) -> TextLine {
        if let own, let codes = own.codes(of: text) { return TextLine(codes: codes, in: own) }
        let lines = try TextLine.lines(of: [text], font: standard, shaper: shaper, place: place)
        return lines[0]
    }

    /// Returns the width of a text for a size of 1.
    func width(of text: String) throws(PDFError) -> Double { text.isEmpty ? 0 : try line(text).width }

    /// Breaks a text at spaces, and within words that are wider than a line.
    ///
    /// - Parameter room: the width of a line, for a size of 1
    func lines(of text: String, within room: Double) throws(PDFError) -> [String] {
        var lines: [String] = []
        for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            var line = ""
            for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
                let longer = line.isEmpty ? String(word) : line + " " + word
                guard try width(of: longer) > room else {
                    line = longer
                    continue
                }
                if !line.isEmpty { lines.append(line) }
                line = ""
                for character in word {
                    if !line.isEmpty, try width(of: line + String(character)) > room {
                        lines.append(line)
                        line = ""
                    }
                    line.append(character)
                }
            }
            lines.append(line)
        }
        return lines
    }
}
