/// A picture of text that a revision appended, read as the verifier reads the picture of a field.
struct AppendedPicture {
    private let content: PictureContent
    private let drawn: DrawnText

    /// - Returns: nil for a picture of which a part cannot be told.
    init?(_ stream: PDFStream, in document: PDFDocument) {
        // Where it lies on the page is compared elsewhere; here it lies as it is.
        guard let box = stream.dictionary["BBox"]?.arrayValue.flatMap({ PDFRectangle($0) }),
            let matrix = stream.dictionary["Matrix"].map({ $0.arrayValue.flatMap { AffineMap($0) } }) ?? .identity,
            let content = PictureContent(stream, in: matrix.bounds(of: box), document),
            let drawn = DrawnText(content, pageRotation: content.placement.turn ?? 0)
        else { return nil }
        self.content = content
        self.drawn = drawn
    }

    /// The characters in the order in which they are seen from the left, line by line.
    var text: String { Self.seen(drawn.text) }

    /// Whether this picture shows a text before the ground of another one, and nothing else.
    func shows(_ text: String, like other: AppendedPicture) -> Bool {
        let (grounds, others) = (drawn.grounds, other.drawn.grounds)
        // Two spellings of one character are equal to Swift. What else may stand for another, such as a raised digit, is
        // another text to people.
        return Self.seen(text) == self.text && !FieldPicture.isTorn(drawn.text, apartFrom: text)
            && grounds.allSatisfy { $0.wasPainted(by: others) } && others.allSatisfy { $0.wasPainted(by: grounds) }
            && hasSize(of: other)
    }

    /// Fonts are of different widths, so the letters of a text that has to fit may be smaller than in another font; but
    /// not so small that nobody can read them.
    private func hasSize(of other: AppendedPicture) -> Bool {
        guard let size = other.content.glyphs.map(\.size).min() else { return true }
        return content.glyphs.allSatisfy { $0.size >= size / 2 }
    }

    /// A text without what needs no glyph of its own: joiners, marks of direction, soft hyphens.
    private static func seen(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter {
                    !$0.properties.isDefaultIgnorableCodePoint && $0 != DrawnText.gapMark
                }))
    }
}
