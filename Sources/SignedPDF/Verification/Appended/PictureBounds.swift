import Foundation

/// Whether a picture in another machine's fonts shows a text as this machine's picture does: every character in its own
/// place, in the same order, in the same colour, of about the same size, within the field.
///
/// What the letters of an unknown font look like is that font's affair; that one is left out, put aside, put over
/// another or put out of order is not.
struct PictureBounds {
    let wanted: ShapedPicture
    let had: ShapedPicture
    /// The field's box, from its picture's origin.
    let box: PDFRectangle
    /// The lines of the text, as they are seen from the left, where this machine has no font for it and `wanted` is empty.
    let unset: [String]?

    /// In points; coordinates are written with four decimals.
    private static let exactness = 0.001
    /// How many times larger or smaller the glyphs may be than here, since fonts are of different widths.
    private static let sizeRange = 2.0
    /// The following are for a size of 1: how far letters reach over the field's edges, the least step from one letter
    /// to the next, how far letters are off the line and marks off their letters, and how thin ink is.
    private static let overhang = 0.15
    private static let leastStep = 0.08
    private static let unevenness = 0.1
    private static let markDistance = 1.5
    private static let leastLeading = 0.8
    private static let leastInk = (thickness: 0.01, extent: 0.04)
    /// The widest glyph, for each character that it shows.
    private static let widestGlyph = 3.2
    /// How much of the width that two neighbours take up together may be that of both.
    private static let mostOverlap = 0.6
    /// How far the ink of two digits is apart, for a size of 1: with a space between them, and without.
    private static let leastSpace = 0.08
    private static let mostGap = 0.5

    var areKept: Bool {
        let lines = unset == nil ? had.lines : had.lines.filter { !$0.clusters.isEmpty }
        let texts = unset ?? wanted.lines.map(\.text)
        guard hasSameFrame, hasSize, lines.count == texts.count else { return false }
        var baseline: Double?
        for (index, line) in lines.enumerated() {
            let counterpart = unset == nil ? index : 0
            // What a font says is compared as it is, but for two spellings of one character (Swift compares strings by
            // canonical equivalence): what else may stand for another, such as a raised digit, is another text to people.
            guard counterpart < wanted.lines.count, line.color == wanted.lines[counterpart].color,
                PictureText.shown(line.text) == PictureText.shown(texts[index]), isInPlace(line)
            else { return false }
            guard let next = line.baseline else { continue }
            if let baseline, next > baseline - Self.leastLeading * had.size { return false }
            baseline = next
        }
        return true
    }

    private var hasSameFrame: Bool {
        wanted.place == had.place && wanted.frame.count == had.frame.count
            && zip(wanted.frame, had.frame).allSatisfy { one, other in
                one.name == other.name && one.operands.count == other.operands.count
                    && zip(one.operands, other.operands).allSatisfy { one, other in
                        guard let number = one.realValue, let second = other.realValue else { return one == other }
                        return abs(number - second) <= Self.exactness
                    }
            }
    }

    private var hasSize: Bool {
        guard had.size > 0 else { return true }
        guard unset == nil else { return had.size >= TextAppearance.smallestSize && had.size <= box.height }
        return had.size >= wanted.size / Self.sizeRange - Self.exactness
            && had.size <= wanted.size * Self.sizeRange
    }

    // MARK: Where it says it

