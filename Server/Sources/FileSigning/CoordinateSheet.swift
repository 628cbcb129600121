import Foundation
import SignedPDF
import Typesetting

/// Lays out a page's picture, the grid over it, its coordinates in the margins, and the frames of its fields.
struct CoordinateSheet {
    /// The page's size in its own points.
    private let width: Double
    private let height: Double
    /// Points of the sheet for one point of the page.
    private let scale: Double
    /// The distance between lines, in the page's points.
    let step: Double

    private static let left = 34.0
    private static let top = 24.0
    private static let rest = 12.0
    /// The length of the page's longer side on the sheet.
    private static let side = 800.0
    /// The least distance between lines on the sheet.
    private static let leastDistance = 36.0
    private static let dotsPerPoint = 2.0
    private static let longestName = 40

    private static let fineLines = InkColor(red: 0.8, green: 0.88, blue: 0.98)
    private static let lines = InkColor(red: 0.35, green: 0.6, blue: 0.95)
    private static let numbers = InkColor(red: 0.05, green: 0.25, blue: 0.6)
    private static let frames = InkColor(red: 0.85, green: 0.1, blue: 0.15)
    private static let text = TextStyle(font: .helvetica, size: 8, color: numbers, substitute: "?")

    /// - Parameters:
    ///   - width: the page's width as displayed, in points
    ///   - height: its height
    init(width: Double, height: Double) {
        self.width = max(1, width)
        self.height = max(1, height)
        scale = Self.side / max(self.width, self.height)
        step = Self.step(atLeast: Self.leastDistance / scale)
    }

    /// Returns the smallest of …, 10, 20, 50, 100, … that is large enough.
    static func step(atLeast distance: Double) -> Double {
        let power = pow(10, log10(distance).rounded(.down))
        return [1, 2, 5].map { $0 * power }.first { $0 >= distance } ?? 10 * power
    }

    private var sheetWidth: Double { Self.left + width * scale + Self.rest }
    private var sheetHeight: Double { Self.top + height * scale + Self.rest }
    /// The width in pixels in which the page is drawn.
    var drawnWidth: Int { max(1, Int((width * scale * Self.dotsPerPoint).rounded())) }
    /// The width of the whole picture in pixels.
    var pictureWidth: Int { Int((sheetWidth * Self.dotsPerPoint).rounded()) }

    private func x(_ value: Double) -> Double { Self.left + value * scale }
    private func y(_ value: Double) -> Double { Self.top + value * scale }

    /// Returns a PDF of one page.
    ///
    /// - Parameters:
    ///   - picture: the page, drawn
    ///   - fields: the page's fields
    func data(over picture: Data, _ fields: [PlacedField], shaper: HarfBuzzTypesetter?) throws(PDFError) -> Data {
        var sheet = PDFComposition(DocumentInformation(title: "Coordinates"), shaper: shaper)
        sheet.addPage(width: sheetWidth, height: sheetHeight)
        let frame = PageRect(x: x(0), y: y(0), width: width * scale, height: height * scale)
        try sheet.image(picture, in: frame)
        try addGrid(to: &sheet)
        sheet.rectangle(frame, stroke: Self.numbers, lineWidth: 0.5)
        for field in fields { try add(field, to: &sheet, shaper: shaper) }
        return try sheet.data()
    }

    private func addGrid(to sheet: inout PDFComposition) throws(PDFError) {
        var (above, beside) = (Self.text, Self.text)
        above.alignment = .center
        beside.alignment = .right
        // Five fine lines to a numbered one.
        for value in stride(from: 0, through: width, by: step / 5) {
            sheet.line(fromX: x(value), y: y(0), toX: x(value), y: y(height), width: 0.25, color: Self.fineLines)
        }
        for value in stride(from: 0, through: height, by: step / 5) {
            sheet.line(fromX: x(0), y: y(value), toX: x(width), y: y(value), width: 0.25, color: Self.fineLines)
        }
        for value in stride(from: 0, through: width, by: step) {
            sheet.line(fromX: x(value), y: y(0) - 4, toX: x(value), y: y(height), width: 0.4, color: Self.lines)
            try sheet.text(FileFields.points(value), x: x(value), baseline: y(0) - 7, style: above)
        }
        for value in stride(from: 0, through: height, by: step) {
            sheet.line(fromX: x(0) - 4, y: y(value), toX: x(width), y: y(value), width: 0.4, color: Self.lines)
            try sheet.text(FileFields.points(value), x: x(0) - 7, baseline: y(value) + 3, style: beside)
        }
    }

    private func add(
        _ field: PlacedField, to sheet: inout PDFComposition, shaper: HarfBuzzTypesetter?
    ) throws(PDFError) {
        guard let rect = field.rect else { return }
        let frame = PageRect(
            x: x(rect.x), y: y(rect.y), width: rect.width * scale, height: rect.height * scale)
        sheet.rectangle(frame, stroke: Self.frames, lineWidth: 1)
        var style = Self.text
        style.size = 7
        style.color = .gray(1)
        let name = String(field.plainName.prefix(Self.longestName))
        let length = try PDFComposition.width(of: name, style: style, shaper: shaper) + 4
        // The name stands on the frame's upper edge, inside the sheet.
        let left = max(0, min(frame.x, sheetWidth - length))
        let label = PageRect(x: left, y: max(0, frame.y - 9), width: length, height: 9)
        sheet.rectangle(label, fill: Self.frames)
        try sheet.text(name, x: left + 2, baseline: label.y + 7, style: style)
    }
}
