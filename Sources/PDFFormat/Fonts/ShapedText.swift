/// One line of text as glyphs in their places, from left to right.
///
/// All numbers are thousandths of the font size, x to the right and y up, from the line's left end on the baseline.
public struct ShapedText: Sendable, Hashable {
    public struct Glyph: Sendable, Hashable {
        /// Its number in the font.
        public var id: Int
        public var x: Double
        public var y: Double
        /// The advance width that the font gives it.
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
        /// What the shaper calls the font.
        public var font: String
        public var isRightToLeft: Bool
        /// From left to right, whatever the direction of reading.
        public var clusters: [Cluster]
        /// The font's glyph of a space, if it has one.
        public var blank: Glyph?

        public init(font: String, isRightToLeft: Bool, clusters: [Cluster], blank: Glyph?) {
            self.font = font
            self.isRightToLeft = isRightToLeft
            self.clusters = clusters
            self.blank = blank
        }
    }

    public var runs: [Run]
    public var advance: Double
    /// How far the ink reaches above the baseline, and below it (negative).
    public var inkTop: Double
    public var inkBottom: Double
    /// Whether the line as a whole is read from right to left.
    public var isRightToLeft: Bool

    public init(runs: [Run], advance: Double, inkTop: Double, inkBottom: Double, isRightToLeft: Bool) {
        self.runs = runs
        self.advance = advance
        self.inkTop = inkTop
        self.inkBottom = inkBottom
        self.isRightToLeft = isRightToLeft
    }

    /// One run as a line of its own that begins at zero.
    package func alone(_ run: Run) -> ShapedText {
        let start = run.clusters.first?.x ?? 0
        var moved = run
        for cluster in moved.clusters.indices {
            moved.clusters[cluster].x -= start
            for glyph in moved.clusters[cluster].glyphs.indices { moved.clusters[cluster].glyphs[glyph].x -= start }
        }
        return ShapedText(
            runs: [moved], advance: run.clusters.map(\.advance).reduce(0, +), inkTop: inkTop, inkBottom: inkBottom,
            isRightToLeft: isRightToLeft)
    }
}
