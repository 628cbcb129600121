import Envelopes
import Foundation
import PageImages
import SignedPDF
import Testing

@testable import Ceremony
@testable import TestSupport

@Suite("Texts in double braces")
struct BracedTextTests {
    private static let wholePage = (x: 0.0, y: 0.0, width: 595.0, height: 842.0)

    @Test("A text in braces is found at its place, and nothing of it is seen afterwards")
    func found() async throws {
        let file = Tagged.file([Tagged.line("{{signature:1:y}}")])
        #expect(Tagged.ink(in: Self.wholePage, of: try await Tagged.picture(file)) > 300)
        let marked = try await Tagged.marked(file)
        let text = try #require(marked.bracedTexts.first)
        #expect(marked.bracedTexts.count == 1)
        #expect(text.text == "signature:1:y")
        #expect(text.page == 1)
        #expect(abs(text.frame.x - 72) < 1)
        // The baseline is 142 points from the top.
        #expect((128...136).contains(text.frame.y))
        #expect(marked.covered == [CoveredFrame(page: 1, frame: text.frame)])
        #expect(Tagged.ink(in: Self.wholePage, of: try await Tagged.picture(marked.bytes)) == 0)
    }

    @Test("Texts before, behind and between braces in one word stay, and the braces go")
    func insideWords() async throws {
        let around = Tagged.file([Tagged.line("Name:{{text:1:y}},{{date:2}}.")])
        let marked = try await Tagged.marked(around)
        #expect(marked.bracedTexts.map(\.text) == ["text:1:y", "date:2"])
        let before = try await Tagged.picture(around)
        let after = try await Tagged.picture(marked.bytes)
        // "Name:" is 37 points wide.
        let name = (x: 70.0, y: 130.0, width: 36.5, height: 18.0)
        #expect(Tagged.ink(in: name, of: after) == Tagged.ink(in: name, of: before))
        let left = Tagged.ink(in: (x: 108, y: 130, width: 300, height: 18), of: after)
        // A comma and a full stop are left.
        #expect((2...60).contains(left))
    }

    @Test("Letters beside braces stay in fonts of every width", arguments: ["H", "T", "C"])
    func neighbors(font: String) async throws {
        let file = Tagged.file([Tagged.line("{{af_e}}|{{af_d_s:1:y}}|end", font: font)])
        let marked = try await Tagged.marked(file)
        #expect(marked.bracedTexts.map(\.text) == ["af_e", "af_d_s:1:y"])
        let letters = try await Tagged.picture(Tagged.file([Tagged.line("||end", font: font)]))
        let left = try await Tagged.picture(marked.bytes)
        let (expected, found) = (Tagged.ink(in: Self.wholePage, of: letters), Tagged.ink(in: Self.wholePage, of: left))
        // Letters at other fractions of a pixel have other edges.
        #expect(abs(expected - found) < expected / 8)
        for frame in marked.bracedTexts.map(\.frame) {
            let inside = (x: frame.x + 0.5, y: frame.y - 4, width: frame.width - 1, height: frame.height + 8)
            #expect(Tagged.ink(in: inside, of: left) == 0)
        }
        // The first bar stands between the two texts.
        let (one, other) = (marked.bracedTexts[0].frame, marked.bracedTexts[1].frame)
        let between = (x: one.x + one.width, y: 128.0, width: other.x - one.x - one.width, height: 20.0)
        #expect(between.width > 1)
        #expect(Tagged.ink(in: between, of: left) > 10)
    }

    @Test("The lines above and below stay whole, however close they are")
    func closeLines() async throws {
        let file = Tagged.file([
            Tagged.line("gjpqy gjpqy gjpqy", y: 713) + "\n" + Tagged.line("{{signature:1:y}}") + "\n"
                + Tagged.line("ABlkh ABlkh ABlkh", y: 687)
        ])
        let marked = try await Tagged.marked(file)
        let before = try await Tagged.picture(file)
        let after = try await Tagged.picture(marked.bytes)
        for lines in [(x: 70.0, y: 115.0, width: 130.0, height: 17.0), (x: 70, y: 145.5, width: 130, height: 15)] {
            #expect(Tagged.ink(in: lines, of: before) > 100)
            #expect(Tagged.ink(in: lines, of: after) == Tagged.ink(in: lines, of: before))
        }
        #expect(Tagged.ink(in: (x: 70, y: 132.5, width: 130, height: 12), of: after) == 0)
    }

    @Test("A text of several words, and of several fonts and sizes, is one text")
    func severalWords() async throws {
        let runs =
            "BT /H 12 Tf 72 700 Td ({{text:1:y:) Tj /T 13 Tf (Company ) Tj /C 11 Tf (name:) Tj /H 12 Tf (}}) Tj ET"
        let marked = try await Tagged.marked(Tagged.file([runs]))
        #expect(marked.bracedTexts.map(\.text) == ["text:1:y:Company name:"])
        #expect(Tagged.ink(in: Self.wholePage, of: try await Tagged.picture(marked.bytes)) == 0)
    }

