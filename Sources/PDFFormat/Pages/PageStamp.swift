/// A word across the whole page, through which the page stays readable.
package struct PageStamp {
    package var text: String
    package var font = StandardFont.helveticaBold
    package var color = InkColor.gray(0.4)
    /// From 0, invisible, to 1.
    package var opacity = 0.25
    /// Sets the word in an embedded font.
    package var shaper: (any TextShaper)?

    package init(_ text: String, shaper: (any TextShaper)? = nil) {
        self.text = text
        self.shaper = shaper
    }

    /// The name of the graphics state with the opacity.
    static let state = "CsOpacity"
    /// The part of the page's diagonal that the word takes.
    private static let share = 0.7

    /// Returns the word along the diagonal of a page, from its lower left to its upper right.
    func appearance(width: Double, height: Double) throws(PDFError) -> Appearance {
        var appearance = Appearance(width: width, height: height)
        let line = try TextLine(text, font: font, shaper: shaper, direction: .leftToRight, place: "the stamp")
        let diagonal = (width * width + height * height).squareRoot()
        guard line.width > 0, diagonal > 0 else { return appearance }
        let size = min(diagonal * Self.share / line.width, min(width, height) * 0.6)
        let (cosine, sine) = (width / diagonal, height / diagonal)
        appearance.content.addRaw("/\(Self.state) gs")
        appearance.content.concatenate(cosine, sine, -sine, cosine, width / 2, height / 2)
        // Readers would read the letters of a slanted word one by one.
        appearance.content.addRaw("/Span <</ActualText (\(text))>> BDC")
        appearance.show(line, size: size, x: -line.width * size / 2, y: -size * 0.36, color: color)
        appearance.content.addRaw("EMC")
        return appearance
    }
}
