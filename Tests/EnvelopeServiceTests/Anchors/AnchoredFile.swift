import Envelopes
import Foundation
import PageImages
import SignedPDF
import Typesetting

@testable import TestSupport

/// A generated file with texts at known places. The same seed gives the same file.
struct AnchoredFile {
    /// A text, and where its left end and its baseline are, as a reader sees the page.
    struct Mark {
        let text: String
        let page: Int
        /// The box around the letters, in points from the page's top left, without what reaches beyond a letter's height.
        let box: CGRect
        /// How far a found place may be off, in points.
        let tolerance: Double

        /// Whether a tab begins at the text's lower left corner.
        func isMet(by tab: EnvelopeTab) -> Bool {
            tab.page == page && abs(tab.frame.x - box.minX) < tolerance && abs(tab.frame.y - box.maxY) < tolerance
        }
    }

    private(set) var bytes = Data()
    private(set) var marks: [Mark] = []

    private let script: AnchoredScript
    private let typesetter: HarfBuzzTypesetter
    private var random: SeededGenerator

    init(_ script: AnchoredScript, seed: Int, _ typesetter: HarfBuzzTypesetter) throws {
        self.script = script
        self.typesetter = typesetter
        random = SeededGenerator(seed)
        try write()
    }

    // MARK: Text

    private static let sheet = CGRect(x: 0, y: 0, width: 595, height: 842)

    private struct Piece {
        let text: String
        let page: Int
        let left: Double
        let width: Double
        let baseline: Double
        let size: Double
        let isInside: Bool
    }

    private mutating func write() throws {
        var composition = PDFComposition(DocumentInformation(title: "Anchors"), shaper: typesetter)
        var pieces: [Piece] = []
        let pages = Int.random(in: 1...3, using: &random)
        for page in 1...pages {
            composition.addPage(width: Self.sheet.width, height: Self.sheet.height)
            var baseline = 120.0
            while baseline < 640 {
                let size = Double(Int.random(in: 9...16, using: &random))
                try addLine(to: &composition, page, baseline, size, &pieces)
                baseline += size * Double.random(in: 1.6...4, using: &random)
            }
        }
        try turn(try PDFDocument(composition.data()), pieces)
    }

    private mutating func addLine(
        to composition: inout PDFComposition, _ page: Int, _ baseline: Double, _ size: Double, _ pieces: inout [Piece]
    ) throws {
        let style = TextStyle(
            size: size, alignment: script.runsToLeft ? .right : .left,
            direction: script.runsToLeft ? .rightToLeft : .leftToRight)
        func width(_ text: String) throws -> Double {
            try PDFComposition.width(of: text, style: style, shaper: typesetter)
        }
        let space = script.isUnspaced ? "" : " "
        var words = (0..<Int.random(in: 1...2, using: &random)).compactMap { _ in
            script.fillers.randomElement(using: &random)
        }
        let before = words.isEmpty ? "" : words.joined(separator: space) + space
        words = (0..<Int.random(in: 0...2, using: &random)).compactMap { _ in
            script.fillers.randomElement(using: &random)
        }
        let behind = words.isEmpty ? "" : space + words.joined(separator: space)
        guard Bool.random(using: &random), let anchor = script.anchors.randomElement(using: &random) else {
            try composition.text(before + behind, x: script.runsToLeft ? 500 : 80, baseline: baseline, style: style)
            return
        }
        let start = try script.runsToLeft ? 500 - width(before) - width(anchor) : 80 + width(before)
        pieces.append(
            Piece(
                text: anchor, page: page, left: start, width: try width(anchor), baseline: baseline, size: size,
                isInside: script.isUnspaced))
        // Half of the lines are drawn in parts, of which two are the halves of the text. So is a line whose parts need other
        // fonts than the whole.
        let line = before + anchor + behind
        let isEven = try abs(width(line) - width(before) - width(anchor) - width(behind)) < 0.5
        guard !script.runsToLeft, Bool.random(using: &random) || !isEven else {
            try composition.text(line, x: script.runsToLeft ? 500 : 80, baseline: baseline, style: style)
            return
        }
        let middle = anchor.index(anchor.startIndex, offsetBy: anchor.count / 2)
        let halves = [String(anchor[..<middle]), String(anchor[middle...])]
        let isEvenInside = try abs(width(anchor) - halves.map(width).reduce(0, +)) < 0.5
        var x = 80.0
        for part in [before] + (isEvenInside ? halves : [anchor]) + [behind] where !part.isEmpty {
            try composition.text(part, x: x, baseline: baseline, style: style)
            x += try width(part)
        }
    }

