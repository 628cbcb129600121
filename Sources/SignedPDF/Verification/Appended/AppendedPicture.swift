/// A picture of text that a revision appended, read like the verifier reads a field's picture.
struct AppendedPicture {
    private let content: PictureContent
    private let drawn: DrawnText

    /// - Returns: `nil` if any part of the picture is unrecognized
    init?(_ stream: PDFStream, in document: PDFDocument) {
        // Its place on the page is compared elsewhere, so the picture is read as it is.
        guard let box = stream.dictionary["BBox"]?.arrayValue.flatMap({ PDFRectangle($0) }),
            let matrix = stream.dictionary["Matrix"].map({ $0.arrayValue.flatMap { AffineMap($0) } }) ?? .identity,
            let content = PictureContent(stream, in: matrix.bounds(of: box), document),
            let drawn = DrawnText(content, pageRotation: content.placement.turn ?? 0)
        else { return nil }
        self.content = content
        self.drawn = drawn
    }

    /// The characters in visual order from the left, line by line.
    var text: String { Self.seen(drawn.text) }

    /// Whether this picture shows a text on the same ground as another picture, and nothing else.
    func shows(_ text: String, like other: AppendedPicture) -> Bool {
        let (grounds, others) = (drawn.grounds, other.drawn.grounds)
        // Swift treats canonically equivalent characters as equal. Other substitutes, such as a raised digit, read as
        // different text.
        return Self.seen(text) == self.text && !FieldPicture.isTorn(drawn.text, apartFrom: text)
            && grounds.allSatisfy { $0.wasPainted(by: others) } && others.allSatisfy { $0.wasPainted(by: grounds) }
            && hasSize(of: other)
    }

    /// Whether the letters have a similar size to the other picture's. Font widths differ, so letters that have to fit
    /// may be smaller, but not so small that they are illegible.
    private func hasSize(of other: AppendedPicture) -> Bool {
        guard let size = other.content.glyphs.map(\.size).min() else { return true }
        return content.glyphs.allSatisfy { $0.size >= size / 2 }
    }

    /// Returns a text without characters that need no glyph: joiners, direction marks, soft hyphens.
    private static func seen(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter {
                    !$0.properties.isDefaultIgnorableCodePoint && $0 != DrawnText.gapMark
                }))
    }
}