    private func isInPlace(_ line: ShapedPicture.Line) -> Bool {
        var before: (text: String, x: Double, ink: PDFRectangle?, joins: Bool)?
        var isAfterSpace = false
        for cluster in line.clusters {
            guard PictureText.isOnePlace(cluster), let baseline = line.baseline else { return false }
            let ink = inkBox(cluster)
            guard PictureText.isSeen(cluster.text) else {
                // Blanks are blank.
                guard ink.box == nil else { return false }
                isAfterSpace = isAfterSpace || cluster.text.contains { " \u{A0}\u{3000}".contains($0) }
                continue
            }
            guard isSeen(ink, cluster) else { return false }
            let joins = PictureText.joins(cluster.text)
            let isMark = PictureText.isMark(cluster.text)
            guard
                cluster.glyphs.allSatisfy({ glyph in
                    let isOnLine = glyph.advance > 0 && !joins && !isMark
                    let reach = isOnLine ? Self.unevenness : Self.markDistance
                    return abs(glyph.y - baseline) <= reach * had.size
                        && abs(glyph.x - cluster.x) <= Self.markDistance * had.size + cluster.width
                })
            else { return false }
            if let before {
                let step = cluster.x - before.x
                if isMark {
                    guard abs(step) <= Self.markDistance * had.size else { return false }
                    continue
                }
                let least =
                    PictureText.isLamAlef(before.text, cluster.text) ? -Self.exactness : Self.leastStep * had.size
                guard step >= least else { return false }
                if !joins, !before.joins, overlap(before.ink, ink.box) > Self.mostOverlap { return false }
                guard isApart(before.text, before.ink, cluster.text, ink.box, isAfterSpace) else { return false }
            }
            isAfterSpace = false
            before = (cluster.text, cluster.x, ink.box, joins)
        }
        return true
    }

    /// Whether two neighbours, if they are digits, are seen as one number or as two, as they should be.
    private func isApart(
        _ left: String, _ leftInk: PDFRectangle?, _ right: String, _ rightInk: PDFRectangle?, _ hasSpace: Bool
    ) -> Bool {
        guard let leftInk, let rightInk, !PictureText.digits(of: left).isEmpty, !PictureText.digits(of: right).isEmpty
        else { return true }
        let gap = (rightInk.left - leftInk.right) / had.size
        return hasSpace ? gap >= Self.leastSpace : gap <= Self.mostGap || !(left + right).allSatisfy(\.isASCII)
    }

    /// Whether ink can be seen in the field, and is not more than that of the characters.
    private func isSeen(_ ink: (box: PDFRectangle?, glyphs: Int), _ cluster: ShapedPicture.Cluster) -> Bool {
        guard let seen = ink.box, ink.glyphs <= PictureText.mostGlyphs(of: cluster.text) else { return false }
        let size = had.size
        guard min(seen.width, seen.height) >= Self.leastInk.thickness * size,
            max(seen.width, seen.height) >= Self.leastInk.extent * size,
            max(seen.width, seen.height) <= Self.widestGlyph * size * Double(max(1, cluster.text.count))
        else { return false }
        let reach = Self.overhang * size + 0.5
        return seen.left >= box.left - reach && seen.right <= box.right + reach && seen.bottom >= box.bottom - reach
            && seen.top <= box.top + reach
    }

    /// How far a cluster's ink reaches, in points, and how many glyphs have some.
    private func inkBox(_ cluster: ShapedPicture.Cluster) -> (box: PDFRectangle?, glyphs: Int) {
        var whole: PDFRectangle?
        var count = 0
        for glyph in cluster.glyphs {
            guard let box = glyph.font.ink?[glyph.code] else { continue }
            count += 1
            let scale = had.size / 1000
            let part = PDFRectangle(
                left: glyph.x + box.left * scale, bottom: glyph.y + box.bottom * scale,
                right: glyph.x + box.right * scale, top: glyph.y + box.top * scale)
            whole =
                whole.map {
                    PDFRectangle(
                        left: min($0.left, part.left), bottom: min($0.bottom, part.bottom),
                        right: max($0.right, part.right), top: max($0.top, part.top))
                } ?? part
        }
        return (whole, count)
    }

    private func overlap(_ one: PDFRectangle?, _ other: PDFRectangle?) -> Double {
        guard let one, let other else { return 0 }
        let both = min(one.right, other.right) - max(one.left, other.left)
        let whole = max(one.right, other.right) - min(one.left, other.left)
        return whole > 0 ? both / whole : 1
    }
}

extension ShapedPicture.Line {
    fileprivate var baseline: Double? { clusters.first?.glyphs.first?.y }
}

extension ShapedPicture.Cluster {
    /// Where it begins at the left.
    fileprivate var x: Double {
        (glyphs.filter { $0.advance > 0 }.map(\.x).min() ?? glyphs.map(\.x).min()) ?? 0
    }

    /// In points, by its glyphs' cells.
    fileprivate var width: Double { glyphs.map(\.advance).reduce(0, +) }
}
