/// In which order the characters of a line stand from left to right (Unicode Standard Annex #9). It depends on no font.
public struct LineOrder: Sendable, Hashable {
    /// From left to right, as code points.
    public let seen: String
    /// Whether the line as a whole is read from right to left.
    public let isRightToLeft: Bool

    /// Where there is no FriBidi, a line's order is not known, and the line stands as it is written.
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
