/// A shaped line and its position.
package struct PlacedText: Sendable {
    package var text: ShapedLine
    /// The font size in points.
    package var size: Double
    /// The line's left end on the baseline, in points.
    package var x: Double
    package var y: Double
    package var color: InkColor
}

/// Writes shaped text as text-showing operators (ISO 32000-2 §9.4.3).
///
/// Readers look up a code's text in the font's ToUnicode map. The map cannot express several glyphs for one character
/// or syllable, or one glyph for two different characters. Such glyphs are written in a span with `/ActualText`
/// (§14.9.4).
///
/// In right-to-left text, strings are shown in visual order, and readers reverse them (§14.8.2.5.3). Poppler, PDFium
/// and MuPDF also reverse the characters of a single glyph, so those are written in visual order too.
struct ShapedTextWriter {
    private var writer: ObjectWriter
    private let placed: PlacedText
    /// The position of the next glyph according to the previous widths, in thousandths of the size; `nil` before the
    /// first.
    private var pen: (x: Double, y: Double)?
    private var isArrayOpen = false
    private var isStringOpen = false

    static func write(_ placed: PlacedText, to writer: inout ObjectWriter, _ fonts: inout CompositeFonts) {
        var own = ShapedTextWriter(writer: ObjectWriter(), placed: placed)
        own.write(&fonts)
        writer.append(own.writer.bytes)
    }

    private init(writer: ObjectWriter, placed: PlacedText) {
        self.writer = writer
        self.placed = placed
    }

    private mutating func write(_ fonts: inout CompositeFonts) {
        writer.append("BT\n")
        for part in [placed.color.red, placed.color.green, placed.color.blue] { number(part) }
        writer.append("rg\n")
        for run in placed.text.runs {
            guard let used = fonts.used[run.font], let font = used.font else { continue }
            closeArray()
            writer.write(name: used.name)
            writer.append(" ")
            number(placed.size)
            writer.append("Tf\n")
            for cluster in run.clusters { write(cluster, run, font, &fonts) }
        }
        closeArray()
        writer.append("ET\n")
    }

    private mutating func write(
        _ cluster: ShapedLine.Cluster, _ run: ShapedLine.Run, _ font: FontSubset, _ fonts: inout CompositeFonts
    ) {
        let text = run.isRightToLeft ? Self.asItStands(cluster.text) : cluster.text
        if cluster.glyphs.count == 1, let glyph = cluster.glyphs.first, fonts.claim(glyph.id, of: run.font, for: text) {
            show(glyph, font)
            return
        }
        for glyph in cluster.glyphs {
            if let plain = glyph.text { _ = fonts.claim(glyph.id, of: run.font, for: plain) }
        }
        closeArray()
        writer.append("/Span <</ActualText ")
        writer.write(.text(text))
        writer.append(">> BDC\n")
        // Letters first, then their marks: readers take the span's extent from its first and last glyph.
        for glyph in cluster.glyphs where glyph.width != 0 { show(glyph, font) }
        for glyph in cluster.glyphs where glyph.width == 0 { show(glyph, font) }
        let end = cluster.x + cluster.advance
        if let blank = run.blank, let pen, cluster.glyphs.count > 1, abs(pen.x - end) > 1 || abs(pen.y) > 1 {
            show(ShapedLine.Glyph(id: blank.id, x: end - blank.width, y: 0, width: blank.width, text: " "), font)
        }
        closeArray()
        writer.append("EMC\n")
    }

    /// Returns right-to-left characters in visual order.
    private static func asItStands(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.reversed()))
    }

    // MARK: Glyphs

    private mutating func show(_ glyph: ShapedLine.Glyph, _ font: FontSubset) {
        guard let code = font.codes[glyph.id] else { return }
        move(to: glyph)
        if !isStringOpen {
            writer.append("<")
            isStringOpen = true
        }
        writer.append(hex: [UInt8(code >> 8), UInt8(code & 0xFF)])
        pen?.x += font.widths[glyph.id] ?? glyph.width
    }

    /// Moves the pen to a glyph: on the same line by a number in the array, to another height by a new matrix.
    private mutating func move(to glyph: ShapedLine.Glyph) {
        if let pen, abs(pen.y - glyph.y) < 0.5 {
            let back = (pen.x - glyph.x).rounded()
            openArray()
            guard back != 0 else { return }
            closeString()
            writer.append(ObjectWriter.text(of: back))
            self.pen?.x -= back
            return
        }
        closeArray()
        writer.append("1 0 0 1 ")
        number(placed.x + glyph.x * placed.size / 1000)
        number(placed.y + glyph.y * placed.size / 1000)
        writer.append("Tm\n")
        pen = (glyph.x, glyph.y)
        openArray()
    }

    private mutating func openArray() {
        guard !isArrayOpen else { return }
        writer.append("[")
        isArrayOpen = true
    }

    private mutating func closeString() {
        guard isStringOpen else { return }
        writer.append(">")
        isStringOpen = false
    }

    private mutating func closeArray() {
        closeString()
        guard isArrayOpen else { return }
        writer.append("] TJ\n")
        isArrayOpen = false
    }

    private mutating func number(_ value: Double) {
        let rounded = (value * 10_000).rounded() / 10_000
        writer.append(ObjectWriter.text(of: rounded == 0 ? 0 : rounded))
        writer.append(" ")
    }
}