    // MARK: Pages

    /// Turns, cuts and scales the pages, and notes where the texts are then.
    private mutating func turn(_ document: PDFDocument, _ pieces: [Piece]) throws {
        var update = try IncrementalUpdate(document)
        for page in try document.pages() {
            let rotation = [0, 0, 90, 180, 270].randomElement(using: &random) ?? 0
            // On most turned pages people read the text upright, as it is with scans.
            let isUpright = rotation == 0 || Int.random(in: 0..<3, using: &random) > 0
            let unit = [1, 1, 2].randomElement(using: &random) ?? 1
            let isCut = Bool.random(using: &random)
            let crop = isCut ? CGRect(x: 40, y: 50, width: 520, height: 740) : Self.sheet
            var dictionary = page.dictionary
            dictionary["Rotate"] = .integer(rotation)
            if unit != 1 { dictionary["UserUnit"] = .integer(unit) }
            let map = Self.upright(isUpright ? rotation : 0)
            dictionary["MediaBox"] = Self.box(Self.sheet, map)
            if isCut { dictionary["CropBox"] = Self.box(crop, map) }
            if isUpright, rotation != 0, let content = dictionary["Contents"] {
                let start = update.add(.stream(Self.stream("q \(Self.operands(map)) cm\n")))
                let end = update.add(.stream(Self.stream("\nQ")))
                dictionary["Contents"] = .array(
                    [.reference(start)] + (content.arrayValue ?? [content]) + [.reference(end)])
            }
            update.set(page.reference, to: .dictionary(dictionary))
            for piece in pieces where piece.page == page.number {
                let own = CGRect(
                    x: piece.left, y: Self.sheet.height - piece.baseline, width: piece.width, height: piece.size * 0.7)
                let seen = Self.seen(own, crop: crop, rotation: isUpright ? 0 : rotation)
                let scale = Double(unit)
                // Inside of a turned word, places are unknown.
                let slack = piece.isInside && !isUpright ? 60 : piece.isInside ? script.tolerance : script.lineHeight
                marks.append(
                    Mark(
                        text: piece.text, page: piece.page,
                        box: CGRect(
                            x: seen.minX * scale, y: seen.minY * scale, width: seen.width * scale,
                            height: seen.height * scale),
                        tolerance: max(slack, script.lineHeight) * piece.size * scale))
            }
        }
        bytes = document.bytes + Data(try update.emitted().bytes)
    }

    /// Returns the map from an upright sheet to the coordinates of a page that is shown turned.
    private static func upright(_ rotation: Int) -> AffineTransform {
        let (width, height) = (sheet.width, sheet.height)
        return switch rotation {
        case 90: AffineTransform(m11: 0, m12: 1, m21: -1, m22: 0, tX: height, tY: 0)
        case 180: AffineTransform(m11: -1, m12: 0, m21: 0, m22: -1, tX: width, tY: height)
        case 270: AffineTransform(m11: 0, m12: -1, m21: 1, m22: 0, tX: 0, tY: width)
        default: .identity
        }
    }

    private static func operands(_ map: AffineTransform) -> String {
        [map.m11, map.m12, map.m21, map.m22, map.tX, map.tY].map { "\(Int($0))" }.joined(separator: " ")
    }

    /// Returns a box of a page from one on the upright sheet.
    private static func box(_ rect: CGRect, _ map: AffineTransform) -> PDFObject {
        let corners = [CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.maxY)].map(map.transform)
        let (across, down) = (corners.map(\.x).sorted(), corners.map(\.y).sorted())
        return .array([across[0], down[0], across[1], down[1]].map { .real(Double($0)) })
    }

    private static func stream(_ text: String) -> PDFStream {
        PDFStream(dictionary: ["Length": .integer(text.utf8.count)], encodedBytes: Data(text.utf8))
    }

    /// Converts a box from the page's own coordinates to the reader's view: from the top left, after rotation.
    private static func seen(_ box: CGRect, crop: CGRect, rotation: Int) -> CGRect {
        let (left, right) = (box.minX - crop.minX, crop.maxX - box.maxX)
        let (bottom, top) = (box.minY - crop.minY, crop.maxY - box.maxY)
        return switch rotation {
        case 90: CGRect(x: bottom, y: left, width: box.height, height: box.width)
        case 180: CGRect(x: right, y: bottom, width: box.width, height: box.height)
        case 270: CGRect(x: top, y: right, width: box.height, height: box.width)
        default: CGRect(x: left, y: top, width: box.width, height: box.height)
        }
    }
}
