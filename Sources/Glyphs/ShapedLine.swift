/// One line of text as positioned glyphs, from left to right.
///
/// All numbers are thousandths of the font size, x to the right and y up, from the line's left end on the baseline.
public struct ShapedLine: Sendable, Hashable {
    /// A glyph and its place.
    public struct Glyph: Sendable, Hashable {
        /// The glyph's number in the font.
        public var id: Int
        /// The position of the glyph's origin.
        public var x: Double
        /// The height of the origin above the baseline.
        public var y: Double
        /// The glyph's advance width in the font; the next glyph's position may differ.
        public var width: Double
        /// The single character that the glyph represents in its plain form; `nil` for ligatures and the like.
        public var text: String?

        /// Takes the numbers in thousandths of the font size.
        public init(id: Int, x: Double, y: Double, width: Double, text: String?) {
            self.id = id
            self.x = x
            self.y = y
            self.width = width
            self.text = text
        }
    }

    /// An inseparable group of characters and glyphs: a ligature, a letter with its marks, a syllable.
    public struct Cluster: Sendable, Hashable {
        /// The characters in reading order.
        public var text: String
        /// The glyphs from left to right.
        public var glyphs: [Glyph]
        /// The left end of the cluster and its advance.
        public var x: Double
        /// The width that the cluster takes on the line.
        public var advance: Double

        /// Takes the numbers in thousandths of the font size.
        public init(text: String, glyphs: [Glyph], x: Double, advance: Double) {
            self.text = text
            self.glyphs = glyphs
            self.x = x
            self.advance = advance
        }
    }

    /// Clusters of one font and direction.
    public struct Run: Sendable, Hashable {
        /// The font of all glyphs in the run.
        public var font: FontID
        /// Whether the run is read from right to left. Its clusters stand from left to right in any case.
        public var isRightToLeft: Bool
        /// The clusters from left to right, whatever the reading direction.
        public var clusters: [Cluster]
        /// The font's glyph for a space; `nil` if it has none.
        public var blank: Glyph?

        /// The clusters come from left to right.
        public init(font: FontID, isRightToLeft: Bool, clusters: [Cluster], blank: Glyph?) {
            self.font = font
            self.isRightToLeft = isRightToLeft
            self.clusters = clusters
            self.blank = blank
        }

        /// The text of the clusters from left to right.
        package var text: String { clusters.map(\.text).joined() }
    }

    /// The text in reading order.
    public var text: String
    /// The runs from left to right.
    public var runs: [Run]
    /// The width of the line, from its left end to the place of a next character.
    public var advance: Double
    /// The extent of the ink above the baseline and below it (negative).
    public var inkTop: Double
    /// The lowest point of the ink; negative below the baseline.
    public var inkBottom: Double
    /// Whether the line as a whole is read from right to left.
    public var isRightToLeft: Bool

    /// The runs come from left to right; the text in reading order.
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

    /// Returns one run as a separate line that begins at zero.
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
