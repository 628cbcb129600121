/// A font on this machine: a file and which of the file's fonts, or with Core Text a PostScript name and which of the
/// typesetter's fonts of that name.
public struct FontID: Sendable, Hashable, Comparable {
    public let path: String
    public let index: Int

    public init(path: String, index: Int = 0) {
        self.path = path
        self.index = index
    }

    /// The order of fonts in written documents, which never changes: a document made again has the same bytes.
    public static func < (left: FontID, right: FontID) -> Bool { left.sortKey < right.sortKey }

    /// `2:/path/of/a/collection.ttc`.
    private var sortKey: String { "\(index):\(path)" }
}
