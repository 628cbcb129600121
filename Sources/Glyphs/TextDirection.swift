/// The overall direction of a line of text (Unicode Standard Annex #9, rules P2 and P3).
public enum TextDirection: Sendable, Hashable {
    /// The direction of the first letter; left to right if there is none.
    case automatic
    case leftToRight
    case rightToLeft
}
