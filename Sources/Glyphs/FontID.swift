/// Identifies a font on this machine: a file and the font's index in it. With Core Text, it is a PostScript name and
/// the index among the typesetter's fonts of that name.
public struct FontID: Sendable, Hashable, Comparable {
    /// The path of the font's file; with Core Text the font's PostScript name.
    public let path: String
    /// The font's number in its file or list, from 0.
    public let index: Int

    /// Names the first font of a file by default. Nothing is opened.
    public init(path: String, index: Int = 0) {
        self.path = path
        self.index = index
    }

    /// The order of fonts in documents. It never changes, so that recreating a document gives the same bytes.
    public static func < (left: FontID, right: FontID) -> Bool { left.sortKey < right.sortKey }

    /// The sort key, such as `2:/path/of/a/collection.ttc`.
    private var sortKey: String { "\(index):\(path)" }
}
