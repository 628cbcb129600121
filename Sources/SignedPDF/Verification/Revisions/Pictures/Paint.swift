import Foundation

/// Something that a page or a picture paints, and that may hide what is below.
struct Paint {
    enum Form {
        /// All of the box.
        case area
        case path([[PicturePoint]], isEvenOdd: Bool)
        case line([[PicturePoint]], width: Double)
        case image(ImageOpacity, AffineMap)
        /// A letter of this size, whose outline is not known.
        case glyph(size: Double)
    }

    let form: Form
    let box: PDFRectangle
    /// The share of what is below that it hides, from 0 to 1.
    let opacity: Double
    /// Red, green and blue, from 0 to 1; empty if unknown.
    let color: [Double]

    init(_ form: Form, in box: PDFRectangle, opacity: Double, color: [Double]) {
        self.form = form
        self.box = box
        self.opacity = opacity
        self.color = color
    }

    init(_ shape: PictureShape) {
        switch shape.paint {
        case .fill: form = .path(shape.parts, isEvenOdd: shape.isEvenOdd)
        case .stroke(let width): form = .line(shape.parts, width: width)
        }
        box = shape.box
        opacity = shape.opacity
        color = shape.color
    }

    init(_ glyph: PictureGlyph) {
        // Block characters are shapes, whatever they are called, and wide outlines fill a letter.
        let isBlock = glyph.text?.unicodeScalars.contains { (0x2580..<0x2600).contains($0.value) } ?? false
        let isSolid = isBlock || glyph.isType3 || glyph.outline > 0.1 * glyph.size
        form = isSolid ? .area : .glyph(size: glyph.size)
        box = glyph.isType3 ? glyph.clip : glyph.box.widened(by: glyph.outline / 2).intersection(glyph.clip)
        opacity = glyph.opacity * (glyph.isEmbedded && !isSolid ? 2 : 1)
        color = glyph.color
    }

    /// The work of asking about one point.
    var cost: Int {
        switch form {
        case .path(let parts, _), .line(let parts, _): 1 + parts.reduce(0) { $0 + $1.count }
        case .image: 64
        default: 1
        }
    }

    /// Returns the share that is hidden around a point.
    ///
    /// - Parameters:
    ///   - cell: the size of the area that the point stands for
    ///   - size: the size of the letter that may be hidden
    func share(at point: PicturePoint, cell: Double, letter size: Double) -> Double {
        guard opacity > 0, box.left <= point.x, point.x <= box.right, box.bottom <= point.y, point.y <= box.top else {
            return 0
        }
        switch form {
        case .area: return opacity
        // A letter covers about a quarter of its place, and a part of a far larger one may cover all of a letter.
        case .glyph(let own): return min(1, opacity * 0.25 * max(1, own / max(1, 1.5 * size)))
        case .path(let parts, let isEvenOdd): return Self.isInside(point, parts, isEvenOdd) ? opacity : 0
        case .line(let parts, let width):
            let isNear = parts.contains { part in
                zip(part, part.dropFirst()).contains { point.distance(to: $0, $1) <= width / 2 }
            }
            return isNear ? opacity : 0
        case .image(let image, let map): return opacity * image.share(around: point, cell: cell, map)
        }
    }

    private static func isInside(_ point: PicturePoint, _ parts: [[PicturePoint]], _ isEvenOdd: Bool) -> Bool {
        var turns = 0
        for part in parts {
            guard var before = part.last else { continue }
            for next in part {
                if (before.y <= point.y) != (next.y <= point.y) {
                    let x = before.x + (point.y - before.y) / (next.y - before.y) * (next.x - before.x)
                    if x > point.x { turns += next.y > before.y ? 1 : -1 }
                }
                before = next
            }
        }
        return isEvenOdd ? !turns.isMultiple(of: 2) : turns != 0
    }
}

/// The opacity of an image, by its mask (ISO 32000-2 §8.9.6 and §11.6.5.2).
struct ImageOpacity {
    /// An image that hides everything, or whose mask cannot be read.
    static let opaque = ImageOpacity()

    private static let mostBytes = 16 << 20
    private static let mostSamples = 64

    private var width = 0
    private var height = 0
    private var rowBytes = 0
    private var bits = 0
    private var isInverted = false
    private var levels = [UInt8]()

    private init() {}

    init(of image: PDFStream, in document: PDFDocument) {
        if (try? document.value("ImageMask", in: image.dictionary)) == .bool(true) {
            // A stencil paints where the bits are 0, or 1 if the decoding is inverted.
            self.init(levels: image, bits: 1, isInverted: true, in: document)
        } else if case .stream(let mask)? = try? document.value("SMask", in: image.dictionary) {
            let bits = (try? document.value("BitsPerComponent", in: mask.dictionary))?.integerValue
            self.init(levels: mask, bits: bits == 1 || bits == 8 ? bits : nil, isInverted: false, in: document)
        } else if case .stream(let mask)? = try? document.value("Mask", in: image.dictionary) {
            self.init(levels: mask, bits: 1, isInverted: true, in: document)
        } else {
            self.init()
        }
    }

    private init(levels stream: PDFStream, bits: Int?, isInverted: Bool, in document: PDFDocument) {
        func number(_ key: String) -> Int { (try? document.value(key, in: stream.dictionary))?.integerValue ?? 0 }
        let (width, height) = (number("Width"), number("Height"))
        guard let bits, (1...1 << 16).contains(width), (1...1 << 16).contains(height),
            let bytes = try? document.decoded(stream, limit: Self.mostBytes),
            (try? document.meter.charge(bytes.count)) != nil, bytes.count >= (width * bits + 7) / 8 * height
        else { return }
        let decode = (try? document.value("Decode", in: stream.dictionary))?.arrayValue?.first?.realValue ?? 0
        self.isInverted = isInverted != (decode > 0.5)
        (self.width, self.height, self.bits, rowBytes) = (width, height, bits, (width * bits + 7) / 8)
        levels = Array(bytes)
    }

    /// Returns the mean opacity of the image around a point of the page, from 0 to 1.
    func share(around point: PicturePoint, cell: Double, _ map: AffineMap) -> Double {
        guard width > 0 else { return 1 }
        let size = map.a * map.d - map.b * map.c
        guard abs(size) > 1e-9 else { return 1 }
        var (sum, count) = (0.0, 0.0)
        let steps = Int(Double(Self.mostSamples).squareRoot())
        for row in 0..<steps {
            for column in 0..<steps {
                let (dx, dy) = (Double(column) / Double(steps) - 0.5, Double(row) / Double(steps) - 0.5)
                let (x, y) = (point.x + dx * cell - map.e, point.y + dy * cell - map.f)
                let across = (map.d * x - map.c * y) / size
                // The first row is at the top.
                let down = 1 - (map.a * y - map.b * x) / size
                guard (0..<1).contains(across), (0..<1).contains(down) else { continue }
                sum += level(Int(across * Double(width)), Int(down * Double(height)))
                count += 1
            }
        }
        return count > 0 ? sum / count : 0
    }

    private func level(_ column: Int, _ row: Int) -> Double {
        let byte = Int(levels[row * rowBytes + column * bits / 8])
        let level = bits == 8 ? Double(byte) / 255 : Double(byte >> (7 - column % 8) & 1)
        return isInverted ? 1 - level : level
    }
}
