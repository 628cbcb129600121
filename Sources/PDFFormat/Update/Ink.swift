/// An RGB color with components from 0 to 1.
public struct InkColor: Sendable, Hashable, Codable {
    /// From 0 to 1.
    public var red: Double
    /// From 0 to 1.
    public var green: Double
    /// From 0 to 1.
    public var blue: Double

    /// Nothing is checked; the range is 0 to 1.
    public init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// The default of texts, lines and drawings.
    public static let black = InkColor(red: 0, green: 0, blue: 0)

    /// Returns a gray: 0 is black, 1 is white.
    public static func gray(_ share: Double) -> InkColor { InkColor(red: share, green: share, blue: share) }
}

/// One part of a drawing, in points, y up, from the bottom left of the drawing.
public enum Ink: Sendable, Hashable {
    /// The inside of the path by the non-zero winding rule (ISO 32000-2 §8.5.3.3.2).
    case fill(VectorPath, color: InkColor = .black)
    /// A line along the path, `width` points wide, with round ends and corners.
    case stroke(VectorPath, width: Double, color: InkColor = .black)

    /// The shape that is filled or stroked.
    public var path: VectorPath {
        switch self {
        case .fill(let path, _), .stroke(let path, _, _): path
        }
    }
}
