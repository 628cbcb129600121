/// An annotation that DocMDP level 3 permits adding (ISO 32000-2 §12.5.6), and whether it can hide or imitate page
/// content.
struct Comment {
    /// `/Subtype`.
    let subtype: String
    /// Whether the comment is a note or a text markup that leaves the text readable: without a picture of its own, or
    /// with one that is no more than the icon, the light or the line that its subtype stands for. Another picture can
    /// cover a number or turn a 1 into a 9, and so can a dark highlight or a wide line.
    let isHarmless: Bool

    private static let remarks: Set<String> = [
        "Text", "Popup", "Caret", "Highlight", "Underline", "Squiggly", "StrikeOut",
    ]
    private static let drawings: Set<String> = [
        "FreeText", "Line", "Square", "Circle", "Polygon", "PolyLine", "Stamp", "Ink", "Redact", "Link",
    ]
    /// Entries that cause an action or hold something other than a remark.
    private static let forbiddenEntries = ["A", "AA", "FS", "OC", "Dest", "PA", "FT", "Kids"]

    /// Entries from which viewers draw only the remark that the subtype stands for.
    private static let plainEntries: Set<String> = [
        "Type", "Subtype", "Rect", "Contents", "P", "NM", "M", "F", "C", "CA", "Border", "BS", "T", "Popup", "RC",
        "CreationDate", "IRT", "Subj", "RT", "IT", "Name", "State", "StateModel", "QuadPoints", "Open", "Parent",
        "StructParent", "Lang", "AP",
    ]

    /// Returns `nil` for an annotation that runs an action, plays media or attaches a file.
    ///
    /// - Parameters:
    ///   - page: the annotation's page
    ///   - surveys: what the pages show
    init?(_ annotation: PDFDictionary, on page: PDFPage, in document: PDFDocument, _ surveys: PageSurveys) {
        guard let type = annotation["Subtype"]?.nameValue, Self.remarks.contains(type) || Self.drawings.contains(type),
            Set(annotation.keys).count == annotation.entries.count,
            Self.forbiddenEntries.allSatisfy({ annotation[$0] == nil })
        else { return nil }
        subtype = type
        isHarmless =
            Self.remarks.contains(type) && annotation.keys.allSatisfy(Self.plainEntries.contains)
            && Self.leavesTextReadable(annotation, type)
            && (annotation["AP"] == nil || Self.isPlain(annotation, type, on: page, in: document, surveys))
    }

    // MARK: What readers draw

    /// The largest size of a viewer's own icon, in points.
    private static let largestIcon = 36.0
    /// The tallest marked text in points; viewers draw lines in proportion to it.
    private static let tallestText = 72.0
    private static let widestLine = 2.0
    private static let mostMarks = 100

    /// Whether the text under a remark stays readable. Numbers that are not written directly in the annotation count as
    /// unreadable.
    private static func leavesTextReadable(_ annotation: PDFDictionary, _ type: String) -> Bool {
        switch type {
        case "Popup": return true
        case "Text", "Caret":
            guard let rect = annotation["Rect"]?.arrayValue.flatMap({ PDFRectangle($0) }) else { return false }
            return type == "Text"
                ? min(rect.width, rect.height) <= largestIcon : max(rect.width, rect.height) <= largestIcon
        default:
            guard let marks = marks(annotation), marks.count <= mostMarks,
                let color = annotation["C"]?.arrayValue?.compactMap(\.realValue), (1...4).contains(color.count),
                let brightness = FieldColors.brightness(color)
            else { return false }
            // Dark text shows through a light highlight. A line of the paper's color erases text.
            if type == "Highlight" { return brightness >= 0.5 }
            return brightness <= 0.8 && marks.allSatisfy { $0.height <= tallestText } && hasThinLine(annotation)
        }
    }

