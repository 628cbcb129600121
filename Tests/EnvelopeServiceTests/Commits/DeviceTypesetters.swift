@testable import Typesetting

/// A device's text engine: ours, except for what it does in its own way.
protocol WrappingTypesetter: Typesetter {
    var inner: HarfBuzzTypesetter { get }
}

extension WrappingTypesetter {
    var faces: [FontFace] { inner.faces }

    func outline(of text: String, face: String) throws(TypesettingError) -> VectorPath {
        try inner.outline(of: text, face: face)
    }

    func subset(of font: FontID, glyphs: Set<Int>) throws(TypesettingError) -> FontSubset {
        try inner.subset(of: font, glyphs: glyphs)
    }
}

/// A device whose text engine sets one text otherwise than it should.
struct LyingTypesetter: WrappingTypesetter {
    enum Way: CaseIterable {
        /// The first letters stand far above the field, to its left, or below it.
        case above, left, below
        /// Two letters stand at one place, or have changed places.
        case over, swapped
        /// A letter stands half over the one before it; digits of one number stand apart like two.
        case crowded, spread
        /// All letters stand in one group, and the group shows others.
        case others
        /// The text is so small that nobody can read it, or so large that its end is cut off.
        case small, large
        /// A blank has the shape of a letter.
        case inkedBlank
    }

    let inner: HarfBuzzTypesetter
    let way: Way
    let stated: String

    func line(_ text: String, isBold: Bool, direction: TextDirection) throws(TypesettingError) -> ShapedLine {
        let line = try inner.line(text, isBold: isBold, direction: direction)
        guard text == stated, let first = line.runs.first else { return line }
        var clusters = line.runs.flatMap(\.clusters)
        var advance = line.advance
        switch way {
        case .above: for index in 0..<3 { clusters[index] = moved(clusters[index], y: 900_000) }
        case .left: for index in 0..<3 { clusters[index] = moved(clusters[index], x: -900_000) }
        case .below: for index in 0..<3 { clusters[index] = moved(clusters[index], y: -9000) }
        case .over: clusters[1] = moved(clusters[1], x: clusters[0].x - clusters[1].x)
        case .swapped:
            let (one, other) = (clusters[0], clusters[1])
            clusters[0] = moved(one, x: other.x - one.x)
            clusters[1] = moved(other, x: one.x - other.x)
        case .crowded: clusters[1] = moved(clusters[1], x: -0.75 * clusters[0].advance)
        case .spread:
            let last = (clusters.lastIndex { $0.text == "0" } ?? 0)...
            clusters.replaceSubrange(last, with: clusters[last].map { moved($0, x: 700) })
            advance += 700
        case .others:
            let shown = try inner.line("Платит 9", isBold: isBold, direction: direction)
            clusters = [group(stated, shown.runs.flatMap(\.clusters).flatMap(\.glyphs), shown.advance)]
            advance = shown.advance
        case .small: advance *= 100
        case .large: advance /= 100
        case .inkedBlank:
            clusters = clusters.map { cluster in
                guard cluster.text == " " else { return cluster }
                return group(
                    " ", clusters[0].glyphs.map { moved($0, x: cluster.x, y: 0) }, cluster.advance, x: cluster.x)
            }
        }
        let run = ShapedLine.Run(
            font: first.font, isRightToLeft: first.isRightToLeft, clusters: clusters, blank: first.blank)
        return ShapedLine(
            text: line.text, runs: [run], advance: advance, inkTop: line.inkTop, inkBottom: line.inkBottom,
            isRightToLeft: line.isRightToLeft)
    }

    private func group(
        _ text: String, _ glyphs: [ShapedLine.Glyph], _ advance: Double, x: Double = 0
    ) -> ShapedLine.Cluster {
        ShapedLine.Cluster(
            text: text,
            glyphs: glyphs.map { ShapedLine.Glyph(id: $0.id, x: $0.x, y: $0.y, width: $0.width, text: nil) }, x: x,
            advance: advance)
    }

    private func moved(_ cluster: ShapedLine.Cluster, x: Double = 0, y: Double = 0) -> ShapedLine.Cluster {
        ShapedLine.Cluster(
            text: cluster.text, glyphs: cluster.glyphs.map { moved($0, x: x, y: y) }, x: cluster.x + x,
            advance: cluster.advance)
    }

    private func moved(_ glyph: ShapedLine.Glyph, x: Double, y: Double) -> ShapedLine.Glyph {
        ShapedLine.Glyph(id: glyph.id, x: glyph.x + x, y: glyph.y + y, width: glyph.width, text: glyph.text)
    }
}

/// A machine that has fonts for ASCII only, and one for what the standard fonts show.
struct PoorTypesetter: WrappingTypesetter {
    let inner: HarfBuzzTypesetter

    func line(_ text: String, like look: FontLook, direction: TextDirection) throws(TypesettingError) -> ShapedLine {
        try inner.line(text, like: look, direction: direction)
    }

    func line(_ text: String, isBold: Bool, direction: TextDirection) throws(TypesettingError) -> ShapedLine {
        if let character = text.first(where: { !$0.isASCII }) { throw .noFont(character: character) }
        return try inner.line(text, isBold: isBold, direction: direction)
    }
}
