import Foundation

/// Draws the text of a text field or of a choice as viewers do (ISO 32000-2 §12.7.4.3 and §12.7.5.3).
///
/// The standard leaves the places of lines to viewers. These are those of Poppler, which other viewers' differ little
/// from.
struct GeneratedText {
    let look: FieldLook
    let font: FieldFont

    /// The largest size of several lines that are fitted.
    private static let largestFittedSize = 20
    /// Where a single line's baseline lies below the middle of the field, for a size of 1.
    private static let drop = 0.4
    private static let lineHeight = 1.1

    private func begin(_ appearance: inout Appearance) {
        appearance.content.addRaw("/Tx BMC")
        appearance.content.save()
        appearance.content.clip(x: 0, y: 0, width: look.width, height: look.height)
    }

    private func end(_ appearance: inout Appearance) {
        appearance.content.restore()
        appearance.content.addRaw("EMC")
    }

    private func show(
        _ text: String, size: Double, x: Double, y: Double, color: InkColor? = nil, in drawn: inout Appearance
    )
        throws(PDFError)
    {
        guard !text.isEmpty else { return }
        drawn.show(try font.line(text), size: size, x: x, y: y, color: color ?? look.text.color)
    }

    // MARK: One line

    func drawLine(_ text: String, into drawn: inout Appearance) throws(PDFError) {
        let text = String(text.map { $0.isNewline ? " " : $0 })
        let width = try font.width(of: text)
        var size = look.text.size
        if size == 0 {
            size = look.height - 2 * look.borderWidth
            if width > 0 { size = min(size, (look.width - 4 - 2 * look.borderWidth) / width) }
            size = max(1, size.rounded(.down))
        }
        begin(&drawn)
        try show(
            text, size: size, x: look.start(ofWidth: width * size), y: look.height / 2 - Self.drop * size, in: &drawn)
        end(&drawn)
    }

    /// - Parameter cells: the number of cells that the field is divided into
    func drawComb(_ text: String, cells: Int, into drawn: inout Appearance) throws(PDFError) {
        let letters = text.prefix(cells).map(String.init)
        let cell = (look.width - 2 * look.borderWidth) / Double(cells)
        var size = look.text.size
        if size == 0 { size = max(1, min(look.height - 2 * look.borderWidth, cell).rounded(.down)) }
        let free = Double(cells - letters.count)
        let skipped: Double =
            switch look.alignment {
            case .left: 0
            case .center: (free / 2).rounded(.down)
            case .right: free
            }
        begin(&drawn)
        for (index, letter) in letters.enumerated() where letter != " " {
            let left = look.borderWidth + (skipped + Double(index)) * cell
            let x = left + (cell - (try font.width(of: letter)) * size) / 2
            try show(letter, size: size, x: x, y: look.height / 2 - Self.drop * size, in: &drawn)
        }
        end(&drawn)
    }

    // MARK: Several lines

    func drawLines(_ text: String, into drawn: inout Appearance) throws(PDFError) {
        let room = look.width - 2 * look.margin
        var size = look.text.size
        if size == 0 {
            size = 1
            for trial in stride(from: Self.largestFittedSize, to: 1, by: -1) {
                let count = Double(try font.lines(of: text, within: room / Double(trial)).count)
                let last = look.height - 2 * look.borderWidth - 7 - count * Double(trial)
                guard last < 0.33 * Double(trial) else {
                    size = Double(trial)
                    break
                }
            }
        }
        begin(&drawn)
        var y = look.height - 3
        for line in try font.lines(of: text, within: room / size) {
            y -= size
            guard y > -size else { break }
            try show(line, size: size, x: look.start(ofWidth: try font.width(of: line) * size), y: y, in: &drawn)
        }
        end(&drawn)
    }

    /// - Parameters:
    ///   - first: the option at the top (`/TI`)
    ///   - selected: the selected options, by their places
    func drawList(_ options: [String], from first: Int, selected: Set<Int>, into drawn: inout Appearance)
        throws(PDFError)
    {
        var size = look.text.size
        if size == 0 {
            var widest = 0.0
            for option in options { widest = max(widest, try font.width(of: option)) }
            size = look.height - 2 * look.borderWidth
            if widest > 0 { size = min(size, (look.width - 4 - 2 * look.borderWidth) / widest) }
            size = max(1, min(12, size.rounded(.down)))
        }
        begin(&drawn)
        var y = look.height - Self.lineHeight * size
        for (index, option) in options.enumerated().dropFirst(max(0, first)) {
            guard y > -size else { break }
            if selected.contains(index) {
                let bar = VectorPath.rectangle(
                    x: look.borderWidth, y: y - 0.2 * size, width: max(0, look.width - 2 * look.borderWidth),
                    height: Self.lineHeight * size)
                drawn.content.draw(.fill(bar, color: .black))
            }
            try show(
                option, size: size, x: look.start(ofWidth: try font.width(of: option) * size), y: y,
                color: selected.contains(index) ? .gray(1) : nil, in: &drawn)
            y -= Self.lineHeight * size
        }
        end(&drawn)
    }
}
