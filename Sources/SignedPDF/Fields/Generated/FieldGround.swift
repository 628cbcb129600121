import Foundation

/// Draws a widget's background and border as viewers do (ISO 32000-2 tables 168 and 192).
extension FieldLook {
    /// - Parameter isRound: whether the border is a circle, as of radio buttons without a symbol
    func drawGround(isRound: Bool = false, into content: inout ContentStream) {
        if let ground { content.draw(.fill(.rectangle(x: 0, y: 0, width: width, height: height), color: ground)) }
        guard let border, borderWidth > 0 else { return }
        content.save()
        switch borderStyle {
        case .dashed:
            content.addRaw("[\(dash.map { ObjectWriter.text(of: $0) }.joined(separator: " "))] 0 d")
            stroke(outline(isRound), border, into: &content)
        case .underlined where !isRound:
            let line = VectorPath([.move(x: 0, y: 0), .line(x: width, y: 0)])
            stroke(line, border, into: &content)
        case .beveled where !isRound: drawEdges(border.lighter, border.darker, into: &content)
        case .inset where !isRound: drawEdges(border.darker, border.lighter, into: &content)
        default: stroke(outline(isRound), border, into: &content)
        }
        content.restore()
    }

    private func outline(_ isRound: Bool) -> VectorPath {
        let inset = borderWidth / 2
        guard isRound else {
            return .rectangle(
                x: inset, y: inset, width: max(0, width - 2 * inset), height: max(0, height - 2 * inset))
        }
        return .circle(x: width / 2, y: height / 2, radius: max(0, min(width, height) / 2 - inset))
    }

    private func stroke(_ path: VectorPath, _ color: InkColor, into content: inout ContentStream) {
        content.setStroke(color)
        content.add(borderWidth, operator: "w")
        content.construct(path)
        content.add(operator: "S")
    }

    private func drawEdges(_ first: InkColor, _ second: InkColor, into content: inout ContentStream) {
        let (w, h, b) = (width, height, borderWidth)
        let topLeft = VectorPath([
            .move(x: 0, y: 0), .line(x: 0, y: h), .line(x: w, y: h), .line(x: w - b, y: h - b), .line(x: b, y: h - b),
            .line(x: b, y: b), .close,
        ])
        let bottomRight = VectorPath([
            .move(x: w, y: h), .line(x: w, y: 0), .line(x: 0, y: 0), .line(x: b, y: b), .line(x: w - b, y: b),
            .line(x: w - b, y: h - b), .close,
        ])
        content.draw(.fill(topLeft, color: first))
        content.draw(.fill(bottomRight, color: second))
    }
}

extension InkColor {
    fileprivate var lighter: InkColor {
        InkColor(red: (red + 1) / 2, green: (green + 1) / 2, blue: (blue + 1) / 2)
    }

    fileprivate var darker: InkColor { InkColor(red: red / 2, green: green / 2, blue: blue / 2) }
}
