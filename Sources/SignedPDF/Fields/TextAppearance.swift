import Foundation

/// Text set into a field's rectangle (ISO 32000-2 §12.7.4.3).
struct TextAppearance {
    let width: Double
    let height: Double
    private let layout: TextLayout
    private let margin: Double
    private let alignment: TextStyle.Alignment?

    var lines: [TextLine] { layout.lines }
    /// The font size in points.
    var fontSize: Double { layout.size }

    /// - Parameters:
    ///   - shaper: shapes a value that the font cannot show
    ///   - alignment: where the text lies; `nil` for the side at which each line begins
    /// - Throws: `PDFError.unshowableCharacter` that names the field
    init(
        _ text: String, font: StandardFont, shaper: (any TextShaper)? = nil, fontSize: Double?, width: Double,
        height: Double, alignment: TextStyle.Alignment? = nil, field: String
    ) throws(PDFError) {
        self.width = width
        self.height = height
        self.alignment = alignment
        let box = TextBox(width: width, height: height, fontSize: fontSize, font: font)
        margin = box.margin
        layout = try TextLayout(text, in: box, shaper: shaper, place: "the field “\(field)”")
    }

    var appearance: Appearance { appearance(on: []) }

    /// Returns the text on a ground, such as the field's own background and border.
    ///
    /// - Parameter unit: the length in points of a unit of the ground
    func appearance(on ground: [Ink], unit: Double = 1) -> Appearance {
        var appearance = Appearance(width: width, height: height)
        if unit != 1, !ground.isEmpty {
            appearance.content.save()
            appearance.content.concatenate(unit, 0, 0, unit, 0, 0)
        }
        for ink in ground { appearance.content.draw(ink) }
        if unit != 1, !ground.isEmpty { appearance.content.restore() }
        appearance.content.addRaw("/Tx BMC")
        appearance.content.save()
        appearance.content.clip(x: 0, y: 0, width: width, height: height)
        let free = height - layout.extent
        // A single line is centered vertically; several lines begin at the top.
        let top = lines.count > 1 ? max(0, min(1, free)) : free / 2
        var baseline = height - top - layout.ascent * fontSize
        for line in lines {
            let room = max(0, width - 2 * margin - line.width * fontSize)
            let x =
                switch alignment ?? (line.isRightToLeft ? .right : .left) {
                case .left: margin
                case .center: margin + room / 2
                case .right: margin + room
                }
            appearance.show(line, size: fontSize, x: x, y: baseline)
            baseline -= layout.leading * fontSize
        }
        appearance.content.restore()
        appearance.content.addRaw("EMC")
        return appearance
    }
}

extension TextStyle.Alignment {
    /// The number of the alignment in a field (ISO 32000-2 table 228, `/Q`).
    var quadding: Int {
        switch self {
        case .left: 0
        case .center: 1
        case .right: 2
        }
    }
}
