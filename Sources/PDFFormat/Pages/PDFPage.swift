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

    /// The length of a unit of the page's own coordinates in points (`/UserUnit`, ISO 32000-2 table 31). It is more than
    /// 1 on drawings that would be too large for a page otherwise.
    public let userUnit: Double

    /// The visible size in points, after cropping, rotation and scaling by ``userUnit``.
    public var size: (width: Double, height: Double) {
        let (width, height) = (cropBox.width * userUnit, cropBox.height * userUnit)
        return rotation % 180 == 0 ? (width, height) : (height, width)
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
        userUnit = try Self.userUnit(of: dictionary, in: document)
    }

    /// Returns a page's unit in points; 1 unless it is a number that makes sense.
    package static func userUnit(of page: PDFDictionary, in document: PDFDocument) throws(PDFError) -> Double {
        let unit = try document.value("UserUnit", in: page).realValue ?? 1
        return (0.001...100_000).contains(unit) ? unit : 1
    }

    private static func box(
        _ key: String, in dictionary: PDFDictionary, of document: PDFDocument
    ) throws(PDFError) -> PDFRectangle? {
        guard case .array(let elements) = try document.value(key, in: dictionary) else { return nil }
        var numbers: [PDFObject] = []
        for element in elements.prefix(5) { numbers.append(try document.resolve(element)) }
        return PDFRectangle(numbers)
    }

    /// Converts a rectangle from visible coordinates, in points, to the page's own coordinates.
    public func userSpaceRect(_ rect: PageRect) -> PDFRectangle {
        let first = userSpacePoint(x: rect.x, y: rect.y)
        let second = userSpacePoint(x: rect.x + rect.width, y: rect.y + rect.height)
        return PDFRectangle(left: first.x, bottom: first.y, right: second.x, top: second.y)
    }

    /// Converts a rectangle from the page's own coordinates to visible coordinates: the reverse of
    /// ``userSpaceRect(_:)``.
    public func pageRect(_ rect: PDFRectangle) -> PageRect {
        let box = cropBox
        let (x, y) =
            switch rotation {
            case 90: (rect.bottom - box.bottom, rect.left - box.left)
            case 180: (box.right - rect.right, rect.bottom - box.bottom)
            case 270: (box.top - rect.top, box.right - rect.right)
            default: (rect.left - box.left, box.top - rect.top)
            }
        let (width, height) = rotation % 180 == 0 ? (rect.width, rect.height) : (rect.height, rect.width)
        return PageRect(
            x: x * userUnit, y: y * userUnit, width: width * userUnit, height: height * userUnit)
    }

    private func userSpacePoint(x: Double, y: Double) -> (x: Double, y: Double) {
        let (x, y) = (x / userUnit, y / userUnit)
        return switch rotation {
        case 90: (cropBox.left + y, cropBox.bottom + x)
        case 180: (cropBox.right - x, cropBox.bottom + y)
        case 270: (cropBox.right - y, cropBox.top - x)
        default: (cropBox.left + x, cropBox.top - y)
        }
    }
}
