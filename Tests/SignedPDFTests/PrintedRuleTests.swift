import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

@Suite("Lines and squares that are printed on a page")
struct PrintedRuleTests {
    private func rules(_ content: String, page entries: String = "") throws -> [PrintedRule] {
        let file = SamplePDF.file([
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R\(entries)>>",
            "<</Length \(content.utf8.count)>>stream\n\(content)\nendstream",
        ])
        return try PDFDocument(file).printedRules(onPages: 1...10)
    }

    private func line(_ x: Double, _ y: Double, _ width: Double, _ height: Double = 0) -> PrintedRule {
        PrintedRule(.line, page: 1, rect: PageRect(x: x, y: y, width: width, height: height))
    }

    @Test("A line is a stroke or a thin rectangle that is level and of some length")
    func lines() throws {
        #expect(try rules("72 700 m 200 700 l S") == [line(72, 100, 128)])
        #expect(try rules("72 699 128 1 re f") == [line(72, 100, 128, 1)])
        #expect(try rules("72 700 m 200 700 l 72 650 m 200 650 l S") == [line(72, 100, 128), line(72, 150, 128)])
        for other in [
            "72 700 m 72 600 l S", "72 700 m 200 690 l S", "72 700 m 100 700 l S", "6 w 72 700 m 200 700 l S",
            "72 650 128 20 re f", "72 700 m 200 700 l n",
        ] {
            #expect(try rules(other).isEmpty, "\(other)")
        }
    }

    @Test("A box is an empty square, drawn in any way, once")
    func boxes() throws {
        let box = PrintedRule(.box, page: 1, rect: PageRect(x: 72, y: 88, width: 12, height: 12))
        for drawn in [
            "72 700 12 12 re S", "72 700 m 84 700 l 84 712 l 72 712 l s", "1 g 72 700 12 12 re f 0 G 72 700 12 12 re S",
            "1 g 72 700 12 12 re B",
        ] {
            #expect(try rules(drawn) == [box], "\(drawn)")
        }
        for other in ["72 700 12 12 re f", "72 700 40 40 re S", "72 700 12 20 re S", "72 700 m 84 712 l 90 700 l s"] {
            #expect(try rules(other).isEmpty, "\(other)")
        }
    }

    @Test("Places are those that a reader sees, on turned and cut pages")
    func turned() throws {
        let cut = try rules("72 700 m 200 700 l S", page: "/CropBox[50 100 550 750]")
        #expect(cut == [line(22, 50, 128)])
        // A line up the page is level on one that is turned.
        #expect(try rules("100 72 m 100 200 l S", page: "/Rotate 90") == [line(72, 100, 128)])
    }

    @Test("A page whose content cannot be read has none, and others than those asked for are left out")
    func unreadable() throws {
        #expect(try rules("72 700 m 200 700 l (").isEmpty)
        let document = try PDFDocument(SignedFiles.agreement())
        #expect(try document.printedRules(onPages: 900...901).isEmpty)
    }
}
