/// The small lines at the bottom of a signature's appearance, which take less than half of its height.
package struct SignatureCaption: Sendable {
    let lines: [TextLine]
    /// The font size, in points.
    package let size: Double
    /// The height of all lines, in points.
    package let height: Double
    /// The lines' baselines in points above the bottom, from the first line to the last.
    package let baselines: [Double]

    static let gray = 0.3

    /// The lines' widths in points.
    package var widths: [Double] { lines.map { $0.width * size } }

    /// - Parameters:
    ///   - width, height: the size of the whole signature, in points
    ///   - place: what an error names
    /// - Returns: `nil` without texts
    /// - Throws: `PDFError.unshowableCharacter`
    package init?(
        _ texts: [String], shaper: (any TextShaper)?, width: Double, height: Double, place: String
    ) throws(PDFError) {
        guard !texts.isEmpty else { return nil }
        var lines: [TextLine] = []
        for text in texts {
            lines += try TextLine.lines(of: [text], font: .helvetica, shaper: shaper, place: place)
        }
        let widest = max(0.1, lines.map(\.width).max() ?? 0)
        let ascent = lines.map(\.ascent).max() ?? 0
        let descent = lines.map(\.descent).max() ?? 0
        let leading = max(1.2, ascent + descent)
        let byHeight = height * 0.45 / (Double(lines.count) * leading)
        let size = max(1, min(8, byHeight, width / widest))
        self.lines = lines
        self.size = size
        self.height = Double(lines.count) * leading * size
        baselines = lines.indices.map { index in
            (Double(lines.count - 1 - index) * leading + descent) * size
        }
    }
}
