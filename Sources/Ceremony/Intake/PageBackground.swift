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

    /// Returns the middle of the blank columns that are nearest to a place, at most half a line away; the place itself
    /// if there are none.
    func gap(near x: Double, top: Double, height: Double) -> Double {
        let reach = height / 2
        let area = pixels(PageRect(x: x - reach, y: top, width: 2 * reach, height: height), extended: 0)
        let blank = color(around: PageRect(x: x - reach, y: top, width: 2 * reach, height: height))
        var best: Double?
        var start: Int?
        for column in area.columns.lowerBound...area.columns.upperBound {
            let isBlank = column < area.columns.upperBound && isBlank(column, area.rows, blank)
            if isBlank { start = start ?? column }
            if !isBlank, let first = start {
                let middle = Double(first + column) / 2 / scale
                if abs(middle - x) < abs((best ?? .infinity) - x) { best = middle }
                start = nil
            }
        }
        return best ?? x
    }

    private func isBlank(_ column: Int, _ rows: Range<Int>, _ blank: InkColor) -> Bool {
        rows.allSatisfy { y in
            guard let color = image.color(x: column, y: y) else { return true }
            let differences = [
                Double(color.red) / 255 - blank.red, Double(color.green) / 255 - blank.green,
                Double(color.blue) / 255 - blank.blue,
            ]
            return differences.allSatisfy { abs($0) < 0.15 }
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
