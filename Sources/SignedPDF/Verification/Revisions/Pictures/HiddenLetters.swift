/// Decides by geometry whether paints hide letters below them: by the union of what is painted at each letter.
struct HiddenLetters {
    /// The share of a letter that must be covered to make it illegible.
    private static let leastShare = 0.6
    /// The highest brightness of a legible letter; lighter ones are marks for programs that place fields.
    private static let brightest = 0.8
    private static let columns = 5
    private static let rows = 7

    private let paints: [Paint]
    private let meter: ReadingMeter

    init(under paints: [Paint], _ meter: ReadingMeter) {
        self.paints = paints.filter { $0.opacity > 0 }
        self.meter = meter
    }

    var isEmpty: Bool { paints.isEmpty }

    /// Whether one of the letters is legible and hidden. It is also `true` if comparing them takes too much work.
    func hides(_ letters: [PictureGlyph]) -> Bool {
        guard let first = paints.first else { return false }
        let whole = paints.reduce(first.box) { $0.union($1.box) }
        return letters.contains { letter in
            guard !whole.intersection(letter.box).isEmpty, Self.isLegible(letter) else { return false }
            guard let share = share(of: letter) else { return true }
            return share >= Self.leastShare
        }
    }

    /// Whether a letter is readable: not a rule of dots, not a space, not as pale as paper.
    static func isLegible(_ letter: PictureGlyph) -> Bool {
        guard letter.isVisible, (FieldColors.brightness(letter.color) ?? 0) < brightest else { return false }
        return letter.text?.contains { $0.isLetter || $0.isNumber || $0.isCurrencySymbol } ?? true
    }

    /// Returns the covered share of a letter, or `nil` if that takes too much work.
    private func share(of letter: PictureGlyph) -> Double? {
        // Most letters have no ink below the line.
        let box = letter.map.bounds(
            of: PDFRectangle(left: 0, bottom: 0, right: max(0.2, letter.advance, letter.ink), top: 0.7))
        guard (try? meter.charge(paints.count)) != nil else { return nil }
        let near = paints.filter { !$0.box.widened(by: 0.01).intersection(box).isEmpty }
        guard !near.isEmpty else { return 0 }
        guard (try? meter.charge(Self.columns * Self.rows * near.reduce(0) { $0 + $1.cost })) != nil else {
            return nil
        }
        var sum = 0.0
        for row in 0..<Self.rows {
            for column in 0..<Self.columns {
                // The points are not on a grid, on which a paint could leave holes.
                let (dx, dy) = Self.shift(row, column, near)
                let point = PicturePoint(
                    x: box.left + (Double(column) + dx) * box.width / Double(Self.columns),
                    y: box.bottom + (Double(row) + dy) * box.height / Double(Self.rows))
                let cell = min(box.width / Double(Self.columns), box.height / Double(Self.rows))
                sum += 1 - near.reduce(1) { $0 * (1 - min(1, $1.share(at: point, cell: cell, letter: letter.size))) }
            }
        }
        return sum / Double(Self.columns * Self.rows)
    }

    /// Returns a place within a cell that depends on what is painted.
    private static func shift(_ row: Int, _ column: Int, _ paints: [Paint]) -> (x: Double, y: Double) {
        var seed = UInt64(row * 31 + column) &* 0x9E37_79B9_7F4A_7C15
        for paint in paints { seed = (seed ^ paint.box.left.bitPattern ^ paint.box.top.bitPattern) &* 0x100_0000_01B3 }
        seed ^= seed >> 29
        return (0.25 + Double(seed & 0xFF) / 512, 0.25 + Double(seed >> 8 & 0xFF) / 512)
    }
}
