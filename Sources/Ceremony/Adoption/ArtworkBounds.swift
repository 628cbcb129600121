import SignedPDF

/// Bounds for the box and line of a drawing. Artwork made by a ceremony keeps them; other artwork might draw nothing,
/// or cover everything.
enum ArtworkBounds {
    /// The range of the box's sides, in the units of the path.
    private static let sides = 0.01...100_000
    /// A tolerance, since coordinates have two decimals.
    private static let tolerance = 0.02

    /// Whether a path draws something, lies in a box of this size, and has a line no wider than the box.
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
    /// Whether the element leaves a mark.
    fileprivate var draws: Bool {
        switch self {
        case .line, .curve: true
        case .move, .close: false
        }
    }
}
