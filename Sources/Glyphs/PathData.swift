/// Converts paths to and from SVG path data (SVG 2 §9.3) with absolute coordinates of at most two decimals.
///
/// An adopted signature is sent to the page as this text, and the path in the PDF is read from the same text. So the
/// signature that a person saw and the signed one cannot differ.
extension VectorPath {
    /// SVG path data: `M10 20.5C…Z`. Coordinates are rounded to hundredths.
    package var pathData: String {
        func number(_ value: Double) -> Hundredths { Hundredths(value) }
        var text = ""
        for element in elements {
            switch element {
            case .move(let x, let y): text += "M\(number(x)) \(number(y))"
            case .line(let x, let y): text += "L\(number(x)) \(number(y))"
            case .curve(let x1, let y1, let x2, let y2, let x, let y):
                text += "C\(number(x1)) \(number(y1)) \(number(x2)) \(number(y2)) \(number(x)) \(number(y))"
            case .close: text += "Z"
            }
        }
        return text
    }

    /// Reads the output of ``pathData``. Returns `nil` for anything else.
    package init?(pathData text: String) {
        var reader = PathReader(text)
        var elements: [Element] = []
        while let letter = reader.byte() {
            switch letter {
            case UInt8(ascii: "M"):
                guard let end = reader.point() else { return nil }
                elements.append(.move(x: end.x, y: end.y))
            case UInt8(ascii: "L"):
                guard let end = reader.point() else { return nil }
                elements.append(.line(x: end.x, y: end.y))
            case UInt8(ascii: "C"):
                guard let first = reader.point(), reader.space(), let second = reader.point(), reader.space(),
                    let end = reader.point()
                else { return nil }
                elements.append(.curve(x1: first.x, y1: first.y, x2: second.x, y2: second.y, x: end.x, y: end.y))
            case UInt8(ascii: "Z"): elements.append(.close)
            default: return nil
            }
        }
        self.init(elements)
    }

    /// Converts a path from y-down coordinates in a box of this height to y-up coordinates from the box's bottom, in
    /// hundredths.
    package func upward(height: Double) -> VectorPath {
        let top = Hundredths(height)
        return mapCoordinates(x: { Hundredths($0).value }, y: { (top - Hundredths($0)).value })
    }
}
