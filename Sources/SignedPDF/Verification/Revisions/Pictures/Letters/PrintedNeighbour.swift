/// Decides whether something new stands so close to a printed letter that both read as one text.
enum PrintedNeighbour {
    /// How far, in points, a letter that is near may be from the place of a picture.
    static let reach = 12.0
    /// The widest gap between two letters of a word, for a height of 1; a space is wider.
    private static let gap = 0.25
    /// The share of the lower one's height that both have in common on one line.
    private static let common = 0.4

    static func adjoins(_ box: PDFRectangle, _ letter: PictureGlyph) -> Bool {
        guard HiddenLetters.isLegible(letter) || isSign(letter) else { return false }
        let print = letter.box
        let across = max(print.left - box.right, box.left - print.right)
        let along = max(print.bottom - box.top, box.bottom - print.top)
        let isTurned = letter.map.quarterTurn == 90 || letter.map.quarterTurn == 270
        let (distance, overlap) = isTurned ? (along, -across) : (across, -along)
        let least = isTurned ? min(box.width, print.width) : min(box.height, print.height)
        return distance <= gap * letter.size && overlap >= common * least
    }

    /// Whether a letter is a number, or a sign that stands in numbers.
    static func isNumeric(_ letter: PictureGlyph) -> Bool {
        letter.text?.contains { $0.isNumber || $0.isCurrencySymbol || ".,-−+%".contains($0) } ?? false
    }

    private static func isSign(_ letter: PictureGlyph) -> Bool { letter.isVisible && isNumeric(letter) }
}
