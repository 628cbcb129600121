import Foundation

/// Surveys what a page or a picture paints, to decide whether print is hidden.
///
/// Unlike ``PictureContent``, it follows nested pictures and skips what it does not understand. It finds letters and
/// paints that exist. Once a limit is reached or content cannot be read, it is not whole: more may be painted.
struct PaintSurvey {
    private static let mostBytes = 16 << 20
    private static let mostOperators = 500_000
    private static let mostEvents = 200_000
    private static let deepest = 8

    private(set) var letters: [PictureGlyph] = []
    private(set) var paints: [Paint] = []
    private(set) var isWhole = true

    /// Everything that can hide print below it, including letters.
    var everything: [Paint] { paints + letters.filter(\.isVisible).map(Paint.init) }

    private let document: PDFDocument
    private var painter: PicturePainter
    private var bytes = 0
    private var seen = 0

    /// Surveys a page's content, without its annotations.
    init(_ page: PDFPage, in document: PDFDocument) {
        self.document = document
        let resources = Self.resources(of: page, in: document)
        painter = PicturePainter(.identity, clip: page.cropBox, CodedFonts(resources, in: document))
        let contents = (try? document.value("Contents", in: page.dictionary)) ?? .null
        let streams = contents.arrayValue?.prefix(1000).map { (try? document.resolve($0)) ?? .null } ?? [contents]
        isWhole = contents.arrayValue?.count ?? 0 <= 1000
        // An operator's operands may be in the preceding stream.
        var content = Data()
        for case .stream(let stream) in streams {
            guard let next = try? document.decoded(stream, limit: Self.mostBytes - content.count) else {
                isWhole = false
                continue
            }
            content += next
            content.append(0x0A)
            if content.count >= Self.mostBytes { break }
        }
        read(content, resources, depth: 0)
    }

    /// Surveys an annotation's picture.
    ///
    /// - Parameter page: the page that lends its resources to pictures without their own, in some readers
    init(_ stream: PDFStream, in rect: PDFRectangle, on page: PDFPage?, _ document: PDFDocument) {
        self.document = document
        let own = (try? document.value("Resources", in: stream.dictionary))?.dictionaryValue
        let form = (try? document.catalog()).flatMap { try? document.value("AcroForm", in: $0) }?.dictionaryValue
        let lent = form.flatMap { try? document.value("DR", in: $0) }?.dictionaryValue
        let resources =
            [own].compactMap { $0 } + (page.map { Self.resources(of: $0, in: document) } ?? [])
            + [lent].compactMap { $0 }
        let placement = PicturePlacement(stream, in: rect, document)
        painter = PicturePainter(
            placement?.map ?? .identity, clip: placement?.clip ?? rect, CodedFonts(resources, in: document))
        guard placement != nil else { return }
        guard let content = try? document.decoded(stream, limit: Self.mostBytes) else {
            isWhole = false
            return
        }
        read(content, resources, depth: 0)
    }

    private static func resources(of page: PDFPage, in document: PDFDocument) -> [PDFDictionary] {
        [(try? document.value("Resources", in: page.inherited))?.dictionaryValue].compactMap { $0 }
    }

    /// Returns a named resource. Some readers look for it in the outer content's resources as well.
    private func resource(_ kind: String, _ name: String?, _ resources: [PDFDictionary]) -> PDFObject? {
        guard let name else { return nil }
        return resources.lazy.compactMap { resources in
            (try? document.value(kind, in: resources))?.dictionaryValue.flatMap { try? document.value(name, in: $0) }
        }.first { !$0.isNull }
    }

    private mutating func read(_ content: Data, _ resources: [PDFDictionary], depth: Int) {
        bytes += content.count
        guard bytes <= Self.mostBytes, (try? document.meter.charge(content.count * 4)) != nil else {
            isWhole = false
            return
        }
        do {
            try content.lend { (bytes) throws(PDFError) in
                var operators = ContentOperators(bytes, most: Self.mostOperators)
                while let (name, operands) = try operators.next() {
                    perform(name, operands, &operators, resources, depth)
                    sort()
                    guard isWhole, seen <= Self.mostEvents else {
                        isWhole = false
                        return
                    }
                }
            }
        } catch {
            isWhole = false
        }
    }

