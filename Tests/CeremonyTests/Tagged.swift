import Foundation
import PageImages
import SignedPDF
import Testing
import Typesetting

@testable import Ceremony
@testable import TestSupport

/// Documents with texts in double braces, and what becomes of them.
enum Tagged {
    /// Returns a file of A4 pages with the given content; the fonts are /H (Helvetica), /T (Times) and /C (Courier).
    ///
    /// - Parameters:
    ///   - entries: further entries of each page
    ///   - annotations: bodies of annotations of the first page
    ///   - objects: further objects; the first has the number 8
    static func file(
        _ contents: [String], entries: String = "", annotations: [String] = [], objects: [String] = []
    ) -> Data {
        let first = 8 + objects.count
        let kids = contents.indices.map { "\(first + 2 * $0) 0 R" }.joined(separator: " ")
        let fonts = ["Helvetica", "Times-Roman", "Courier"]
        var all = [
            "<</Type/Catalog/Pages 2 0 R>>",
            "<</Type/Pages/Kids[\(kids)]/Count \(contents.count)/MediaBox[0 0 595 842]/Resources 3 0 R>>",
            "<</Font<</H 4 0 R/T 5 0 R/C 6 0 R>>>>",
        ]
        all += fonts.map { "<</Type/Font/Subtype/Type1/BaseFont/\($0)>>" }
        all.append("null")
        all += objects
        for (index, content) in contents.enumerated() {
            let own = index == 0 && !annotations.isEmpty ? "/Annots[\(annotations.joined(separator: " "))]" : ""
            all.append("<</Type/Page/Parent 2 0 R/Contents \(all.count + 2) 0 R\(entries)\(own)>>")
            all.append("<</Length \(content.utf8.count)>>stream\n\(content)\nendstream")
        }
        return SamplePDF.file(all)
    }

    /// Returns the operators that show a line of text at a place, counted from the bottom left.
    static func line(_ text: String, x: Double = 72, y: Double = 700, font: String = "H", size: Double = 12) -> String {
        let escaped = text.replacingOccurrences(of: "(", with: "\\(").replacingOccurrences(of: ")", with: "\\)")
        return "BT /\(font) \(size) Tf \(x) \(y) Td (\(escaped)) Tj ET"
    }

    /// Returns an A4 page with a line in any script, its right end 500 points from the left.
    static func composed(_ text: String, direction: TextDirection) throws -> Data {
        var composition = PDFComposition(DocumentInformation(title: "Text"), shaper: try typesetter())
        composition.addPage()
        try composition.text(
            text, x: 500, baseline: 142, style: TextStyle(size: 12, alignment: .right, direction: direction))
        return try composition.data()
    }

    static func typesetter() throws -> HarfBuzzTypesetter { try HarfBuzzTypesetter() }

    static func marked(
        _ bytes: Data, _ marks: PageMarks = PageMarks(coversBracedTexts: true), named name: String = "Lease.pdf"
    ) async throws -> MarkedDocument {
        let marker = PageMarker(renderer: try PopplerPageRenderer(), typesetter: try typesetter())
        let marked = try await marker.marked(bytes, named: name, with: marks)
        #expect(marked.bytes.prefix(bytes.count) == bytes)
        return marked
    }

    static func problems(_ bytes: Data, _ marks: PageMarks = PageMarks(coversBracedTexts: true)) async throws
        -> [PageMarkProblem]
    {
        do {
            _ = try await marked(bytes, marks)
            return []
        } catch let error as PageMarkProblems {
            return error.problems
        }
    }

    /// Returns a page's picture with two pixels for a point.
    static func picture(_ bytes: Data, page: Int = 1) async throws -> PixelImage {
        let size = try PDFDocument(bytes).page(page).size
        return try await PopplerPageRenderer().pixels(
            ofPage: page, of: PageSource(hash: "") { bytes }, width: Int(size.width * 2))
    }

    /// Returns the number of pixels of a part of a page, in points from its top left, that are not of a color.
    static func ink(
        in frame: (x: Double, y: Double, width: Double, height: Double), of picture: PixelImage,
        on background: PixelImage.Color = PixelImage.Color(red: 255, green: 255, blue: 255)
    ) -> Int {
        var count = 0
        for y in Int(frame.y * 2)..<Int((frame.y + frame.height) * 2) {
            for x in Int(frame.x * 2)..<Int((frame.x + frame.width) * 2) {
                guard let color = picture.color(x: x, y: y) else { continue }
                let differences = [
                    Int(color.red) - Int(background.red), Int(color.green) - Int(background.green),
                    Int(color.blue) - Int(background.blue),
                ]
                if differences.contains(where: { abs($0) > 24 }) { count += 1 }
            }
        }
        return count
    }
}
