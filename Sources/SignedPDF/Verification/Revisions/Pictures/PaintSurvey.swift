import Foundation

/// Surveys what a page or a picture paints, to decide whether print is hidden.
///
/// Unlike ``PictureContent``, it follows nested pictures and skips what it does not understand. It finds letters and
/// sheets that exist, but does not prove that nothing else does.
struct PaintSurvey {
    /// An opaque area of the page.
    struct Sheet {
        let box: PDFRectangle
        /// The painted share of the box, from 0 to 1.
        let density: Double
    }

    private static let mostBytes = 16 << 20
    private static let mostOperators = 500_000
    private static let mostEvents = 200_000
    private static let deepest = 8

    private(set) var letters: [PictureGlyph] = []
    private(set) var sheets: [Sheet] = []

    private let document: PDFDocument
    private var painter: PicturePainter
    private var bytes = 0
    private var seen = 0

    /// Surveys a page's content, without its annotations.
    init(_ page: PDFPage, in document: PDFDocument) {
        self.document = document
        let resources = (try? document.value("Resources", in: page.inherited))?.dictionaryValue ?? [:]
        painter = PicturePainter(.identity, clip: page.cropBox, CodedFonts(resources, in: document))
        let contents = (try? document.value("Contents", in: page.dictionary)) ?? .null
        let streams = contents.arrayValue?.prefix(1000).map { (try? document.resolve($0)) ?? .null } ?? [contents]
        // An operator's operands may be in the preceding stream.
        var content = Data()
        for case .stream(let stream) in streams {
            content += (try? document.decoded(stream, limit: Self.mostBytes - content.count)) ?? Data()
            content.append(0x0A)
            if content.count >= Self.mostBytes { break }
        }
        read(content, resources, depth: 0)
    }

    /// Surveys a widget's picture.
    init(_ stream: PDFStream, in rect: PDFRectangle, _ document: PDFDocument) {
        self.document = document
        let resources = (try? document.value("Resources", in: stream.dictionary))?.dictionaryValue ?? [:]
        let placement = PicturePlacement(stream, in: rect, document)
        painter = PicturePainter(
            placement?.map ?? .identity, clip: placement?.clip ?? rect, CodedFonts(resources, in: document))
        guard placement != nil, let content = try? document.decoded(stream, limit: Self.mostBytes) else { return }
        read(content, resources, depth: 0)
    }

    private mutating func read(_ content: Data, _ resources: PDFDictionary, depth: Int) {
        bytes += content.count
        guard bytes <= Self.mostBytes, (try? document.meter.charge(content.count * 4)) != nil else { return }
        try? content.lend { (bytes) throws(PDFError) in
            var operators = ContentOperators(bytes, most: Self.mostOperators)
            while let (name, operands) = try operators.next() {
                switch name {
                case "Do": paint(operands.first?.nameValue, resources, depth)
                case "gs": setTransparency(operands.first?.nameValue, resources)
                case "sc", "scn", "SC", "SCN":
                    let plain = [1: "g", 3: "rg", 4: "k"][operands.count] ?? ""
                    _ = painter.perform(name.first == "s" ? plain : plain.uppercased(), operands)
                case "ID":
                    operators.skipInlineImage()
                    sheets.append(Sheet(box: painter.imageBox, density: 1))
                default: _ = painter.perform(name, operands)
                }
                sort()
                guard seen <= Self.mostEvents else { return }
            }
        }
    }

    /// Classifies what was painted last.
    private mutating func sort() {
        while seen < painter.events.count {
            switch painter.events[seen] {
            case .glyph(let glyph): letters.append(glyph)
            case .shape(let shape):
                if !painter.isSheer { sheets += Self.sheets(of: shape) }
            case .spanBegan, .spanEnded: break
            }
            seen += 1
        }
    }

    /// Returns the areas that a path covers: a filled path as a whole, a stroked one in pieces.
    private static func sheets(of shape: PictureShape) -> [Sheet] {
        guard case .stroke(let width) = shape.paint else { return [Sheet(box: shape.box, density: shape.density)] }
        return shape.parts.flatMap { part in
            zip(part, part.dropFirst()).map { start, end in
                let box = PDFRectangle(around: [start, end]).widened(by: width / 2)
                let (across, up) = (end.x - start.x, end.y - start.y)
                let length = (across * across + up * up).squareRoot() + width
                return Sheet(
                    box: box.intersection(shape.box), density: min(1, length * width / (box.width * box.height)))
            }
        }
    }

