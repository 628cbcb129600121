/// How viewers that draw a field anew would make it look (ISO 32000-2 §12.7.4.3 and table 192), beside how it looked
/// when the file was signed.
enum RedrawnLook {
    private static let widestBorder = 3.0

    /// What would come to light that was not seen when the file was signed.
    ///
    /// - Parameters:
    ///   - field: The field as viewers would draw it.
    ///   - before: The same field when it was signed.
    static func difference(of field: FieldNode, before: FieldNode, _ revisions: RevisionPair) -> RedrawEffect? {
        let document = revisions.objects.new
        let earlier = before.widgetDictionaries
        for (index, widget) in field.widgetDictionaries.enumerated() {
            guard let rect = FieldPlaces.rectangle(of: widget, in: document), !rect.isEmpty else { continue }
            let traits = (try? document.value("MK", in: widget))?.dictionaryValue ?? [:]
            let picture =
                index < earlier.count ? AppearanceStreams.shown(of: earlier[index], in: revisions.objects.old) : nil
            let seen = picture.flatMap { PictureContent($0, in: rect, revisions.objects.old) }
            let shapes = seen?.shapes ?? []
            let ground = color("BG", of: traits, in: document)
            if let ground, !isPainted(ground, over: rect, by: shapes) {
                return .background
            }
            if shapes.contains(where: { $0.isSheet && $0.color != ground ?? [] }) {
                return .hiddenByBackground
            }
            if color("BC", of: traits, in: document) != nil,
                borderWidth(of: widget, in: document) > widestBorder || !hasBorder(shapes, around: rect)
            {
                return .border
            }
            if field.isPushButton, traits["CA"] != nil { return .caption }
            if traits["I"] != nil { return .icon }
        }
        return nil
    }

    /// Red, green and blue; nil where no colour is given.
    private static func color(_ key: String, of traits: PDFDictionary, in document: PDFDocument) -> [Double]? {
        guard let parts = (try? document.value(key, in: traits))?.arrayValue, !parts.isEmpty else { return nil }
        return FieldColors.rgb(parts.map { (try? document.resolve($0))?.realValue ?? 0 }) ?? [0, 0, 0]
    }

    /// Whether a picture painted a colour over all of a rectangle, but for an edge.
    private static func isPainted(_ color: [Double], over rect: PDFRectangle, by shapes: [PictureShape]) -> Bool {
        shapes.contains { shape in
            shape.paint == .fill && !shape.isOddlyClipped && shape.isRectangle
                && zip(shape.color, color).allSatisfy { abs($0 - $1) < 0.02 } && shape.box.contains(rect, margin: 2)
        }
    }

    private static func borderWidth(of widget: PDFDictionary, in document: PDFDocument) -> Double {
        if let style = (try? document.value("BS", in: widget))?.dictionaryValue {
            return (try? document.value("W", in: style))?.realValue ?? 1
        }
        return (try? document.value("Border", in: widget))?.arrayValue?.dropFirst(2).first?.realValue ?? 1
    }

    private static func hasBorder(_ shapes: [PictureShape], around rect: PDFRectangle) -> Bool {
        shapes.contains { $0.box.contains(rect, margin: widestBorder + 1) }
    }
}
