/// One page with the attributes inherited from the page tree (ISO 32000-2 §7.7.3).
public struct PDFPage: Sendable {
    /// The page object's address.
    public let reference: PDFReference
    /// The page number, counted from 1.
    public let number: Int
    /// The page object's own entries.
    public let dictionary: PDFDictionary
    /// `Resources`, `MediaBox`, `CropBox` and `Rotate`, either the page's own or inherited.
    package let inherited: PDFDictionary
    /// The visible part of the page in the page's own coordinates: the intersection of crop box and media box.
    public let cropBox: PDFRectangle
    /// The clockwise rotation of the page in degrees: 0, 90, 180 or 270.
    public let rotation: Int

    /// The visible size in points, after cropping and rotation.
    public var size: (width: Double, height: Double) {
        rotation % 180 == 0 ? (cropBox.width, cropBox.height) : (cropBox.height, cropBox.width)
    }

    package init(
        reference: PDFReference, number: Int, dictionary: PDFDictionary, inherited: PDFDictionary,
        in document: PDFDocument
    ) throws(PDFError) {
        self.reference = reference
        self.number = number
        self.dictionary = dictionary
        self.inherited = inherited
        let letter = PDFRectangle(left: 0, bottom: 0, right: 612, top: 792)
        var media = try Self.box("MediaBox", in: inherited, of: document) ?? letter
        if media.isEmpty { media = letter }
        let crop = try Self.box("CropBox", in: inherited, of: document)?.intersection(media) ?? media
        cropBox = crop.isEmpty ? media : crop
        let degrees = try document.value("Rotate", in: inherited).integerValue ?? 0
        rotation = degrees % 90 == 0 ? ((degrees % 360) + 360) % 360 : 0
    }

    private static func box(
        _ key: String, in dictionary: PDFDictionary, of document: PDFDocument
    ) throws(PDFError) -> PDFRectangle? {
        guard case .array(let elements) = try document.value(key, in: dictionary) else { return nil }
        var numbers: [PDFObject] = []
        for element in elements.prefix(5) { numbers.append(try document.resolve(element)) }
        return PDFRectangle(numbers)
    }

    /// Converts a rectangle from visible coordinates to the page's own coordinates.
    public func userSpaceRect(_ rect: PageRect) -> PDFRectangle {
        let first = userSpacePoint(x: rect.x, y: rect.y)
        let second = userSpacePoint(x: rect.x + rect.width, y: rect.y + rect.height)
        return PDFRectangle(left: first.x, bottom: first.y, right: second.x, top: second.y)
    }

    /// Converts a rectangle from the page's own coordinates to visible coordinates: the reverse of
    /// ``userSpaceRect(_:)``.
    public func pageRect(_ rect: PDFRectangle) -> PageRect {
        let box = cropBox
        return switch rotation {
        case 90: PageRect(x: rect.bottom - box.bottom, y: rect.left - box.left, width: rect.height, height: rect.width)
        case 180:
            PageRect(x: box.right - rect.right, y: rect.bottom - box.bottom, width: rect.width, height: rect.height)
        case 270: PageRect(x: box.top - rect.top, y: box.right - rect.right, width: rect.height, height: rect.width)
        default: PageRect(x: rect.left - box.left, y: box.top - rect.top, width: rect.width, height: rect.height)
        }
    }

    private func userSpacePoint(x: Double, y: Double) -> (x: Double, y: Double) {
        switch rotation {
        case 90: (cropBox.left + y, cropBox.bottom + x)
        case 180: (cropBox.right - x, cropBox.bottom + y)
        case 270: (cropBox.right - y, cropBox.top - x)
        default: (cropBox.left + x, cropBox.top - y)
        }
    }
}
