/// One line of text as glyphs in their places, left to right.
///
/// All numbers are thousandths of the em, x to the right and y up, from the line's left end on the baseline.
public struct ShapedLine: Sendable, Hashable {
    public struct Glyph: Sendable, Hashable {
        /// Its number in the font.
        public let id: Int
        /// Where its origin is.
        public let x: Double
        public let y: Double
        /// How far the font says that the pen moves over it; where the next glyph is may differ.
        public let width: Double
        /// The one character whose plain form the glyph is; nil for ligatures and the like.
        public let text: String?
    }

    /// Characters and glyphs that belong together: neither can be taken apart.
    public struct Cluster: Sendable, Hashable {
        /// In the order in which it is read.
        public let text: String
        public let glyphs: [Glyph]
        /// Where the cluster begins at the left, and how far it reaches.
        public let x: Double
        public let advance: Double

        /// Whether it has to show more than room.
        var needsInk: Bool {
            !text.unicodeScalars.allSatisfy { ShownCharacter.isSpace($0) || ShownCharacter.isSilent($0) }
        }
    }

    /// Clusters of one font and direction.
    public struct Run: Sendable, Hashable {
        public let font: FontID
        public let isRightToLeft: Bool
        /// From left to right, whatever the direction of reading.
        public let clusters: [Cluster]
        /// The font's glyph of a space, if it has one.
        public let blank: Glyph?
    }

    public let text: String
    public let runs: [Run]
    public let advance: Double
    /// How far the ink reaches above the baseline, and below it (negative).
    public let inkTop: Double
    public let inkBottom: Double
    /// Whether the line as a whole is read from right to left.
    public let isRightToLeft: Bool

    public init(
        text: String, runs: [Run], advance: Double, inkTop: Double, inkBottom: Double, isRightToLeft: Bool
    ) {
        self.text = text
        self.runs = runs
        self.advance = advance
        self.inkTop = inkTop
        self.inkBottom = inkBottom
        self.isRightToLeft = isRightToLeft
    }
}

/// Which way a line runs as a whole (Unicode Standard Annex #9, rules P2 and P3).
public enum LineDirection: Sendable, Hashable {
    /// As its first letter runs; from left to right if there is none.
    case automatic
    case leftToRight
    case rightToLeft
}

/// A font on this machine: a file and which of the file's fonts, or with Core Text a PostScript name and which of the
/// typesetter's fonts of that name.
public struct FontID: Sendable, Hashable, Comparable {
    public let path: String
    public let index: Int

    public init(path: String, index: Int = 0) {
        self.path = path
        self.index = index
    }

    public static func < (left: FontID, right: FontID) -> Bool {
        (left.path, left.index) < (right.path, right.index)
    }
}