    private mutating func perform(
        _ name: String, _ operands: [PDFObject], _ operators: inout ContentOperators, _ resources: [PDFDictionary],
        _ depth: Int
    ) {
        let operand = operands.first?.nameValue
        switch name {
        case "Do": paint(operand, resources, depth)
        case "gs": setTransparency(operand, resources)
        case "cs", "CS":
            let space = resource("ColorSpace", operand, resources).map { PaintSpace($0, in: document) }
            painter.setSpace(space ?? PaintSpace(named: operand ?? ""), isStroke: name == "CS")
        // A shading fills all of the clip (ISO 32000-2 §8.7.4.2).
        case "sh": paints.append(Paint(.area, in: painter.clip, opacity: painter.opacity, color: []))
        case "ID":
            operators.skipInlineImage()
            paints.append(image(nil))
        default: _ = painter.perform(name, operands)
        }
        isWhole = isWhole && painter.isComplete
    }

    /// Classifies what was painted last.
    private mutating func sort() {
        while seen < painter.events.count {
            switch painter.events[seen] {
            case .glyph(let glyph): letters.append(glyph)
            case .shape(let shape): paints.append(Paint(shape))
            case .spanBegan, .spanEnded: break
            }
            seen += 1
        }
    }

    private func image(_ stream: PDFStream?) -> Paint {
        let map = painter.map
        let box = map.bounds(of: PDFRectangle(left: 0, bottom: 0, right: 1, top: 1)).intersection(painter.clip)
        let opacity = stream.map { ImageOpacity(of: $0, in: document) } ?? .opaque
        let isStencil = stream?.dictionary["ImageMask"] == .bool(true)
        return Paint(
            .image(opacity, map), in: box, opacity: painter.opacity, color: isStencil ? painter.fill : [])
    }

    private mutating func paint(_ name: String?, _ resources: [PDFDictionary], _ depth: Int) {
        guard case .stream(let stream)? = resource("XObject", name, resources) else { return }
        if (try? document.value("Subtype", in: stream.dictionary)) == .name("Image") {
            paints.append(image(stream))
            return
        }
        guard depth < Self.deepest, let content = try? document.decoded(stream, limit: Self.mostBytes) else {
            isWhole = false
            return
        }
        let box = (try? document.value("BBox", in: stream.dictionary))?.arrayValue.flatMap { PDFRectangle($0) }
        let matrix = (try? document.value("Matrix", in: stream.dictionary))?.arrayValue.flatMap { AffineMap($0) }
        let own = (try? document.value("Resources", in: stream.dictionary))?.dictionaryValue
        let inner = [own].compactMap { $0 } + resources
        painter.enter(matrix: matrix ?? .identity, box: box, CodedFonts(inner, in: document))
        read(content, inner, depth: depth + 1)
        painter.leave()
    }

    private mutating func setTransparency(_ name: String?, _ resources: [PDFDictionary]) {
        guard let state = resource("ExtGState", name, resources)?.dictionaryValue else { return }
        func number(_ key: String) -> Double? {
            (try? document.value(key, in: state))?.realValue.map { min(1, max(0, $0)) }
        }
        let blending = (try? document.value("BM", in: state)) ?? .null
        // Of several modes, readers take the first that they know (§11.6.3).
        let modes = blending.arrayValue?.map { (try? document.resolve($0))?.nameValue } ?? [blending.nameValue]
        painter.setTransparency(
            fill: number("ca"), stroke: number("CA"),
            onlyDarkens: blending.isNull ? nil : modes.allSatisfy { $0 == "Multiply" || $0 == "Darken" })
    }
}

extension PaintSurvey {
    /// Returns what is painted at least in part in a rectangle.
    func paints(in rect: PDFRectangle) -> [Paint] { paints.filter { !$0.box.intersection(rect).isEmpty } }
}

extension [Paint] {
    /// Returns the brightness of what is painted last at a point, from 0 to 1; `nil` for bare paper and for colors that
    /// are not known.
    func brightness(at point: PicturePoint) -> Double? {
        last { $0.share(at: point, cell: 1, letter: 1) > 0.7 }.flatMap { FieldColors.brightness($0.color) }
    }
}
