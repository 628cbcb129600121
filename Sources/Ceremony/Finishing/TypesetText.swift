import SignedPDF
import Typesetting

/// Gives a typesetter's lines and fonts to documents.
public struct TypesetText: TextShaper {
    private let typesetter: any Typesetter

    public init(_ typesetter: any Typesetter) {
        self.typesetter = typesetter
    }

    public func shape(
        _ text: String, isBold: Bool, direction: TextDirection
    ) throws(TextShapingError) -> ShapedText {
        do {
            return Self.text(try typesetter.line(text, isBold: isBold, direction: Self.direction(direction)))
        } catch {
            throw Self.shapingError(error)
        }
    }

    public func font(_ key: String, showing glyphs: Set<Int>) throws(TextShapingError) -> EmbeddableFont {
        guard let font = Self.font(key) else { throw .unusable("there is no font \(key)") }
        do {
            return Self.font(try typesetter.subset(of: font, glyphs: glyphs))
        } catch {
            throw Self.shapingError(error)
        }
    }

    public func ink(
        of program: EmbeddableFont.Program, codes: Set<UInt16>, within work: inout Int
    ) -> [UInt16: EmbeddableFont.Box]? {
        let own: FontSubset.Program =
            switch program {
            case .trueType(let data): .trueType(data)
            case .compactFontFormat(let data): .compactFontFormat(data)
            }
        return typesetter.ink(of: own, codes: codes, within: &work)?.mapValues {
            EmbeddableFont.Box(left: $0.left, bottom: $0.bottom, right: $0.right, top: $0.top)
        }
    }

    public func order(of line: String, direction: TextDirection) -> (seen: String, isRightToLeft: Bool) {
        let order = LineOrder(line, Self.direction(direction))
        return (order.seen, order.isRightToLeft)
    }

    private static func shapingError(_ error: TypesettingError) -> TextShapingError {
        error.character.map(TextShapingError.unshowable) ?? .unusable(error.description)
    }

    // MARK: From one room's words to the other's

    private static func direction(_ direction: TextDirection) -> LineDirection {
        switch direction {
        case .automatic: .automatic
        case .leftToRight: .leftToRight
        case .rightToLeft: .rightToLeft
        }
    }

    /// `2:/path/of/a/collection.ttc`.
    private static func key(_ font: FontID) -> String { "\(font.index):\(font.path)" }

    private static func font(_ key: String) -> FontID? {
        let parts = key.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let index = Int(parts[0]) else { return nil }
        return FontID(path: String(parts[1]), index: index)
    }

    private static func text(_ line: ShapedLine) -> ShapedText {
        ShapedText(
            runs: line.runs.map { run in
                ShapedText.Run(
                    font: key(run.font), isRightToLeft: run.isRightToLeft,
                    clusters: run.clusters.map { cluster in
                        ShapedText.Cluster(
                            text: cluster.text, glyphs: cluster.glyphs.map(glyph), x: cluster.x,
                            advance: cluster.advance)
                    }, blank: run.blank.map(glyph))
            }, advance: line.advance, inkTop: line.inkTop, inkBottom: line.inkBottom,
            isRightToLeft: line.isRightToLeft)
    }

    private static func glyph(_ glyph: ShapedLine.Glyph) -> ShapedText.Glyph {
        ShapedText.Glyph(id: glyph.id, x: glyph.x, y: glyph.y, width: glyph.width, text: glyph.text)
    }

    private static func font(_ subset: FontSubset) -> EmbeddableFont {
        let program: EmbeddableFont.Program =
            switch subset.program {
            case .trueType(let data): .trueType(data)
            case .compactFontFormat(let data): .compactFontFormat(data)
            }
        return EmbeddableFont(
            postScriptName: subset.postScriptName, program: program, codes: subset.codes, widths: subset.widths,
            box: .init(
                left: subset.box.left, bottom: subset.box.bottom, right: subset.box.right, top: subset.box.top),
            ascender: subset.ascender, descender: subset.descender, capHeight: subset.capHeight,
            italicAngle: subset.italicAngle, isBold: subset.isBold)
    }
}
