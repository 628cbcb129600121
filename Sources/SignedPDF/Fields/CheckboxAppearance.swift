/// Draws a checkbox as paths: a square, with a tick in it if checked (ISO 32000-2 §12.7.5.2.3).
enum CheckboxAppearance {
    static let checkedState = "Yes"
    static let uncheckedState = "Off"

    static func appearance(isChecked: Bool, width: Double, height: Double) -> Appearance {
        var appearance = Appearance(width: width, height: height)
        let side = min(width, height)
        let line = max(0.5, side / 16)
        let (x, y) = ((width - side) / 2, (height - side) / 2)
        let square = VectorPath.rectangle(
            x: x + line / 2, y: y + line / 2, width: side - line, height: side - line)
        appearance.content.draw(.stroke(square, width: line, color: .gray(0.25)))
        if isChecked {
            let tick = VectorPath([
                .move(x: x + side * 0.22, y: y + side * 0.52), .line(x: x + side * 0.42, y: y + side * 0.28),
                .line(x: x + side * 0.78, y: y + side * 0.76),
            ])
            appearance.content.draw(.stroke(tick, width: max(0.8, side / 9)))
        }
        return appearance
    }
}
