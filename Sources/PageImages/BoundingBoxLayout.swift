import Foundation

/// Parses the output of `pdftotext -bbox-layout`: XHTML with a `page` element for each page, in it a `line` element for
/// each line, and in that a `word` element for each word. Lines come in reading order, with coordinates already rotated
/// as the page is shown.
///
/// The output is not always well-formed XML, since a PDF may hold characters that XML forbids. So the parser looks only
/// for these elements and drops such characters.
enum BoundingBoxLayout {
    /// Returns all words in the order in which people read them.
    ///
    /// - Parameter sizes: the sizes of the pages in points, as far as they are known
    static func words(in file: Data, sizes: [CGSize] = []) -> [WordBox] {
        ReadingOrder.logical(renumbered(pages(in: file, sizes).flatMap(\.self)))
    }

    /// Returns the words of each page in the order in which people read them.
    ///
    /// - Parameter sizes: the sizes of the pages in points, as far as they are known
    static func wordsByPage(in file: Data, sizes: [CGSize] = []) -> [[WordBox]] {
        pages(in: file, sizes).map { ReadingOrder.logical(renumbered($0)) }
    }

    /// Returns the words of each page, as the program reports them: each line from left to right.
    ///
    /// - Parameter sizes: the sizes of the pages in points, as far as they are known
    static func wordsAsPlaced(in file: Data, sizes: [CGSize] = []) -> [[WordBox]] {
        pages(in: file, sizes).map(renumbered)
    }

    private static func pages(in file: Data, _ sizes: [CGSize]) -> [[WordBox]] {
        var pages: [[WordBox]] = []
        var unit = 1.0
        var line = -1
        var rest = String(decoding: file, as: UTF8.self)[...]
        while let open = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: open)...]
            if rest.hasPrefix("page ") {
                let tag = rest[..<(rest.firstIndex(of: ">") ?? rest.endIndex)]
                unit = sizes.indices.contains(pages.count) ? Self.unit(of: tag, shown: sizes[pages.count]) : 1
                pages.append([])
            } else if rest.hasPrefix("line ") {
                line += 1
            } else if rest.hasPrefix("word ") {
                guard let tagEnd = rest.firstIndex(of: ">") else { break }
                let tag = rest[..<tagEnd]
                rest = rest[rest.index(after: tagEnd)...]
                guard let textEnd = rest.firstIndex(of: "<") else { break }
                let text = plainText(rest[..<textEnd])
                rest = rest[textEnd...]
                if let word = word(text, tag: tag, line: max(0, line), unit: unit) {
                    if pages.isEmpty { pages.append([]) }
                    pages[pages.count - 1].append(word)
                }
            }
        }
        return pages
    }

    /// Returns the length in points of the unit in which the program measured a page.
    ///
    /// - Parameter size: the page's size in points. Width and height may be exchanged, as on a rotated page.
    private static func unit(of page: Substring, shown size: CGSize) -> Double {
        guard let width = number("width", in: page), let height = number("height", in: page), width > 0, height > 0
        else { return 1 }
        let unit = (size.width * size.height / (width * height)).squareRoot()
        // Sizes are rounded.
        return unit.isFinite && unit > 0 && abs(unit - 1) > 0.01 ? unit : 1
    }

    private static func word(_ text: String, tag: Substring, line: Int, unit: Double) -> WordBox? {
        guard !text.isEmpty, let left = number("xMin", in: tag), let top = number("yMin", in: tag),
            let right = number("xMax", in: tag), let bottom = number("yMax", in: tag)
        else { return nil }
        return WordBox(
            text: text, x: rounded(min(left, right) * unit), y: rounded(min(top, bottom) * unit),
            width: rounded(abs(right - left) * unit), height: rounded(abs(bottom - top) * unit), line: line)
    }

    /// Returns an attribute's number if it can be a coordinate.
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

    /// Returns the text with entities decoded, and without surrounding white space or characters that XML forbids.
    static func plainText(_ escaped: Substring) -> String {
        // The ampersand comes last, so that its result is not decoded again.
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

    /// Renumbers the lines without gaps, in case a line lost all its words.
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
