/// Which way a line of text runs as a whole (Unicode Standard Annex #9, rules P2 and P3).
public enum TextDirection: Sendable, Hashable {
    /// As its first letter runs; from left to right if there is none.
    case automatic
    case leftToRight
    case rightToLeft
}