    @Test("A text that is written letter by letter is one text")
    func letters() async throws {
        let marked = try await Tagged.marked(
            Tagged.file(["BT /H 12 Tf 72 700 Td [({) 0 ({s) -20 (:1) 10 (:) 0 (y}) -15 (})] TJ ET"]))
        #expect(marked.bracedTexts.map(\.text) == ["s:1:y"])
        #expect(Tagged.ink(in: Self.wholePage, of: try await Tagged.picture(marked.bytes)) == 0)
    }

    @Test("Every occurrence on every page is found")
    func everyOccurrence() async throws {
        let page = [Tagged.line("{{i}}", y: 700), Tagged.line("{{i}} {{date}}", y: 500)].joined(separator: "\n")
        let marked = try await Tagged.marked(Tagged.file(Array(repeating: page, count: 60)))
        #expect(marked.bracedTexts.count == 180)
        #expect(Set(marked.bracedTexts.map(\.page)) == Set(1...60))
        #expect(Tagged.ink(in: Self.wholePage, of: try await Tagged.picture(marked.bytes, page: 60)) == 0)
    }

    @Test("A text that goes on in the next line is refused")
    func brokenLine() async throws {
        let file = Tagged.file([Tagged.line("{{text:1:y:Company", y: 700) + "\n" + Tagged.line("name}}", y: 686)])
        #expect(try await Tagged.problems(file) == [.unclosedBraces(page: 1, text: "{{text:1:y:Company")])
    }

