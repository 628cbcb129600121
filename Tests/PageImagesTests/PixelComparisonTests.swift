import Foundation
import Testing

@testable import PageImages
@testable import TestSupport

@Suite("Comparing pictures of a page")
struct PixelComparisonTests {
    private let area = PixelImage.Frame(x: 20, y: 20, width: 60, height: 20)
    private let black = PixelImage.Color(red: 0, green: 0, blue: 0)

    /// A white picture with rectangles.
    private func picture(_ rects: (x: Int, y: Int, width: Int, height: Int, gray: UInt8)...) throws -> PixelImage {
        var pixels = [UInt8](repeating: 255, count: 120 * 60 * 3)
        for rect in rects {
            for y in rect.y..<rect.y + rect.height {
                for x in rect.x..<rect.x + rect.width {
                    for channel in 0..<3 { pixels[(y * 120 + x) * 3 + channel] = rect.gray }
                }
            }
        }
        return try #require(PixelImage(width: 120, height: 60, pixels: pixels))
    }

    private func findings(
        _ before: PixelImage, _ after: PixelImage, bare: PixelImage? = nil
    ) throws -> [PixelComparison.Finding] {
        try #require(PixelComparison(before: before, after: after, bare: bare)).findings(permitting: [area])
    }

    @Test("Equal pictures, and changes within an empty area, give no findings")
    func nothing() throws {
        let page = try picture((2, 2, 30, 2, 0))
        #expect(try findings(page, page).isEmpty)
        #expect(try findings(page, picture((2, 2, 30, 2, 0), (22, 22, 40, 8, 0))).isEmpty)
        // An area's picture may be smoothed two pixels beyond its edge.
        #expect(try findings(page, picture((2, 2, 30, 2, 0), (18, 18, 20, 24, 120))).isEmpty)
    }

