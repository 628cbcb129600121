/// Draws a radio button as paths: a circle, with a disc in it if selected (ISO 32000-2 §12.7.5.2.4).
public enum RadioAppearance {
    /// Returns the drawing for a box of `width` by `height` points.
    public static func inks(isChosen: Bool, width: Double, height: Double) -> [Ink] {
        let side = min(width, height)
        let line = max(0.5, side / 16)
        let (x, y) = (width / 2, height / 2)
        let outline = Ink.stroke(.circle(x: x, y: y, radius: (side - line) / 2), width: line, color: .gray(0.25))
        return isChosen ? [outline, .fill(.circle(x: x, y: y, radius: side * 0.27))] : [outline]
    }

    static func appearance(isChosen: Bool, width: Double, height: Double) -> Appearance {
        var appearance = Appearance(width: width, height: height)
        for ink in inks(isChosen: isChosen, width: width, height: height) { appearance.content.draw(ink) }
        return appearance
    }
}
