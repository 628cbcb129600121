import Foundation

/// How viewers that draw a field anew would make it look (ISO 32000-2 §12.7.4.3 and table 192), beside how it looked
/// when the file was signed.
enum RedrawnLook {
    private static let widestBorder = 3.0

    /// What would come to light that was not seen when the file was signed, as the rest of a sentence.
    ///
    /// - Parameters:
    ///   - field: The field as viewers would draw it.
    ///   - before: The same field when it was signed.
    static func difference(of field: FieldNode, before: FieldNode, _ revisions: RevisionPair) -> String? {
        let document = revisions.objects.new
        let earlier = before.widgetDictionaries
        let defaults = field.defaultAppearances(in: revisions.new)
        for (index, widget) in field.widgetDictionaries.enumerated() {
            guard let rect = FieldPlaces.rectangle(of: widget, in: document), !rect.isEmpty else { continue }
            let traits = (try? document.value("MK", in: widget))?.dictionaryValue ?? [:]
            let picture =
                index < earlier.count ? AppearanceStreams.shown(of: earlier[index], in: revisions.objects.old) : nil
            let seen = picture.flatMap { PictureContent($0, in: rect, revisions.objects.old) }
            let shapes = seen?.shapes ?? []
            let ground = color("BG", of: traits, in: document)
            if let ground, !isPainted(ground, over: rect, by: shapes) {
                return "and its background was not seen before"
            }
            if color("BC", of: traits, in: document) != nil,
                borderWidth(of: widget, in: document) > widestBorder || !hasBorder(shapes, around: rect)
            {
                return "and its border was not seen before"
            }
            if traits["I"] != nil { return "and its icon may be another picture" }
            guard field.type == "Tx" || field.type == "Ch", field.hasContent(in: document) else { continue }
            if let seen, let turn = seen.placement.turn,
                turn != ((document.number("R", in: traits) ?? 0) % 360 + 360) % 360
            {
                return "and its text would be turned"
            }
            if let text = defaults[index], let how = DefaultLetters(text)?.flaw(before: ground, revisions.new) {
                return how
            }
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

    /// Whether a button with a picture has a text from which viewers make another (`/CA`).
    static func hasOtherCaption(_ field: FieldNode, _ revisions: RevisionPair) -> Bool {
        let document = revisions.objects.new
        return field.widgetDictionaries.contains { widget in
            guard widget["AP"] != nil, let traits = (try? document.value("MK", in: widget))?.dictionaryValue,
                let caption = (try? document.value("CA", in: traits))?.textValue
            else { return false }
            return !AppearanceStreams.all(of: widget, in: document).allSatisfy { stream in
                guard let rect = FieldPlaces.rectangle(of: widget, in: document),
                    let content = PictureContent(stream, in: rect, document),
                    let drawn = DrawnText(content, pageRotation: 0)
                else { return false }
                return FieldPicture.agree(caption, drawn.text)
            }
        }
    }
}

/// The letters that a default appearance string asks for.
private struct DefaultLetters {
    private var color = [0.0, 0, 0]
    private var size = 0.0
    private var font: String?
    private var isRead = true

    init?(_ text: Data) {
        guard text.count <= 4096 else { return nil }
        do throws(PDFError) {
            try text.lend { (bytes) throws(PDFError) in
                var operators = ContentOperators(bytes)
                while let (name, operands) = try operators.next() {
                    switch name {
                    case "g", "rg", "k":
                        guard let color = FieldColors.rgb(operands.compactMap(\.realValue)) else { continue }
                        self.color = color
                    case "Tf": (font, size) = (operands.first?.nameValue, operands.last?.realValue ?? 0)
                    case "Tr", "Tz", "Ts", "Tm", "cm", "gs": isRead = false
                    default: continue
                    }
                }
            }
        } catch {
            return nil
        }
    }

    /// Why people would not read the value in these letters, as the rest of a sentence.
    func flaw(before ground: [Double]?, _ revision: Revision) -> String? {
        let behind = ground.flatMap(FieldColors.brightness) ?? 1
        guard isRead, size == 0 || size >= 1,
            abs((FieldColors.brightness(color) ?? 0) - behind) >= DrawnText.leastContrast
        else { return "and its letters could not be seen" }
        var fonts = CodedFonts([:], in: revision.document)
        guard let font = fonts.font(named: font), !font.isReadable else { return nil }
        return "in a font that does not tell what it shows"
    }
}

extension PDFDocument {
    fileprivate func number(_ key: String, in dictionary: PDFDictionary) -> Int? {
        (try? value(key, in: dictionary))?.integerValue
    }
}
