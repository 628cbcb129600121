import Foundation
import Testing

@testable import PDFFormat
@testable import PageImages
@testable import SignedPDF
@testable import TestSupport

@Suite("Pages whose unit is not a point")
struct UserUnitTests {
    /// A page of 600 by 800 points, in units of two points or of one.
    private static func file(unit: Int, rotation: Int = 0) -> Data {
        SamplePDF.file([
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 \(600 / unit) \(800 / unit)]/UserUnit \(unit)/Rotate \(rotation)>>",
        ])
    }

    @Test("Sizes and rectangles are in points", arguments: [0, 90, 180, 270])
    func sizes(rotation: Int) throws {
        let page = try PDFDocument(Self.file(unit: 2, rotation: rotation)).page(1)
        #expect(page.size == (rotation % 180 == 0 ? (600, 800) : (800, 600)))
        let rect = PageRect(x: 400, y: 500, width: 120, height: 36)
        let own = page.userSpaceRect(rect)
        #expect(Set([own.width, own.height]) == [60, 18])
        #expect(page.pageRect(own) == rect)
    }

    @Test(
        "A unit that makes no sense is a point",
        arguments: ["0", "-1", "(2)", "1000000000000", "null", "/Two", "[2]", "0.00000001"])
    func senseless(unit: String) throws {
        #expect(try onePage("/MediaBox[0 0 300 400]/UserUnit \(unit)").page(1).size == (300, 400))
    }

    @Test("New fields get their size and text in points")
    func newFields() async throws {
        let document = try PDFDocument(Self.file(unit: 2))
        let text = FormField(
            name: "Text", page: 1, rect: PageRect(x: 400, y: 100, width: 160, height: 18), content: .text("Hello"),
            fontSize: 12)
        let file = try PDFDocument(document.bytes + document.update(adding: [text]))
        let placed = try #require(try file.placedFields().first)
        #expect(placed.rect == PageRect(x: 400, y: 100, width: 160, height: 18))
        let field = try #require(try FieldTree(file).fields.first)
        let defaults = String(decoding: try #require(field.attributes["DA"]?.stringValue), as: UTF8.self)
        #expect(defaults.contains(" 6 Tf"))
    }

    #if os(Linux)
        /// Returns the picture of a file's page, 600 pixels wide.
        private static func picture(_ file: Data) async throws -> PixelImage {
            try await PopplerPageRenderer().pixels(ofPage: 1, of: PageSource(hash: "") { file }, width: 600)
        }

        /// Returns the file with fields of all kinds: new ones, and ones that were placed first and filled in later.
        private static func filled(_ file: Data) async throws -> Data {
            func rect(_ row: Int, width: Double = 160, height: Double = 18) -> PageRect {
                PageRect(x: 300, y: Double(20 + row * 60), width: width, height: height)
            }
            func text(_ name: String, _ value: String, _ row: Int) -> FormField {
                FormField(name: name, page: 1, rect: rect(row), content: .text(value), fontSize: 12)
            }
            let typed = SignatureField.Appearance.typedName("Ada Lovelace", subtitle: ["Signed"])
            let later = SignatureField(
                name: "Later", page: 1, rect: rect(4, width: 120, height: 36), appearance: typed,
                signerName: "Ada Lovelace")
            let now = SignatureField(
                name: "Now", page: 1, rect: rect(6, width: 200, height: 50), appearance: typed,
                signerName: "Ada Lovelace")
            var whole = file
            let first = try PDFDocument(whole)
            let check = FormField(
                name: "Check", page: 1, rect: rect(2, width: 16, height: 16), content: .checkbox(true))
            whole += try first.update(
                adding: [text("New", "A new field", 0), text("Old", "", 1), check], awaiting: [later])
            whole += try PDFDocument(whole).update(adding: [text("Old", "A field that was there", 1)])
            for field in [later, now] {
                whole += try await PDFDocument(whole).signedRevision(
                    field, with: TestSigners.p256(), at: TestSigners.now)
            }
            return whole
        }

        @Test("Fields, signatures and their texts look as on a page in points", arguments: [0, 90, 180, 270])
        func pictures(rotation: Int) async throws {
            let large = try await Self.filled(Self.file(unit: 2, rotation: rotation))
            let plain = try await Self.filled(Self.file(unit: 1, rotation: rotation))
            let (found, expected) = (try await Self.picture(large), try await Self.picture(plain))
            #expect(found.width == expected.width && found.height == expected.height)
            #expect(Self.difference(found, expected) < 0.002)
            #expect(Self.difference(try await Self.picture(Self.file(unit: 1, rotation: rotation)), expected) > 0.002)
        }

        @Test("A stamp across the page keeps its size")
        func stamp() async throws {
            func stamped(_ unit: Int) throws -> Data {
                let document = try PDFDocument(Self.file(unit: unit))
                var update = try PagesUpdate(document)
                let cover = (
                    rect: PageRect(x: 400, y: 600, width: 100, height: 50), color: InkColor.gray(0.2)
                )
                try update.paint([cover], stamp: PageStamp("DRAFT"), on: document.page(1))
                return try update.bytes()
            }
            let (found, expected) = (try await Self.picture(stamped(2)), try await Self.picture(stamped(1)))
            #expect(Self.difference(found, expected) < 0.002)
        }

        /// Returns the share of pixels whose brightness differs by more than an eighth.
        private static func difference(_ first: PixelImage, _ second: PixelImage) -> Double {
            guard first.pixels.count == second.pixels.count else { return 1 }
            let differing = zip(first.pixels, second.pixels).count { abs(Int($0) - Int($1)) > 32 }
            return Double(differing) / Double(first.pixels.count)
        }

        @Test("Words lie where the reader sees them, in points", arguments: [0, 90])
        func words(rotation: Int) async throws {
            func page(_ unit: Int) -> Data {
                let size = 24 / unit
                let text = "BT /F \(size) Tf \(60 / unit) \(740 / unit) Td (Contract) Tj ET"
                return SamplePDF.file([
                    "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 \(600 / unit) \(800 / unit)]/UserUnit \(unit)"
                        + "/Rotate \(rotation)/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
                    "<</Length \(text.utf8.count)>>stream\n\(text)\nendstream",
                    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
                ])
            }
            let renderer = try PopplerPageRenderer()
            func word(_ unit: Int) async throws -> WordBox {
                let file = page(unit)
                let size = try PDFDocument(file).page(1).size
                let source = PageSource(hash: "", pageSizes: [CGSize(width: size.width, height: size.height)]) { file }
                let placed = try await renderer.wordsAsPlaced(onPages: 1...1, of: source)
                #expect(try await renderer.words(onPage: 1, of: source).map(\.x) == placed[0].map(\.x))
                return try #require(placed[0].first)
            }
            let (found, expected) = (try await word(2), try await word(1))
            #expect(abs(found.x - expected.x) < 0.1 && abs(found.y - expected.y) < 0.1)
            #expect(abs(found.width - expected.width) < 0.1 && abs(found.height - expected.height) < 0.1)
        }
    #endif
}
