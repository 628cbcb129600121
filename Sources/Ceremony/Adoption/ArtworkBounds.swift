import SignedPDF

/// What a drawing's box and line have to be: those that a ceremony makes are, and any other can be drawn nowhere, or
/// over everything.
enum ArtworkBounds {
    /// The sides of the box, in the units of the path.
    private static let sides = 0.01...100_000
    /// Coordinates have two decimals.
    private static let tolerance = 0.02

    /// Whether a path that draws something lies in a box of this size, with a line no wider than the box.
    static func hold(_ path: VectorPath, width: Double, height: Double, stroke: Double?) -> Bool {
        guard sides.contains(width), sides.contains(height) else { return false }
        if let stroke { guard stroke > 0, stroke <= min(width, height) else { return false } }
        guard path.elements.contains(where: \.draws),
            let bounds = path.upward(height: height).bounds
        else { return false }
        return bounds.left >= -tolerance && bounds.right <= width + tolerance && bounds.bottom >= -tolerance
            && bounds.top <= height + tolerance
    }
}

extension VectorPath.Element {
    /// Whether it leaves something on the paper.
    fileprivate var draws: Bool {
        switch self {
        case .line, .curve: true
        case .move, .close: false
        }
    }
}
