import Foundation

/// How a field's widget wants to be drawn (ISO 32000-2 §12.5.6.19 and §12.7.4.3).
struct FieldLook {
    enum BorderStyle: String {
        case solid = "S"
        case dashed = "D"
        case beveled = "B"
        case inset = "I"
        case underlined = "U"
    }

    /// Where the text stands: `/Q`.
    enum Alignment: Int {
        case left, center, right
    }

    /// The size as the reader sees it, in points.
    var width: Double
    var height: Double
    /// `/BG`; `nil` for a field that shows the page behind it.
    var ground: InkColor?
    /// `/BC`; `nil` for no border.
    var border: InkColor?
    /// The border's width in points. It keeps the text away from the edge even without a color. Viewers draw no border
    /// where no width is given, although the standard says 1.
    var borderWidth = 0.0
    var borderStyle = BorderStyle.solid
    var dash: [Double] = [3]
    var alignment = Alignment.left
    var text: DefaultAppearance
    /// `/CA`: a button's own text, or the symbol of a check box or radio button.
    var caption: String?

    /// - Parameters:
    ///   - traits: `/MK`
    ///   - style: `/BS`
    ///   - border: `/Border`
    ///   - alignment: `/Q` of the widget, its field or the form
    ///   - defaults: `/DA` of the widget, its field or the form
    init(
        width: Double, height: Double, traits: PDFDictionary, style: PDFDictionary?, border: [PDFObject]?,
        alignment: Int?, defaults: Data
    ) {
        self.width = width
        self.height = height
        ground = Self.color(traits["BG"])
        self.border = Self.color(traits["BC"])
        caption = traits["CA"]?.textValue
        if let style {
            borderWidth = max(0, style["W"]?.realValue ?? 1)
            borderStyle = style["S"]?.nameValue.flatMap(BorderStyle.init(rawValue:)) ?? .solid
            dash = style["D"]?.arrayValue?.compactMap(\.realValue) ?? dash
        } else if let border, border.count > 2 {
            borderWidth = max(0, border[2].realValue ?? 1)
            if border.count > 3, let dash = border[3].arrayValue?.compactMap(\.realValue), !dash.isEmpty {
                borderStyle = .dashed
                self.dash = dash
            }
        }
        self.alignment = alignment.flatMap(Alignment.init(rawValue:)) ?? .left
        text = DefaultAppearance(defaults)
    }

    private static func color(_ object: PDFObject?) -> InkColor? {
        object?.arrayValue.flatMap { InkColor(components: $0.compactMap(\.realValue)) }
    }

    /// The room left of the first letter and right of the last one, in points.
    var margin: Double { borderWidth + 2 }

    /// Returns where a line begins.
    func start(ofWidth lineWidth: Double) -> Double {
        switch alignment {
        case .left: margin
        case .center: (width - lineWidth) / 2
        case .right: width - margin - lineWidth
        }
    }
}
