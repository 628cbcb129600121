import SignedPDF
import Typesetting

/// A typed name in one line, or in several if it would be too small to read in one.
///
/// The lines depend on nothing but the text and the face, so the preview, the page and the PDF show the same picture.
struct SignatureLines<Setter: Typesetter> {
    private struct Line {
        let outline: VectorPath
        let left: Double
        let right: Double
        let bottom: Double
        let top: Double

        var width: Double { right - left }
    }

    /// The width of a usual field for a signature, relative to its height.
    private static var usualShape: Double { 5 }
    /// How much larger a name must become before another line is worth it.
    private static var leastGain: Double { 1.25 }
    private static var mostLines: Int { 4 }
    /// The room between two lines, in thousandths of the em.
    private static var gap: Double { 60 }

    private let text: String
    private let face: String
    private let typesetter: Setter

    init(_ text: String, face: String, typesetter: Setter) {
        self.text = text
        self.face = face
        self.typesetter = typesetter
    }

    /// Returns the outline of all lines, centered, in thousandths of the em.
    func outline() throws(TypesettingError) -> VectorPath {
        let single = try typesetter.outline(of: text, face: face)
        guard let line = Self.line(single), line.width > Self.usualShape * 1000 else { return single }
        var best = [line]
        var bestScale = Self.scale(best)
        for count in 2...Self.mostLines {
            let lines = try broken(into: count)
            guard lines.count == count else { continue }
            let scale = Self.scale(lines)
            if scale >= Self.leastGain * bestScale { (best, bestScale) = (lines, scale) }
        }
        return best.count == 1 ? single : Self.stacked(best)
    }

    /// Breaks the text into lines that are as equally long as its words allow; a text without spaces is broken between
    /// characters.
    private func broken(into count: Int) throws(TypesettingError) -> [Line] {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let (parts, joint) = words.count >= count ? (words, " ") : (text.map { String($0) }, "")
        let whole = parts.reduce(0) { $0 + $1.count } + (parts.count - 1) * joint.count
        var texts: [String] = [""]
        var done = 0
        for part in parts {
            // A part goes where its middle lies.
            let middle = Double(done) + Double(part.count) / 2
            let isNext = middle * Double(count) / Double(max(1, whole)) >= Double(texts.count)
            if isNext, texts.count < count { texts.append("") }
            texts[texts.count - 1] += (texts[texts.count - 1].isEmpty ? "" : joint) + part
            done += part.count + joint.count
        }
        var lines: [Line] = []
        for text in texts where !text.isEmpty {
            guard let line = Self.line(try typesetter.outline(of: text, face: face)) else { return [] }
            lines.append(line)
        }
        return lines
    }

    private static func line(_ outline: VectorPath) -> Line? {
        outline.bounds.map { Line(outline: outline, left: $0.left, right: $0.right, bottom: $0.bottom, top: $0.top) }
    }

    /// Returns how large the lines are in a usual field.
    private static func scale(_ lines: [Line]) -> Double {
        let width = lines.map(\.width).max() ?? 1
        let height = lines.reduce(gap * Double(lines.count - 1)) { $0 + $1.top - $1.bottom }
        return min(usualShape / max(1, width), 1 / max(1, height))
    }

    private static func stacked(_ lines: [Line]) -> VectorPath {
        let width = lines.map(\.width).max() ?? 0
        var elements: [VectorPath.Element] = []
        var below = 0.0
        for line in lines {
            let (x, y) = ((width - line.width) / 2 - line.left, below - line.top)
            elements += line.outline.mapCoordinates(x: { $0 + x }, y: { $0 + y }).elements
            below -= line.top - line.bottom + gap
        }
        return VectorPath(elements)
    }
}
