import Foundation

/// Reads what `pdftotext -bbox-layout` writes: an XHTML file with a `word` element for each word inside a `line`
/// element for each line, in reading order, already rotated as the page is shown.
///
/// The file is not always well-formed XML, since a PDF may carry characters that XML forbids; so only the two elements
/// are looked for, and such characters are left out.
enum BoundingBoxLayout {
    static func words(in file: Data) -> [WordBox] {
        var words: [WordBox] = []
        var line = -1
        var rest = String(decoding: file, as: UTF8.self)[...]
        while let open = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: open)...]
            if rest.hasPrefix("line ") {
                line += 1
            } else if rest.hasPrefix("word ") {
                guard let tagEnd = rest.firstIndex(of: ">") else { break }
                let tag = rest[..<tagEnd]
                rest = rest[rest.index(after: tagEnd)...]
                guard let textEnd = rest.firstIndex(of: "<") else { break }
                let text = plainText(rest[..<textEnd])
                rest = rest[textEnd...]
                if let word = word(text, tag: tag, line: max(0, line)) { words.append(word) }
            }
        }
        return ReadingOrder.logical(renumbered(words))
    }

    private static func word(_ text: String, tag: Substring, line: Int) -> WordBox? {
        guard !text.isEmpty, let left = number("xMin", in: tag), let top = number("yMin", in: tag),
            let right = number("xMax", in: tag), let bottom = number("yMax", in: tag)
        else { return nil }
        return WordBox(
            text: text, x: rounded(min(left, right)), y: rounded(min(top, bottom)),
            width: rounded(abs(right - left)), height: rounded(abs(bottom - top)), line: line)
    }

    /// An attribute's number, if it is one that can be a coordinate.
    private static func number(_ name: String, in tag: Substring) -> Double? {
        guard let start = tag.range(of: name + "=\"")?.upperBound,
            let end = tag[start...].firstIndex(of: "\""),
            let value = Double(tag[start..<end]), value.isFinite, abs(value) < 1_000_000
        else { return nil }
        return value
    }

    private static func rounded(_ value: Double) -> Double {
        (value * 100).rounded() / 100
    }

    /// The text without entities, characters that XML forbids, and white space around it.
    static func plainText(_ escaped: Substring) -> String {
        // The ampersand comes last, so that what it stood for is not read again.
        let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
        var text = String(escaped)
        if text.contains("&") {
            for (entity, character) in entities { text = text.replacingOccurrences(of: entity, with: character) }
        }
        let allowed = text.unicodeScalars.filter { scalar in
            let isNoncharacter = scalar.value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar.value)
            return !isNoncharacter && scalar.properties.generalCategory != .control
        }
        return String(String.UnicodeScalarView(allowed)).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Lines counted without gaps, also where a line lost all its words.
    private static func renumbered(_ words: [WordBox]) -> [WordBox] {
        var number = -1
        var last: Int?
        return words.map { word in
            if word.line != last {
                number += 1
                last = word.line
            }
            return WordBox(
                text: word.text, x: word.x, y: word.y, width: word.width, height: word.height, line: number)
        }
    }
}
