/// The components of composite glyphs, and the resulting numbers of points.
struct GlyphComposition {
    enum Glyph {
        case contours(points: Int)
        /// The numbers of other glyphs.
        case parts([Int])
    }

    /// The maximum nesting of glyphs: letters with marks have a depth of 2.
    private static let deepest = 6

    var glyphs: [Glyph] = []

    /// Whether no glyph exceeds the number of points, counting one more for each component.
    func isModest(points most: Int) -> Bool {
        var known: [Int: Int] = [:]
        return glyphs.indices.allSatisfy { points(of: $0, depth: 0, most, &known) != nil }
    }

    /// Returns the number of points; `nil` for a glyph that exceeds the limit, is nested too deeply, contains itself,
    /// or lacks a component.
    private func points(of index: Int, depth: Int, _ most: Int, _ known: inout [Int: Int]) -> Int? {
        guard glyphs.indices.contains(index), depth <= Self.deepest else { return nil }
        if let count = known[index] { return count }
        var sum = 0
        switch glyphs[index] {
        case .contours(let points): sum = points
        case .parts(let parts):
            for part in parts where sum <= most {
                guard let count = points(of: part, depth: depth + 1, most, &known) else { return nil }
                sum += count + 1
            }
        }
        guard sum <= most else { return nil }
        known[index] = sum
        return sum
    }
}