    @Test("A change outside of all areas is found with the frame around it")
    func outside() throws {
        let page = try picture()
        #expect(
            try findings(page, picture((90, 10, 4, 6, 0), (30, 25, 9, 9, 0)))
                == [.changeOutside(PixelImage.Frame(x: 90, y: 10, width: 4, height: 6))])
        #expect(
            try findings(page, picture((15, 30, 5, 2, 0)))
                == [.changeOutside(PixelImage.Frame(x: 15, y: 30, width: 3, height: 2))])
    }

    @Test("An invisible shade and one or two pixels are not a change")
    func noise() throws {
        #expect(try findings(picture(), picture((90, 10, 20, 20, 240))).isEmpty)
        #expect(try findings(picture(), picture((90, 10, 2, 1, 0))).isEmpty)
        #expect(try !findings(picture(), picture((90, 10, 3, 1, 0))).isEmpty)
    }

    @Test("Without areas every change is outside, and an area around the page permits all")
    func areas() throws {
        let comparison = try #require(PixelComparison(before: picture(), after: picture((0, 0, 4, 4, 0))))
        #expect(
            comparison.findings(permitting: [])
                == [.changeOutside(PixelImage.Frame(x: 0, y: 0, width: 4, height: 4))])
        let page = PixelImage.Frame(x: -10, y: -10, width: 1000, height: 1000)
        #expect(comparison.findings(permitting: [page, page]).isEmpty)
        let beside = PixelImage.Frame(x: 200, y: 0, width: 10, height: 10)
        #expect(comparison.findings(permitting: [beside]).count == 1)
    }

    @Test("Pictures of different sizes are not compared")
    func sizes() throws {
        let other = try #require(PixelImage(width: 120, height: 61))
        #expect(try PixelComparison(before: picture(), after: other) == nil)
        #expect(try PixelComparison(before: picture(), after: picture(), bare: other) == nil)
    }

    @Test(
        "A stroke that becomes white, or drowns in one colour, has vanished", arguments: [255, 0, 90, 200] as [UInt8])
    func vanished(gray: UInt8) throws {
        let stroke = (x: 40, y: 25, width: 2, height: 10, gray: UInt8(0))
        let result = try findings(picture(stroke), picture((36, 22, 12, 16, gray)))
        guard case .printedMatterVanished(let frame)? = result.first, result.count == 1 else {
            Issue.record("\(result)")
            return
        }
        #expect(frame.x <= 41 && frame.x + frame.width > 40 && frame.y >= 22 && frame.height >= 6)
    }

    @Test("A stroke under noise counts as lost")
    func noiseOver() throws {
        let stroke = (x: 40, y: 25, width: 2, height: 10, gray: UInt8(0))
        var pixels = try picture(stroke).pixels
        var state: UInt64 = 7
        for y in 20..<40 {
            for x in 30..<55 {
                for channel in 0..<3 {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    pixels[(y * 120 + x) * 3 + channel] = UInt8(truncatingIfNeeded: state >> 40)
                }
            }
        }
        let after = try #require(PixelImage(width: 120, height: 60, pixels: pixels))
        #expect(try findings(picture(stroke), after).count == 1)
        #expect(try findings(picture(), after).isEmpty)
    }

    @Test("Light ink on a dark ground is lost under a dark box")
    func lightInk() throws {
        let band = (x: 10, y: 15, width: 100, height: 40, gray: UInt8(0))
        let result = try findings(
            picture(band, (40, 25, 2, 10, 255), (46, 25, 2, 10, 255)), picture(band, (60, 25, 2, 10, 255)))
        #expect(result.count == 1)
    }

    @Test("A changed field's earlier picture may disappear")
    func ownPicture() throws {
        let shown = try picture((30, 25, 2, 10, 0), (40, 25, 2, 10, 0))
        #expect(try findings(shown, picture()).count == 1)
        #expect(try findings(shown, picture(), bare: picture()).isEmpty)
        // The page has one of the strokes, the field the other.
        #expect(try findings(shown, picture((30, 25, 2, 10, 0)), bare: picture((30, 25, 2, 10, 0))).isEmpty)
        #expect(try findings(shown, picture((40, 25, 2, 10, 0)), bare: picture((30, 25, 2, 10, 0))).count == 1)
    }

    @Test("Print under the field's earlier picture may stay covered")
    func coveredBefore() throws {
        let bare = try picture((30, 30, 40, 1, 0))
        #expect(try findings(picture((20, 20, 60, 20, 200)), picture((24, 24, 4, 8, 0)), bare: bare).isEmpty)
    }

    @Test("A line crossed by strokes is still visible")
    func crossed() throws {
        let line = (x: 10, y: 30, width: 100, height: 1, gray: UInt8(0))
        #expect(
            try findings(
                picture(line), picture(line, (30, 22, 3, 16, 0), (35, 22, 3, 16, 40), (20, 29, 50, 4, 60))
            ).isEmpty)
    }

    @Test("A ruled line at an area's edge may be covered, but not one across its middle")
    func ruledEdge() throws {
        let bottom = (x: 15, y: 39, width: 70, height: 1, gray: UInt8(0))
        let white = (x: 20, y: 20, width: 60, height: 20, gray: UInt8(255))
        #expect(try findings(picture(bottom), picture(bottom, white)).isEmpty)
        let middle = (x: 15, y: 30, width: 70, height: 1, gray: UInt8(0))
        #expect(try findings(picture(middle), picture(middle, white)).count == 1)
    }

    @Test("A tick in a printed box keeps the box, thin or thick", arguments: [1, 2, 3])
    func tick(line: Int) throws {
        let box = (x: 30, y: 22, width: 14, height: 14, gray: UInt8(0))
        let paper = (x: 30 + line, y: 22 + line, width: 14 - 2 * line, height: 14 - 2 * line, gray: UInt8(255))
        #expect(
            try findings(picture(box, paper), picture(box, paper, (34, 27, 3, 5, 0), (36, 26, 5, 3, 0))).isEmpty)
    }
}

