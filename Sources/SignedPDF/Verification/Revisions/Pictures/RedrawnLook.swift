/// Compares a field's appearance as viewers would regenerate it (ISO 32000-2 §12.7.4.3 and table 192) with its look
/// when the file was signed.
enum RedrawnLook {
    private static let widestBorder = 3.0

    /// Returns what regeneration would reveal that was not visible when the file was signed.
    ///
    /// - Parameters:
    ///   - field: the field as viewers would draw it
    ///   - before: the same field when it was signed
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

    /// Returns red, green and blue, or `nil` if no color is given.
    private static func color(_ key: String, of traits: PDFDictionary, in document: PDFDocument) -> [Double]? {
        guard let parts = (try? document.value(key, in: traits))?.arrayValue, !parts.isEmpty else { return nil }
        return FieldColors.rgb(parts.map { (try? document.resolve($0))?.realValue ?? 0 }) ?? [0, 0, 0]
    }

    /// Whether a picture painted a color over all of a rectangle, except for an edge.
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
