import PageImages
import SignedPDF

/// A page's picture, from which the color behind a text and the gap beside it are read.
struct PageBackground {
    private let image: PixelImage
    /// Pixels for a point.
    private let scale: Double

    init(_ image: PixelImage, width: Double) {
        self.image = image
        scale = Double(image.width) / max(1, width)
    }

    /// Returns the most frequent color in a box and just around it; white if it lies outside the picture.
    func color(around box: PageRect) -> InkColor {
        let area = pixels(box, extended: 2)
        var counts: [PixelImage.Color: Int] = [:]
        // A sample of rows and columns is enough for a large box.
        let (down, across) = (max(1, area.rows.count / 100), max(1, area.columns.count / 200))
        for y in stride(from: area.rows.lowerBound, to: area.rows.upperBound, by: down) {
            for x in stride(from: area.columns.lowerBound, to: area.columns.upperBound, by: across) {
                if let color = image.color(x: x, y: y) { counts[color, default: 0] += 1 }
            }
        }
        guard let most = counts.max(by: { ($0.value, $1.key.sum) < ($1.value, $0.key.sum) })?.key else {
            return .gray(1)
        }
        return InkColor(red: Double(most.red) / 255, green: Double(most.green) / 255, blue: Double(most.blue) / 255)
    }

    /// Returns a place inside a word, in points from the page's left: between the letters before and behind it.
    ///
    /// If there is a blank column between all letters, counting them finds the place. Otherwise it is where it would be
    /// in the font that fits the blank columns best.
    func place(of cut: WordCut) -> Double {
        let word = cut.word
        let box = PageRect(x: word.x, y: word.y, width: word.width, height: word.height)
        let area = pixels(box, extended: 1)
        let blank = color(around: box)
        let columns = area.columns.map { isBlank($0, area.rows, blank) }
        let letters = Self.runs(of: false, in: columns)
        if letters.count == word.text.count {
            return point(area.columns.lowerBound, letters[cut.index - 1].upperBound, letters[cut.index].lowerBound)
        }
        let first = area.columns.lowerBound
        func fits(_ place: Double) -> Bool {
            let column = Int(place * scale) - first
            return columns.indices.contains(column) && columns[column]
        }
        let candidates = WordCut.fonts.map { WordCut.places(in: word, by: $0) }
        let counts = candidates.map { $0.count(where: fits) }
        guard let most = counts.max(), let best = counts.firstIndex(of: most) else { return cut.estimate }
        let place = candidates[best][cut.index - 1]
        let gaps = Self.runs(of: true, in: columns).map { point(first, $0.lowerBound, $0.upperBound) }
        let nearest = gaps.min { abs($0 - place) < abs($1 - place) } ?? place
        return abs(nearest - place) < word.height / 2 ? nearest : place
    }

    /// Returns a line's box between the inks of the lines above and below, whose boxes may overlap it.
    ///
    /// Ink that crosses the box's top or bottom belongs to the line itself if no blank row parts it from the middle.
    /// Then the box is extended to the next blank row, at most by a part of its height.
    ///
    /// - Parameter hasLowInk: whether the line has ink below its letters, such as underscores
    func alone(_ box: PageRect, hasLowInk: Bool) -> PageRect {
        let area = pixels(box, extended: 0)
        let blank = color(around: box)
        func isBlankRow(_ row: Int) -> Bool {
            area.columns.allSatisfy { isBlank($0, row..<row + 1, blank, within: Self.faintest) }
        }
        guard let first = area.rows.first, let last = area.rows.last else { return box }
        let (middle, reach) = ((first + last) / 2, max(1, Int(Double(area.rows.count) * Self.overshoot)))
        var (top, bottom) = (box.y, box.y + box.height)
        if !isBlankRow(first) {
            let row = (first...middle).first(where: isBlankRow) ?? (first - reach..<first).last(where: isBlankRow)
            top = row.map { Double($0) / scale } ?? top
        }
        if !isBlankRow(last) {
            let between = hasLowInk ? nil : (middle...last).last(where: isBlankRow)
            let row =
                between ?? (last + 1..<last + 1 + reach).first(where: isBlankRow)
            bottom = row.map { Double($0 + 1) / scale } ?? bottom
        }
        return PageRect(x: box.x, y: top, width: box.width, height: bottom - top)
    }

    /// How far letters may reach beyond their line's box, as a part of its height.
    private static let overshoot = 0.4

    /// The difference from which a color counts as another one, of components from 0 to 1: between letters, which may
    /// touch almost, and for the last trace of one.
    private static let faint = 0.15
    private static let faintest = 0.02

    /// Returns the middle between two columns, in points.
    private func point(_ first: Int, _ one: Int, _ other: Int) -> Double {
        (Double(first) + Double(one + other) / 2) / scale
    }

    /// Returns the runs of columns that are blank, or of those that are not.
    private static func runs(of isBlank: Bool, in columns: [Bool]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for (column, own) in columns.enumerated() where own == isBlank {
            if let last = runs.last, last.upperBound == column {
                runs[runs.count - 1] = last.lowerBound..<column + 1
            } else {
                runs.append(column..<column + 1)
            }
        }
        return runs
    }

    private func isBlank(
        _ column: Int, _ rows: Range<Int>, _ blank: InkColor, within limit: Double = faint
    ) -> Bool {
        rows.allSatisfy { y in
            guard let color = image.color(x: column, y: y) else { return true }
            let differences = [
                Double(color.red) / 255 - blank.red, Double(color.green) / 255 - blank.green,
                Double(color.blue) / 255 - blank.blue,
            ]
            return differences.allSatisfy { abs($0) < limit }
        }
    }

    private func pixels(_ box: PageRect, extended: Int) -> (columns: Range<Int>, rows: Range<Int>) {
        func range(_ start: Double, _ length: Double, _ limit: Int) -> Range<Int> {
            let first = min(max(0, Int((start * scale).rounded(.down)) - extended), limit)
            let last = min(max(first, Int(((start + length) * scale).rounded(.up)) + extended), limit)
            return first..<last
        }
        return (range(box.x, box.width, image.width), range(box.y, box.height, image.height))
    }
}

extension PixelImage.Color {
    fileprivate var sum: Int { Int(red) + Int(green) + Int(blue) }
}
