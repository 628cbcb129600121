/// The symbols of check boxes and radio buttons, which `/CA` names by their codes in ZapfDingbats (ISO 32000-2 table
/// 192), as paths: a viewer needs no font for them.
enum ButtonSymbol: Character {
    case tick = "4"
    case thinTick = "3"
    case disc = "l"
    case cross = "8"
    case diamond = "u"
    case square = "n"
    case star = "H"

    /// The extent of a symbol in the font, for a size of 1.
    private static let width = 0.78
    private static let top = 0.7

    /// Returns the symbol in the middle of a box.
    ///
    /// - Parameter size: the font size in points, or 0 for one that fits
    func path(width: Double, height: Double, border: Double, size: Double) -> VectorPath {
        let fitted = min(height - 2 * border, (width - 4 - 2 * border) / Self.width)
        let size = max(1, size > 0 ? size : fitted.rounded(.down))
        let x = (width - Self.width * size) / 2
        let y = height / 2 - 0.4 * size
        return unit.mapCoordinates(x: { x + $0 * size }, y: { y + $0 * size })
    }

    /// The symbol for a size of 1, from the left of the baseline.
    private var unit: VectorPath {
        let (left, right, top) = (0.04, 0.74, Self.top)
        let (x, y) = (0.39, 0.35)
        switch self {
        case .tick:
            return Self.polygon([
                (0.04, 0.30), (0.14, 0.38), (0.27, 0.20), (0.64, 0.70), (0.74, 0.66), (0.32, -0.01), (0.23, -0.01),
            ])
        case .thinTick:
            return Self.polygon([
                (0.08, 0.30), (0.15, 0.34), (0.27, 0.13), (0.66, 0.70), (0.72, 0.67), (0.30, -0.01), (0.25, -0.01),
            ])
        case .disc: return .circle(x: x, y: y, radius: 0.35)
        case .square: return .rectangle(x: left, y: 0, width: right - left, height: top)
        case .diamond: return Self.polygon([(x, 0), (right, y), (x, top), (left, y)])
        case .cross:
            let (half, arm) = (0.33, 0.09)
            return Self.polygon([
                (x, y + arm), (x + half - arm, y + half), (x + half, y + half - arm), (x + arm, y),
                (x + half, y - half + arm), (x + half - arm, y - half), (x, y - arm), (x - half + arm, y - half),
                (x - half, y - half + arm), (x - arm, y), (x - half, y + half - arm), (x - half + arm, y + half),
            ])
        case .star:
            // Five points at 72 degrees from each other, and the corners between them.
            let outer = [(0.0, 1.0), (0.951, 0.309), (0.588, -0.809), (-0.588, -0.809), (-0.951, 0.309)]
            let inner = [(0.225, 0.309), (0.363, -0.118), (0.0, -0.382), (-0.363, -0.118), (-0.225, 0.309)]
            return Self.polygon(
                zip(outer, inner).flatMap { [$0, $1] }.map { (x + $0.0 * 0.37, 0.33 + $0.1 * 0.37) })
        }
    }

    private static func polygon(_ points: [(Double, Double)]) -> VectorPath {
        var elements = points.map { VectorPath.Element.line(x: $0.0, y: $0.1) }
        if let first = points.first { elements[0] = .move(x: first.0, y: first.1) }
        return VectorPath(elements + [.close])
    }
}
