import Foundation

/// Writes the operators of page or form content (ISO 32000-2 annex A).
package struct ContentStream {
    private var writer = ObjectWriter()
    /// Shaped lines with their byte offsets. They are written once their fonts' codes are known.
    private var placed: [(text: PlacedText, offset: Int)] = []
    /// The shapers of the fonts in use.
    package private(set) var shaperByFont: [FontID: any TextShaper] = [:]

    /// The content without shaped lines.
    package var data: Data { Data(writer.bytes) }

    package var shapedTexts: [ShapedLine] { placed.map(\.text.text) }

    /// Returns the whole content, using fonts that are already embedded.
    package func data(_ fonts: inout CompositeFonts) -> Data {
        var whole = ObjectWriter()
        var start = 0
        for (text, offset) in placed {
            whole.append(writer.bytes[start..<offset])
            ShapedTextWriter.write(text, to: &whole, &fonts)
            start = offset
        }
        whole.append(writer.bytes[start...])
        return Data(whole.bytes)
    }

    package mutating func show(_ text: PlacedText, _ shaper: any TextShaper) {
        placed.append((text, writer.bytes.count))
        for run in text.text.runs { shaperByFont[run.font] = shaper }
    }

    /// Appends numbers, rounded to four decimals, and their operator.
    package mutating func add(_ numbers: Double..., operator name: String) {
        for number in numbers {
            let scaled = (number * 10_000).rounded() / 10_000
            writer.append(ObjectWriter.text(of: scaled == 0 ? 0 : scaled))
            writer.append(" ")
        }
        writer.append(name)
        writer.append("\n")
    }

    package mutating func save() { add(operator: "q") }
    package mutating func restore() { add(operator: "Q") }

    /// Concatenates to the current transformation matrix. Its numbers are more precise than coordinates, because scales
    /// are small.
    package mutating func concatenate(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
        for number in [a, b, c, d, e, f] {
            writer.append(ObjectWriter.text(of: (number * 100_000_000).rounded() / 100_000_000))
            writer.append(" ")
        }
        add(operator: "cm")
    }

    /// Clips to the rectangle until the next `restore`.
    package mutating func clip(x: Double, y: Double, width: Double, height: Double) {
        add(x, y, width, height, operator: "re")
        add(operator: "W n")
    }

    package mutating func setFill(_ color: InkColor) { add(color.red, color.green, color.blue, operator: "rg") }
    package mutating func setStroke(_ color: InkColor) { add(color.red, color.green, color.blue, operator: "RG") }

    package mutating func draw(_ ink: Ink) {
        switch ink {
        case .fill(let path, let color):
            setFill(color)
            construct(path)
            add(operator: "f")
        case .stroke(let path, let width, let color):
            setStroke(color)
            add(width, operator: "w")
            add(operator: "1 J 1 j")
            construct(path)
            add(operator: "S")
        }
    }

    /// Appends a path without painting it.
    package mutating func construct(_ path: VectorPath) {
        for element in path.elements {
            switch element {
            case .move(let x, let y): add(x, y, operator: "m")
            case .line(let x, let y): add(x, y, operator: "l")
            case .curve(let x1, let y1, let x2, let y2, let x, let y): add(x1, y1, x2, y2, x, y, operator: "c")
            case .close: add(operator: "h")
            }
        }
    }

    /// Shows one line of text with the left end of its baseline at the point.
    ///
    /// - Parameters:
    ///   - codes: the text in the font's encoding
    ///   - font: the font's name in the content's resources
    package mutating func show(
        _ codes: [UInt8], font: String, size: Double, x: Double, y: Double, color: InkColor = .black
    ) {
        add(operator: "BT")
        setFill(color)
        writer.write(name: font)
        add(operator: "")
        add(size, operator: "Tf")
        add(x, y, operator: "Td")
        writer.write(literal: codes)
        add(operator: " Tj")
        add(operator: "ET")
    }

    /// Paints an XObject from the content's resources.
    package mutating func paint(_ xObject: String) {
        writer.write(name: xObject)
        add(operator: " Do")
    }

    package mutating func addRaw(_ text: String) { add(operator: text) }
}
