import Foundation

@testable import Typesetting

/// A device whose text engine sets one text otherwise than it should, in fonts that say truly what their glyphs show.
struct RewritingTypesetter: WrappingTypesetter {
    let inner: HarfBuzzTypesetter
    let stated: String
    let rewrite: @Sendable (ShapedLine) throws(TypesettingError) -> ShapedLine

    func line(_ text: String, isBold: Bool, direction: TextDirection) throws(TypesettingError) -> ShapedLine {
        let line = try inner.line(text, isBold: isBold, direction: direction)
        return text == stated ? try rewrite(line) : line
    }

    /// Shows another text.
    static func showing(_ other: String, for stated: String, direction: TextDirection = .automatic) throws -> Self {
        let inner = try HarfBuzzTypesetter()
        return RewritingTypesetter(inner: inner, stated: stated) { (_) throws(TypesettingError) in
            try inner.line(other, isBold: false, direction: direction)
        }
    }

    /// Shows one character of the text where it says that it shows another one.
    ///
    /// - Parameter isGroup: whether a blank stands beside it.
    static func showing(_ shown: String, as said: String, in stated: String, isGroup: Bool = false) throws -> Self {
        RewritingTypesetter(inner: try HarfBuzzTypesetter(), stated: stated) { line in
            let other = line.runs.flatMap(\.clusters).first { $0.text == shown }?.glyphs.first
            return line.mapClusters { cluster, run in
                guard cluster.text == said, let own = cluster.glyphs.first, let other else { return cluster }
                var glyphs = [ShapedLine.Glyph(id: other.id, x: own.x, y: own.y, width: own.width, text: shown)]
                if isGroup, let blank = run.blank {
                    glyphs.append(
                        ShapedLine.Glyph(
                            id: blank.id, x: own.x + own.width - blank.width, y: 0, width: blank.width, text: " "))
                }
                return ShapedLine.Cluster(text: said, glyphs: glyphs, x: cluster.x, advance: cluster.advance)
            }
        }
    }

    /// Says of one character of another text, by its number, that it is something else.
    static func saying(_ said: String, ofCharacter number: Int, in other: String, for stated: String) throws -> Self {
        let inner = try HarfBuzzTypesetter()
        return RewritingTypesetter(inner: inner, stated: stated) { (_) throws(TypesettingError) in
            var count = -1
            return try inner.line(other, isBold: false, direction: .automatic).mapClusters { cluster, _ in
                count += 1
                guard count == number else { return cluster }
                return ShapedLine.Cluster(text: said, glyphs: cluster.glyphs, x: cluster.x, advance: cluster.advance)
            }
        }
    }
}

/// A device that cuts one font into several.
struct SplittingTypesetter: WrappingTypesetter {
    let inner: HarfBuzzTypesetter
    let stated: String
    let fonts: Int

    func line(_ text: String, isBold: Bool, direction: TextDirection) throws(TypesettingError) -> ShapedLine {
        let line = try inner.line(text, isBold: isBold, direction: direction)
        guard text == stated else { return line }
        let runs = line.runs.flatMap { run in
            run.clusters.enumerated().map { number, cluster in
                ShapedLine.Run(
                    font: FontID(path: run.font.path, index: 1 + number % fonts), isRightToLeft: run.isRightToLeft,
                    clusters: [cluster], blank: run.blank)
            }
        }
        return ShapedLine(
            text: line.text, runs: runs, advance: line.advance, inkTop: line.inkTop, inkBottom: line.inkBottom,
            isRightToLeft: line.isRightToLeft)
    }

    func subset(of font: FontID, glyphs wanted: Set<Int>) throws(TypesettingError) -> FontSubset {
        try inner.subset(of: FontID(path: font.path, index: 0), glyphs: wanted)
    }
}

extension ShapedLine {
    func mapClusters(_ change: (Cluster, Run) -> Cluster) -> ShapedLine {
        ShapedLine(
            text: text,
            runs: runs.map { run in
                Run(
                    font: run.font, isRightToLeft: run.isRightToLeft, clusters: run.clusters.map { change($0, run) },
                    blank: run.blank)
            }, advance: advance, inkTop: inkTop, inkBottom: inkBottom, isRightToLeft: isRightToLeft)
    }
}