    private mutating func paint(_ name: String?, _ resources: PDFDictionary, _ depth: Int) {
        guard let objects = (try? document.value("XObject", in: resources))?.dictionaryValue,
            let object = name.flatMap({ objects[$0] }), case .stream(let stream)? = try? document.resolve(object)
        else { return }
        switch (try? document.value("Subtype", in: stream.dictionary))?.nameValue {
        case "Image":
            guard !painter.isSheer else { return }
            sheets.append(Sheet(box: painter.imageBox, density: ImageOpacity.mean(of: stream, in: document)))
        case "Form":
            guard depth < Self.deepest,
                let box = (try? document.value("BBox", in: stream.dictionary))?.arrayValue.flatMap({ PDFRectangle($0) })
            else { return }
            let matrix = (try? document.value("Matrix", in: stream.dictionary))?.arrayValue.flatMap { AffineMap($0) }
            let own = (try? document.value("Resources", in: stream.dictionary))?.dictionaryValue ?? resources
            guard let content = try? document.decoded(stream, limit: Self.mostBytes) else { return }
            painter.enter(matrix: matrix ?? .identity, box: box, CodedFonts(own, in: document))
            read(content, own, depth: depth + 1)
            painter.leave()
        default: return
        }
    }

    private mutating func setTransparency(_ name: String?, _ resources: PDFDictionary) {
        guard let states = (try? document.value("ExtGState", in: resources))?.dictionaryValue,
            let state = name.flatMap({ states[$0] }).flatMap({ try? document.resolve($0) })?.dictionaryValue
        else { return }
        let opacity = (try? document.value("ca", in: state))?.realValue
        let blending = (try? document.value("BM", in: state))?.nameValue
        if opacity != nil || blending != nil {
            painter.isSheer = (opacity ?? 1) < 0.7 || blending == "Multiply" || blending == "Darken"
        }
    }
}

/// The opacity of images.
enum ImageOpacity {
    private static let mostBytes = 16 << 20

    /// Returns the mean of the image's mask, from 0 to 1; 1 if the image has no mask or it cannot be read (ISO 32000-2
    /// §8.9.6 and §11.6.5.2).
    static func mean(of image: PDFStream, in document: PDFDocument) -> Double {
        if (try? document.value("ImageMask", in: image.dictionary)) == .bool(true) {
            // A stencil paints where the bits are 0, or 1 if the decoding is inverted.
            let decode = (try? document.value("Decode", in: image.dictionary))?.arrayValue?.first?.realValue ?? 0
            return bits(of: image, in: document).map { decode > 0.5 ? $0 : 1 - $0 } ?? 1
        }
        if case .stream(let mask)? = try? document.value("SMask", in: image.dictionary) {
            guard (try? document.value("BitsPerComponent", in: mask.dictionary))?.integerValue == 8,
                mask.dictionary["Decode"] == nil, let levels = bytes(of: mask, in: document), !levels.isEmpty
            else { return 1 }
            return Double(levels.reduce(0) { $0 + Int($1) }) / Double(levels.count * 255)
        }
        if case .stream(let mask)? = try? document.value("Mask", in: image.dictionary) {
            return mean(of: mask, in: document)
        }
        return 1
    }

    /// Returns the share of a stencil's bits that are 1.
    private static func bits(of image: PDFStream, in document: PDFDocument) -> Double? {
        guard let bytes = bytes(of: image, in: document), !bytes.isEmpty else { return nil }
        return Double(bytes.reduce(0) { $0 + $1.nonzeroBitCount }) / Double(bytes.count * 8)
    }

    private static func bytes(of image: PDFStream, in document: PDFDocument) -> Data? {
        guard let bytes = try? document.decoded(image, limit: mostBytes),
            (try? document.meter.charge(bytes.count)) != nil
        else { return nil }
        return bytes
    }
}
