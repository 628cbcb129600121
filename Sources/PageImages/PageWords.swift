import Foundation

/// Builds words and their boxes from single characters, for renderers that report only those.
enum PageWords {
    /// A character and its box in the page's own space: in points, with the origin at the bottom left, before rotation.
    struct Placed {
        let text: Character
        let box: CGRect
    }

    /// - Parameters:
    ///   - characters: the characters in reading order
    ///   - crop: the visible part of the page
    ///   - rotation: the page's clockwise rotation in degrees, a multiple of 90
    static func words(of characters: [Placed], crop: CGRect, rotation: Int) -> [WordBox] {
        var words: [WordBox] = []
        var text = ""
        var box = CGRect.zero
        var line = 0
        var last: CGRect?
        func end() {
            defer { text = "" }
            guard !text.isEmpty else { return }
            let seen = seen(box, crop: crop, rotation: rotation)
            words.append(
                WordBox(
                    text: text, x: seen.minX, y: seen.minY, width: seen.width, height: seen.height, line: line))
        }
        for character in characters {
            let isBlank = character.text.isWhitespace || character.text.isNewline
            if character.text.isNewline {
                end()
                if !words.isEmpty, words.last?.line == line { line += 1 }
                last = nil
                continue
            }
            guard !isBlank else {
                end()
                continue
            }
            // Some pages have no line breaks between their lines.
            if let last, !isBeside(character.box, last, rotation) {
                end()
                if words.last?.line == line { line += 1 }
            }
            box = text.isEmpty ? character.box : box.union(character.box)
            text.append(character.text)
            last = character.box
        }
        end()
        return words
    }

    /// Whether two characters are on one line, that is, the middle of one lies within the height of the other.
    private static func isBeside(_ box: CGRect, _ other: CGRect, _ rotation: Int) -> Bool {
        rotation % 180 == 0
            ? (other.minY...other.maxY).contains(box.midY) || (box.minY...box.maxY).contains(other.midY)
            : (other.minX...other.maxX).contains(box.midX) || (box.minX...box.maxX).contains(other.midX)
    }

    /// Converts a box to the reader's view: from the top left of the visible part, after rotation.
    static func seen(_ box: CGRect, crop: CGRect, rotation: Int) -> CGRect {
        let (left, right) = (box.minX - crop.minX, crop.maxX - box.maxX)
        let (bottom, top) = (box.minY - crop.minY, crop.maxY - box.maxY)
        return switch ((rotation % 360) + 360) % 360 {
        case 90: CGRect(x: bottom, y: left, width: box.height, height: box.width)
        case 180: CGRect(x: right, y: bottom, width: box.width, height: box.height)
        case 270: CGRect(x: top, y: right, width: box.height, height: box.width)
        default: CGRect(x: left, y: top, width: box.width, height: box.height)
        }
    }
}
