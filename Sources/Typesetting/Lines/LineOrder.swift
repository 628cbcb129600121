/// The visual order of a line's characters from left to right (Unicode Standard Annex #9). It does not depend on fonts.
public struct LineOrder: Sendable, Hashable {
    /// The code points from left to right.
    public let seen: String
    /// Whether the line as a whole is read from right to left.
    public let isRightToLeft: Bool

    /// Orders the line. Without FriBidi the order is unknown, and the line is kept as written.
    public init(_ line: String, _ direction: TextDirection) {
        #if canImport(CFriBidi)
            let scalars = Array(line.unicodeScalars)
            let bidi = BidiLevels(scalars.map(\.value), direction)
            isRightToLeft = bidi.base % 2 == 1
            let order = BidiLevels.visualOrder(of: bidi.levels)
            seen = String(String.UnicodeScalarView(order.map { scalars[$0] }))
        #else
            (seen, isRightToLeft) = (line, false)
        #endif
    }
}
