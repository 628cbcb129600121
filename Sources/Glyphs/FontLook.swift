/// What a text's font looks like, where a document names no font file: the standard fonts of PDF are only names, which
/// each reader replaces.
public struct FontLook: Sendable, Hashable {
    public enum Family: String, Sendable, Hashable {
        case sansSerif, serif, monospaced
    }

    public var family: Family
    public var isBold: Bool
    public var isItalic: Bool

    public init(_ family: Family = .sansSerif, isBold: Bool = false, isItalic: Bool = false) {
        self.family = family
        self.isBold = isBold
        self.isItalic = isItalic
    }
}