#if os(Linux)
    @Suite("Rendered pages compared")
    struct RenderedComparisonTests {
        private static let print =
            "BT /F 11 Tf 60 460 Td (The price is 100.50 euros) Tj 0 -30 Td (You do not agree) Tj ET "
            + "0.8 w 60 380 m 300 380 l S 1 w 60 340 12 12 re S 0.7 g 200 330 120 30 re f 0 g "
        /// In points from the top left of the page, whose coordinates begin at (10, 20) and end 600 higher.
        private static let area = (left: 50.0, bottom: 320.0, right: 330.0, top: 480.0)

        private func findings(
            _ before: String, _ after: String, times: Int = 1
        ) async throws -> [PixelComparison.Finding] {
            let renderer = try PopplerPageRenderer()
            func picture(_ content: String) async throws -> PixelImage {
                let pdf = SamplePDF.offset(content: content)
                return try await renderer.pixels(ofPage: 1, of: PageSource(hash: "") { pdf }, width: 556 * times)
            }
            let scale = 556.0 * Double(times) / 400
            let area = Self.area
            let frame = PixelImage.Frame(
                x: Int((area.left - 10) * scale), y: Int((620 - area.top) * scale),
                width: Int((area.right - area.left) * scale), height: Int((area.top - area.bottom) * scale))
            let comparison = try #require(
                PixelComparison(
                    before: try await picture(before), after: try await picture(after), scale: times))
            return comparison.findings(permitting: [frame])
        }

        @Test(
            "Text beside print or across a line hides nothing",
            arguments: [
                "BT /F 11 Tf 70 384 Td (Ada Lovelace) Tj ET",  // on the line
                "BT /F 11 Tf 70 377 Td (Ada Lovelace, signing) Tj ET",  // across it
                "0 0 0.7 RG 2 w 70 370 m 90 400 110 360 130 395 c 150 365 170 400 190 372 c S",
                "0.1 0.3 0.75 RG 2.5 w 70 372 m 90 392 110 368 130 388 c 150 370 170 390 190 378 c S",
                "0 0 0.6 RG 2 w 70 372 m 90 392 110 368 130 388 c 80 360 150 400 100 372 c S",
                "2 w 62 346 m 65 342 l 70 350 l S",  // a tick in the box
                "62 342 8 8 re f",  // a filled box
                "BT /F 11 Tf 210 340 Td (on grey ground) Tj ET",
                "BT /F 30 Tf 70 400 Td (BIG) Tj ET",
                "0.9 0.95 1 rg 60 395 200 20 re f 0 g BT /F 11 Tf 70 400 Td (on a new ground) Tj ET",
                "BT /F 11 Tf 62 459 Td (VOID VOID VOID) Tj ET",  // over print, which shows through
            ])
        func honest(_ added: String) async throws {
            for times in 1...2 { #expect(try await findings(Self.print, Self.print + added, times: times) == []) }
        }

        @Test(
            "Print that is painted over is lost",
            arguments: [
                "1 g 58 455 200 16 re f 0 g BT /F 11 Tf 60 460 Td (The price is 900.50 euros) Tj ET",
                "1 g 122 457 8 12 re f",  // the 1 of the price
                "1 g 121 457 8 12 re f 0 g BT /F 11 Tf 122 460 Td (9) Tj ET",
                "58 455 200 16 re f",
                "0 0 1 rg 58 455 200 16 re f 1 g BT /F 11 Tf 60 460 Td (The price is 900.50 euros) Tj ET",
                "1 1 0.8 rg 58 455 200 16 re f 0 g BT /F 11 Tf 60 460 Td (The price is 900.50 euros) Tj ET",
                "1 1 0 rg 58 455 200 16 re f 0 g BT /F 11 Tf 60 460 Td (The price is 900.50 euros) Tj ET",
                "0.8 0.1 0.1 rg 96 426 18 14 re f",  // the word “not”
                "1 g BT /F 11 Tf 60 430 Td (You do not agree) Tj ET",
                "1 g 1 G 1 w BT /F 11 Tf 2 Tr 60 460 Td (The price is 100.50 euros) Tj ET",
                "0 0 1 rg 58 455 200 16 re f 1 g BT /F 11 Tf 60 460 Td (The price is 900.50 euros, VAT in it) Tj ET",
                "1 g 135 459 4 3 re f",  // the period between euros and cents
                "1 g 122 463 3 3 re f",
                "0 0 1 rg 0.5 w 58 455 200 16 re f 1 0 0 RG 3 w 58 456 m 260 470 l 60 470 m 258 456 l S",
                "1 G 6 w 60 434 m 200 434 l S",
                "1 G 2 w 60 432 m 200 432 l S 60 434 m 200 434 l S",
            ])
        func forged(_ added: String) async throws {
            for times in 1...2 {
                let findings = try await findings(Self.print, Self.print + added, times: times)
                #expect(findings.count == 1)
                guard case .printedMatterVanished? = findings.first else {
                    Issue.record("\(times): \(findings)")
                    return
                }
            }
        }

        @Test("An additional letter outside the area is a change")
        func outside() async throws {
            let findings = try await findings(
                Self.print, Self.print + "BT /F 6 Tf 340 460 Td (.) Tj 0 -40 Td (i) Tj ET")
            guard case .changeOutside? = findings.first, findings.count == 1 else {
                Issue.record("\(findings)")
                return
            }
        }
    }
#endif
