/// What a text's font looks like, where a document names no font file: the standard fonts of PDF are only names, which
/// each reader replaces.
public struct FontLook: Sendable, Hashable {
    /// The kind of typeface.
    public enum Family: String, Sendable, Hashable {
        case sansSerif, serif, monospaced
    }

    /// The kind of typeface; the plain one by default.
    public var family: Family
    /// Whether the strokes are heavy.
    public var isBold: Bool
    /// Whether the letters lean.
    public var isItalic: Bool

    /// Without arguments, the look of plain text.
    public init(_ family: Family = .sansSerif, isBold: Bool = false, isItalic: Bool = false) {
        self.family = family
        self.isBold = isBold
        self.isItalic = isItalic
    }
}
