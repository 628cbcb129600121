/// One line of text as glyphs in their places, from left to right.
///
/// All numbers are thousandths of the font size, x to the right and y up, from the line's left end on the baseline.
public struct ShapedLine: Sendable, Hashable {
    public struct Glyph: Sendable, Hashable {
        /// Its number in the font.
        public var id: Int
        /// Where its origin is.
        public var x: Double
        public var y: Double
        /// How far the font says that the pen moves over it; where the next glyph is may differ.
        public var width: Double
        /// The one character whose plain form it is; nil for ligatures and the like.
        public var text: String?

        public init(id: Int, x: Double, y: Double, width: Double, text: String?) {
            self.id = id
            self.x = x
            self.y = y
            self.width = width
            self.text = text
        }
    }

    /// Characters and glyphs that cannot be taken apart: a ligature, a letter with its marks, a syllable.
    public struct Cluster: Sendable, Hashable {
        /// In the order of reading.
        public var text: String
        public var glyphs: [Glyph]
        /// Where it begins at the left, and how far it reaches.
        public var x: Double
        public var advance: Double

        public init(text: String, glyphs: [Glyph], x: Double, advance: Double) {
            self.text = text
            self.glyphs = glyphs
            self.x = x
            self.advance = advance
        }
    }

    /// Clusters of one font and direction.
    public struct Run: Sendable, Hashable {
        public var font: FontID
        public var isRightToLeft: Bool
        /// From left to right, whatever the direction of reading.
        public var clusters: [Cluster]
        /// The font's glyph of a space, if it has one.
        public var blank: Glyph?

        public init(font: FontID, isRightToLeft: Bool, clusters: [Cluster], blank: Glyph?) {
            self.font = font
            self.isRightToLeft = isRightToLeft
            self.clusters = clusters
            self.blank = blank
        }

        /// In the order of its clusters, from left to right.
        package var text: String { clusters.map(\.text).joined() }
    }

    /// In the order of reading.
    public var text: String
    public var runs: [Run]
    public var advance: Double
    /// How far the ink reaches above the baseline, and below it (negative).
    public var inkTop: Double
    public var inkBottom: Double
    /// Whether the line as a whole is read from right to left.
    public var isRightToLeft: Bool

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

    /// One run as a line of its own that begins at zero.
    package func alone(_ run: Run) -> ShapedLine {
        let start = run.clusters.first?.x ?? 0
        var moved = run
        for cluster in moved.clusters.indices {
            moved.clusters[cluster].x -= start
            for glyph in moved.clusters[cluster].glyphs.indices { moved.clusters[cluster].glyphs[glyph].x -= start }
        }
        return ShapedLine(
            text: run.text, runs: [moved], advance: run.clusters.map(\.advance).reduce(0, +), inkTop: inkTop,
            inkBottom: inkBottom, isRightToLeft: isRightToLeft)
    }
}
