import Foundation

/// The areas that a widget's picture paints, as rectangles on the page.
///
/// A picture that only combines other pictures leaves the page between them unchanged.
enum PaintedBoxes {
    private static let mostParts = 200

    /// Returns the boxes for each picture that the widget can show: those of the picture's parts, or the whole
    /// rectangle if the picture itself paints anything. The result is empty if readers draw nothing for the widget.
    static func alternatives(
        of widget: PDFDictionary, in rect: PDFRectangle, _ document: PDFDocument
    ) -> [[PDFRectangle]] {
        var found = AppearanceStreams.all(of: widget, in: document).map { boxes(of: $0, in: rect, document) }
        let colors = (try? document.value("MK", in: widget))?.dictionaryValue ?? [:]
        // Viewers that generate a widget's appearance begin with its background.
        if colors["BG"] != nil || found.isEmpty && colors["I"] != nil { found.append([rect]) }
        return found
    }

    private static func boxes(of stream: PDFStream, in rect: PDFRectangle, _ document: PDFDocument) -> [PDFRectangle] {
        guard let whole = box(stream, document), let content = try? document.decoded(stream, limit: 1 << 20),
            (try? document.meter.charge(content.count * 16)) != nil,
            let found = try? content.lend({ (bytes) throws(PDFError) -> [PDFRectangle]? in
                var operators = ContentOperators(bytes)
                return try parts(&operators, stream, document)
            })
        else { return [rect] }
        let matrix = matrix(stream, document)
        let seen = turned(whole, matrix)
        guard seen.width > 0, seen.height > 0 else { return [rect] }
        let (across, up) = (rect.width / seen.width, rect.height / seen.height)
        return found.map { part in
            let part = turned(part, matrix)
            return PDFRectangle(
                left: rect.left + (part.left - seen.left) * across,
                bottom: rect.bottom + (part.bottom - seen.bottom) * up,
                right: rect.left + (part.right - seen.left) * across, top: rect.bottom + (part.top - seen.bottom) * up)
        }
    }

    /// Returns the boxes of the painted form XObjects, or `nil` if anything else is painted.
    private static func parts(
        _ operators: inout ContentOperators, _ stream: PDFStream, _ document: PDFDocument
    ) throws(PDFError) -> [PDFRectangle]? {
        let resources = try document.value("Resources", in: stream.dictionary).dictionaryValue ?? [:]
        let forms = try document.value("XObject", in: resources).dictionaryValue ?? [:]
        var shifts: [(x: Double, y: Double)] = []
        var shift = (x: 0.0, y: 0.0)
        var found: [PDFRectangle] = []
        while let (name, operands) = try operators.next() {
            switch name {
            case "q": shifts.append(shift)
            case "Q": shift = shifts.popLast() ?? (0, 0)
            case "cm":
                let numbers = operands.compactMap(\.realValue)
                guard numbers.count == 6, numbers[..<4] == [1, 0, 0, 1], numbers.allSatisfy({ abs($0) < 1e7 }) else {
                    return nil
                }
                shift = (shift.x + numbers[4], shift.y + numbers[5])
            case "Do":
                guard let form = operands.first?.nameValue.flatMap({ forms[$0] }),
                    case .stream(let part) = try document.resolve(form),
                    try document.value("Subtype", in: part.dictionary) == .name("Form"),
                    part.dictionary["Matrix"] == nil,
                    let box = box(part, document), found.count < mostParts
                else { return nil }
                found.append(
                    PDFRectangle(
                        left: box.left + shift.x, bottom: box.bottom + shift.y, right: box.right + shift.x,
                        top: box.top + shift.y))
            default: return nil
            }
        }
        return found
    }

    private static func box(_ stream: PDFStream, _ document: PDFDocument) -> PDFRectangle? {
        (try? document.value("BBox", in: stream.dictionary))?.arrayValue.flatMap { PDFRectangle($0) }
    }

    private static func matrix(_ stream: PDFStream, _ document: PDFDocument) -> [Double] {
        let numbers = (try? document.value("Matrix", in: stream.dictionary))?.arrayValue?.compactMap(\.realValue) ?? []
        return numbers.count == 6 && numbers.allSatisfy { abs($0) < 1e7 } ? numbers : [1, 0, 0, 1, 0, 0]
    }

    /// Returns the bounding box of a rectangle after applying a matrix.
    private static func turned(_ box: PDFRectangle, _ m: [Double]) -> PDFRectangle {
        let corners = [(box.left, box.bottom), (box.right, box.bottom), (box.left, box.top), (box.right, box.top)]
        let x = corners.map { m[0] * $0.0 + m[2] * $0.1 + m[4] }
        let y = corners.map { m[1] * $0.0 + m[3] * $0.1 + m[5] }
        return PDFRectangle(
            left: x.min() ?? 0, bottom: y.min() ?? 0, right: x.max() ?? 0, top: y.max() ?? 0)
    }
}