    /// Returns the rectangles around the marked words, or `nil` if they cannot be read.
    private static func marks(_ annotation: PDFDictionary) -> [PDFRectangle]? {
        guard let points = annotation["QuadPoints"]?.arrayValue, !points.isEmpty, points.count % 8 == 0 else {
            return nil
        }
        var marks: [PDFRectangle] = []
        for start in stride(from: 0, to: points.count, by: 8) {
            let numbers = points[start..<start + 8].compactMap(\.realValue)
            guard numbers.count == 8 else { return nil }
            let x = stride(from: 0, to: 8, by: 2).map { numbers[$0] }
            let y = stride(from: 1, to: 8, by: 2).map { numbers[$0] }
            marks.append(
                PDFRectangle(left: x.min() ?? 0, bottom: y.min() ?? 0, right: x.max() ?? 0, top: y.max() ?? 0))
        }
        return marks
    }

    // MARK: Pictures of their own

    /// How far a picture may reach beyond the marked words, in terms of their height.
    private static let margin = 0.35
    /// The least distance in points between an icon and print. A closer icon could seem a part of the text.
    private static let clearance = 3.0
    private static let smallestLight = 4.0

    /// Whether the pictures are no more than what the subtype stands for.
    private static func isPlain(
        _ annotation: PDFDictionary, _ type: String, on page: PDFPage, in document: PDFDocument, _ surveys: PageSurveys
    ) -> Bool {
        guard type != "Popup", let rect = FieldPlaces.rectangle(of: annotation, in: document) else { return false }
        let words = marks(annotation) ?? []
        return AppearanceStreams.all(of: annotation, in: document).allSatisfy { picture in
            let survey = PaintSurvey(picture, in: rect, on: page, document)
            guard survey.isWhole, survey.letters.isEmpty else { return false }
            switch type {
            case "Text", "Caret":
                let place = rect.widened(by: clearance)
                let (print, areAll) = surveys.letters(at: rect, on: page, but: nil)
                return areAll && max(rect.width, rect.height) <= largestIcon
                    && !print.contains { HiddenLetters.isLegible($0) && !$0.box.intersection(place).isEmpty }
            default:
                return survey.paints.allSatisfy {
                    type == "Highlight" ? isLight($0, on: words) : isLine($0, along: words)
                }
            }
        }
    }

    /// Whether a paint consists of light areas on the words, which print shows through.
    private static func isLight(_ paint: Paint, on words: [PDFRectangle]) -> Bool {
        guard case .path(let parts, _) = paint.form, FieldColors.brightness(paint.color) ?? 0 >= 0.5,
            paint.opacity <= 0.6
        else { return false }
        return parts.allSatisfy { part in
            let box = PDFRectangle(around: part)
            return min(box.width, box.height) >= smallestLight && PictureShape.density(of: [part]) > 0.6
                && words.contains { $0.widened(by: margin * $0.height + 1).contains(box) }
        }
    }

    /// Whether a paint consists of thin lines along the words.
    private static func isLine(_ paint: Paint, along words: [PDFRectangle]) -> Bool {
        guard case .line(let parts, let width) = paint.form, width <= widestLine,
            FieldColors.brightness(paint.color) ?? 1 <= 0.8
        else { return false }
        return parts.allSatisfy { part in
            let box = PDFRectangle(around: part)
            return words.contains {
                min(box.width, box.height) <= max(widestLine, 0.3 * min($0.width, $0.height))
                    && $0.widened(by: margin * $0.height + 1).contains(box)
            }
        }
    }

    private static func hasThinLine(_ annotation: PDFDictionary) -> Bool {
        var widths: [Double?] = []
        if let border = annotation["Border"] { widths.append(border.arrayValue?.dropFirst(2).first?.realValue) }
        if let style = annotation["BS"] {
            widths.append(style.dictionaryValue.map { $0["W"] == nil ? 1 : $0["W"]?.realValue ?? .infinity })
        }
        return widths.allSatisfy { $0.map { $0 <= widestLine } ?? false }
    }
}
