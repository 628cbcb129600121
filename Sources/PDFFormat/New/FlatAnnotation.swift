/// An annotation's appearance for painting into its page's content (ISO 32000-2 §12.5.5).
struct FlatAnnotation {
    /// The appearance stream.
    var form: PDFReference
    /// The transformation from the appearance to the page: x' = scaleX · x + moveX, likewise for y.
    var scaleX: Double
    var scaleY: Double
    var moveX: Double
    var moveY: Double

    /// Returns `nil` for an annotation without a visible appearance.
    init?(_ annotation: PDFDictionary, in document: PDFDocument) throws(PDFError) {
        let flags = try document.value("F", in: annotation).integerValue ?? 0
        let hiddenOrNoView = 2 | 32
        guard flags & hiddenOrNoView == 0, annotation["Subtype"] != .name("Popup"),
            let rect = try Self.rectangle("Rect", of: annotation, in: document), !rect.isEmpty,
            let form = try Self.appearance(of: annotation, in: document),
            case .stream(let stream) = try document.object(form),
            let box = try Self.rectangle("BBox", of: stream.dictionary, in: document)
        else { return nil }
        let shown = Self.transformed(box, by: try Self.matrix(of: stream.dictionary, in: document))
        guard !shown.isEmpty else { return nil }
        self.form = form
        scaleX = rect.width / shown.width
        scaleY = rect.height / shown.height
        moveX = rect.left - shown.left * scaleX
        moveY = rect.bottom - shown.bottom * scaleY
    }

    /// Returns the normal appearance; of several states, the current one.
    private static func appearance(
        of annotation: PDFDictionary, in document: PDFDocument
    ) throws(PDFError) -> PDFReference? {
        guard case .dictionary(let appearances) = try document.value("AP", in: annotation),
            let normal = appearances["N"]
        else { return nil }
        guard case .dictionary(let states) = try document.resolve(normal) else { return normal.referenceValue }
        guard let state = try document.value("AS", in: annotation).nameValue else { return nil }
        return states[state]?.referenceValue
    }

    private static func numbers(
        _ key: String, of dictionary: PDFDictionary, in document: PDFDocument
    ) throws(PDFError) -> [PDFObject]? {
        guard case .array(let elements) = try document.value(key, in: dictionary) else { return nil }
        var numbers: [PDFObject] = []
        for element in elements.prefix(7) { numbers.append(try document.resolve(element)) }
        return numbers
    }

    private static func rectangle(
        _ key: String, of dictionary: PDFDictionary, in document: PDFDocument
    ) throws(PDFError) -> PDFRectangle? {
        try numbers(key, of: dictionary, in: document).flatMap(PDFRectangle.init)
    }

    private static func matrix(
        of form: PDFDictionary, in document: PDFDocument
    ) throws(PDFError) -> [Double] {
        let values = try numbers("Matrix", of: form, in: document)?.compactMap(\.realValue) ?? []
        return values.count == 6 && values.allSatisfy(\.isFinite) ? values : [1, 0, 0, 1, 0, 0]
    }

    /// Returns the bounding box of the transformed rectangle.
    private static func transformed(_ box: PDFRectangle, by m: [Double]) -> PDFRectangle {
        let corners = [(box.left, box.bottom), (box.right, box.bottom), (box.left, box.top), (box.right, box.top)]
        let xs = corners.map { m[0] * $0.0 + m[2] * $0.1 + m[4] }
        let ys = corners.map { m[1] * $0.0 + m[3] * $0.1 + m[5] }
        return PDFRectangle(
            left: xs.min() ?? 0, bottom: ys.min() ?? 0, right: xs.max() ?? 0, top: ys.max() ?? 0)
    }
}