    @Test("Braces inside braces are refused, and all problems are named at once")
    func nested() async throws {
        let file = Tagged.file([
            Tagged.line("{{text:1:y:{{s}}}}"), Tagged.line("Section {{"),
        ])
        #expect(
            try await Tagged.problems(file) == [
                .nestedBraces(page: 1, text: "{{text:1:y:{{s}}"), .unclosedBraces(page: 2, text: "{{"),
            ])
    }

    @Test("Single braces are text like any other")
    func singleBraces() async throws {
        let file = Tagged.file([Tagged.line("if (x) { y = {1} }  }}")])
        let marked = try await Tagged.marked(file)
        #expect(marked.bracedTexts.isEmpty)
        #expect(marked.bytes == file)
    }

    @Test("Ten thousand texts are refused with their limit")
    func tooMany() async throws {
        let lines = (0..<100).map { Tagged.line("{{s}} {{s}} {{s}} {{s}} {{s}}", y: 800 - 7 * Double($0), size: 5) }
        let file = Tagged.file(Array(repeating: lines.joined(separator: "\n"), count: 20))
        #expect(try await Tagged.problems(file) == [.tooManyBracedTexts(limit: 1000)])
    }

    @Test("A text that nobody sees, white or without ink, is found too")
    func hidden() async throws {
        let file = Tagged.file([
            "1 g \(Tagged.line("{{s:1}}", y: 700)) 0 g BT 3 Tr /H 12 Tf 72 600 Td ({{s:2}}) Tj ET"
        ])
        #expect(try await Tagged.marked(file).bracedTexts.map(\.text) == ["s:1", "s:2"])
    }

    @Test("A cover has the color of what is around it")
    func background() async throws {
        let file = Tagged.file(["0.2 0.4 0.8 rg 50 600 400 200 re f 0 g " + Tagged.line("{{s:1:y}}")])
        let marked = try await Tagged.marked(file)
        let picture = try await Tagged.picture(marked.bytes)
        let blue = PixelImage.Color(red: 51, green: 102, blue: 204)
        #expect(Tagged.ink(in: (x: 60, y: 60, width: 380, height: 150), of: picture, on: blue) == 0)
    }

    @Test("Turned text is covered where it stands", arguments: ["0 1 -1 0 300 400", "0 -1 1 0 300 700"])
    func turned(matrix: String) async throws {
        let file = Tagged.file(["BT /H 12 Tf \(matrix) Tm ({{signature:1:y}}) Tj ET"])
        let marked = try await Tagged.marked(file)
        #expect(marked.bracedTexts.map(\.text) == ["signature:1:y"])
        #expect(Tagged.ink(in: Self.wholePage, of: try await Tagged.picture(marked.bytes)) == 0)
    }

    @Test("A part of a longer word in turned text is refused")
    func turnedPart() async throws {
        let file = Tagged.file(["BT /H 12 Tf 0 1 -1 0 300 400 Tm (Name:{{signature:1:y}}) Tj ET"])
        #expect(try await Tagged.problems(file) == [.inTurnedWord(page: 1, text: "{{signature:1:y}}")])
    }

    @Test(
        "Turned and cropped pages are covered as they are shown",
        arguments: [0, 90, 180, 270], ["", "/CropBox[40 100 500 760]"])
    func turnedPages(rotation: Int, crop: String) async throws {
        let file = Tagged.file([Tagged.line("{{signature:1:y}}")], entries: "/Rotate \(rotation)\(crop)")
        let marked = try await Tagged.marked(file)
        #expect(marked.bracedTexts.map(\.text) == ["signature:1:y"])
        let size = try PDFDocument(marked.bytes).page(1).size
        let whole = (x: 0.0, y: 0.0, width: size.width, height: size.height)
        #expect(Tagged.ink(in: whole, of: try await Tagged.picture(file)) > 300)
        #expect(Tagged.ink(in: whole, of: try await Tagged.picture(marked.bytes)) == 0)
    }

    @Test(
        "Content that scales, clips, or leaves something open does not move the cover",
        arguments: [
            "0.5 0 0 0.5 10 20 cm BT /H 24 Tf 144 1300 Td ({{signature:1:y}}) Tj ET",
            "q 2 0 0 2 0 0 cm q BT /H 6 Tf 36 350 Td ({{signature:1:y}}) Tj ET",
            "/Span BMC q 72 690 200 30 re W n BT /H 12 Tf 72 700 Td ({{signature:1:y}}) Tj",
            "BT /H 12 Tf 72 700 Td ({{signature:1:y}}) Tj ET 10 10 30 30 re",
            "q 1 0 0 1 0 0 cm BI /W 2 /H 2 /BPC 8 /CS /G ID Q Q EI Q BT /H 12 Tf 72 700 Td ({{signature:1:y}}) Tj ET",
        ])
    func openContent(content: String) async throws {
        let marked = try await Tagged.marked(Tagged.file([content]))
        #expect(marked.bracedTexts.map(\.text) == ["signature:1:y"])
        // An inline image stands in the lower left corner of the page.
        let upper = (x: 0.0, y: 0.0, width: 595.0, height: 800.0)
        #expect(Tagged.ink(in: upper, of: try await Tagged.picture(marked.bytes)) == 0)
    }

    @Test("A text under a form field is covered, and the field stays")
    func underField() async throws {
        let appearance = "1 0 0 rg 0 0 10 10 re f"
        let file = Tagged.file(
            [Tagged.line("{{signature:1:y}}")], annotations: ["9 0 R"],
            objects: [
                "<</Type/XObject/Subtype/Form/BBox[0 0 10 10]/Length \(appearance.utf8.count)>>stream\n\(appearance)\n"
                    + "endstream",
                "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/F 4/Rect[80 698 90 708]/AP<</N 8 0 R>>>>",
            ])
        let marked = try await Tagged.marked(file)
        #expect(marked.bracedTexts.map(\.text) == ["signature:1:y"])
        let picture = try await Tagged.picture(marked.bytes)
        #expect(picture.color(x: 170, y: 278) == PixelImage.Color(red: 255, green: 0, blue: 0))
        #expect((380...484).contains(Tagged.ink(in: Self.wholePage, of: picture)))
    }

    @Test("A text that a form field shows is refused")
    func inField() async throws {
        let appearance = "BT /H 12 Tf 2 4 Td ({{signature:1:y}}) Tj ET"
        let file = Tagged.file(
            [Tagged.line("{{date}}")], annotations: ["9 0 R"],
            objects: [
                "<</Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources 3 0 R/Length \(appearance.utf8.count)>>stream\n"
                    + "\(appearance)\nendstream",
                "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/F 4/Rect[80 398 280 418]/AP<</N 8 0 R>>>>",
            ])
        #expect(try await Tagged.problems(file) == [.inAnnotation(page: 1, text: "{{signature:1:y}}")])
    }

    @Test(
        "Text that runs to the left beside braces changes nothing about them",
        arguments: ["שלום {{signature:1:y}} עולם", "Hello שלום {{signature:1:y}} עולם", "مرحبا {{signature:1:y}}"],
        [TextDirection.rightToLeft, .leftToRight])
    func rightToLeft(line: String, direction: TextDirection) async throws {
        let file = try Tagged.composed(line, direction: direction)
        let marked = try await Tagged.marked(file)
        #expect(marked.bracedTexts.map(\.text) == ["signature:1:y"])
        let text = try #require(marked.bracedTexts.first)
        let picture = try await Tagged.picture(marked.bytes)
        let frame = (x: text.frame.x, y: text.frame.y, width: text.frame.width, height: text.frame.height)
        #expect(Tagged.ink(in: frame, of: picture) == 0)
        #expect(Tagged.ink(in: Self.wholePage, of: picture) > 100)
    }

    @Test("Braces of a line that runs to the left stand the other way round")
    func mirrored() {
        func words(_ texts: String...) -> [WordBox] {
            texts.enumerated().map {
                WordBox(text: $1, x: 60 * Double($0), y: 10, width: 50, height: 12, line: 0)
            }
        }
        func found(_ texts: [WordBox]) -> [String] { BracedTextFinder(texts, page: 1).found.map(\.text) }
        #expect(found(words("םלוע", "}}s:2:y{{", "}}date{{", "םולש")) == ["s:2:y", "date"])
        #expect(found(words("}}text:1:y:Company", "name{{")) == ["text:1:y:Company name"])
        #expect(found(words("}}", "{{s}}")) == ["s"])
        #expect(found(words("{{text:1:y:הרבחה", "םש}}")) == ["text:1:y:שם החברה"])
    }
}
