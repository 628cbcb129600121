/// What may be done altogether to look into the fonts of somebody else's pictures.
///
/// A font of a few kilobytes can ask for days: glyphs made of glyphs, outlines that cross themselves. Fonts that this
/// library writes hold the glyphs that a text shows, and stay far below.
final class PictureEffort {
    /// One for each font and script; a text of ten scripts is a rare one.
    static let mostFontsOfPicture = 16
    private static let mostFonts = 64
    /// For some 3,000 different ideographs, of about 600 each: an element of an outline, or a crossing of one, is 1.
    private static let mostWork = 2_000_000

    private var fonts = PictureEffort.mostFonts
    /// What is left for outlines; below zero once it was too little.
    var work = PictureEffort.mostWork

    /// Whether one more font may be read.
    func takesFont() -> Bool {
        fonts -= 1
        return fonts >= 0
    }
}

/// How far the glyphs reach of a font that a document carries: of those that pictures show, found once they do.
final class FontInk {
    private let program: FontSubset.Program
    private let shaper: any TextShaper
    private var known: Set<UInt16> = []
    private var boxes: [UInt16: InkBox] = [:]

    init(_ program: FontSubset.Program, shaper: any TextShaper) {
        self.program = program
        self.shaper = shaper
    }

    /// In thousandths of the font size; nil for a code whose glyph has no ink, or that was not looked for.
    subscript(code: UInt16) -> InkBox? { boxes[code] }

    /// Looks at the glyphs of codes.
    ///
    /// - Returns: false for a font that cannot be read, or asks for more than is left of the effort.
    /// - Throws: `PDFError.beyondLimits`.
    func find(_ codes: Set<UInt16>, _ effort: PictureEffort, _ meter: ReadingMeter) throws(PDFError) -> Bool {
        let new = codes.subtracting(known)
        guard !new.isEmpty else { return true }
        // The program is read anew each time.
        try meter.charge(program.bytes.count * 4)
        guard let found = shaper.ink(of: program, codes: new, within: &effort.work), effort.work >= 0 else {
            return false
        }
        known.formUnion(new)
        boxes.merge(found) { _, new in new }
        return true
    }
}
