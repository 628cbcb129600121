/// Draws check boxes, radio buttons and push buttons as viewers do (ISO 32000-2 §12.7.5.2).
struct GeneratedButton {
    enum Kind {
        case check, radio, push
    }

    let kind: Kind
    let look: FieldLook
    let font: FieldFont

    /// Returns the appearance of a state.
    func appearance(isOn: Bool) throws(PDFError) -> Appearance {
        var drawn = Appearance(width: look.width, height: look.height)
        look.drawGround(isRound: kind == .radio && look.caption == nil, into: &drawn.content)
        switch kind {
        case .push:
            guard let caption = look.caption, !caption.isEmpty else { break }
            var centered = look
            centered.alignment = .center
            try GeneratedText(look: centered, font: font).drawLine(caption, into: &drawn)
        case .check where isOn: draw(look.caption ?? "3", into: &drawn)
        case .radio where isOn:
            if let caption = look.caption {
                draw(caption, into: &drawn)
            } else {
                let dot = VectorPath.circle(
                    x: look.width / 2, y: look.height / 2, radius: 0.2 * min(look.width, look.height))
                drawn.content.draw(.fill(dot, color: look.border ?? look.text.color))
            }
        default: break
        }
        return drawn
    }

    private func draw(_ caption: String, into drawn: inout Appearance) {
        guard let code = caption.first else { return }
        // Other symbols are rare; a tick says the same.
        let symbol = ButtonSymbol(rawValue: code) ?? .tick
        let path = symbol.path(
            width: look.width, height: look.height, border: look.borderWidth, size: look.text.size)
        drawn.content.draw(.fill(path, color: look.text.color))
    }
}
