import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

/// The widget's dictionary of a field in a document.
func widget(_ name: String, in document: PDFDocument) throws -> PDFDictionary {
    let form = try #require(try document.value("AcroForm", in: document.catalog()).dictionaryValue)
    let field = try #require(try FieldIndex(form: form, in: document).fields[name])
    return try #require(try document.object(field.widgets[0]).dictionaryValue)
}

/// The decoded content of a widget's normal appearance.
func appearance(of widget: PDFDictionary, state: String? = nil, in document: PDFDocument) throws -> PDFStream {
    let appearances = try #require(try document.value("AP", in: widget).dictionaryValue)
    var normal = try document.value("N", in: appearances)
    if let state {
        let states = try #require(normal.dictionaryValue)
        normal = try document.value(state, in: states)
    }
    let stream = try #require(normal.streamValue)
    return PDFStream(dictionary: stream.dictionary, encodedBytes: try document.decoded(stream))
}

@Suite("A field lies where the reader sees the given coordinates")
struct FieldPlacementTests {
    /// The seen rectangle's corners by hand: a media box of 600 × 800 whose crop box begins at (50, 100).
    @Test(
        "The four rotations with a crop box",
        arguments: [
            (0, [70.0, 640, 170, 670], 400.0, 600.0), (90, [80, 120, 110, 220], 600, 400),
            (180, [330, 130, 430, 160], 400, 600), (270, [390, 580, 420, 680], 600, 400),
            (-90, [390, 580, 420, 680], 600, 400), (450, [80, 120, 110, 220], 600, 400),
        ])
    func rotations(degrees: Int, expected: [Double], width: Double, height: Double) throws {
        let document = try onePage("/MediaBox[0 0 600 800]/CropBox[50 100 450 700]/Rotate \(degrees)")
        let page = try document.page(1)
        #expect(page.size.width == width)
        #expect(page.size.height == height)
        let rect = PageRect(x: 20, y: 30, width: 100, height: 30)
        let updated = try PDFDocument(
            document.bytes + document.update(adding: [.sample(name: "A", rect: rect)]))
        let numbers = try widget("A", in: updated)["Rect"]?.arrayValue?.compactMap(\.realValue)
        #expect(numbers == expected)
    }

    @Test("A rectangle survives conversion to the page's own coordinates and back, on any page", arguments: 0..<80)
    func roundTrip(seed: Int) throws {
        var random = SeededGenerator(seed)
        for page in try PDFDocument(GeneratedPDF(seed: seed).data).pages() {
            let rect = PageRect(
                x: Double.random(in: 0...200, using: &random), y: Double.random(in: 0...200, using: &random),
                width: Double.random(in: 1...200, using: &random), height: Double.random(in: 1...200, using: &random))
            let back = page.pageRect(page.userSpaceRect(rect))
            #expect(abs(back.x - rect.x) + abs(back.y - rect.y) < 1e-9)
            #expect(abs(back.width - rect.width) + abs(back.height - rect.height) < 1e-9)
        }
    }

    /// The algorithm of ISO 32000-2 §12.5.5, followed as a reader does: matrix, bounding box, rectangle.
    @Test("The appearance stands upright for the reader", arguments: [0, 90, 180, 270])
    func upright(degrees: Int) throws {
        let document = try onePage("/MediaBox[0 0 600 800]/Rotate \(degrees)")
        let rect = PageRect(x: 20, y: 30, width: 100, height: 30)
        let updated = try PDFDocument(
            document.bytes + document.update(adding: [.sample(name: "A", rect: rect)]))
        let field = try widget("A", in: updated)
        let form = try appearance(of: field, in: updated).dictionary
        let box = try #require(form["BBox"]?.arrayValue.flatMap(PDFRectangle.init))
        #expect(box == PDFRectangle(left: 0, bottom: 0, right: 100, top: 30))
        let m = form["Matrix"]?.arrayValue?.compactMap(\.realValue) ?? [1, 0, 0, 1, 0, 0]
        func moved(_ x: Double, _ y: Double) -> (Double, Double) {
            (m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5])
        }
        let place = try #require(field["Rect"]?.arrayValue.flatMap(PDFRectangle.init))
        let page = try updated.page(1)
        // The box's top left corner, as moved into the page, is what the reader sees at the rectangle's top left.
        let corners = [(0.0, 0.0), (100.0, 0.0), (0.0, 30.0), (100.0, 30.0)].map { moved($0.0, $0.1) }
        let origin = (corners.map(\.0).min() ?? 0, corners.map(\.1).min() ?? 0)
        func onPage(_ x: Double, _ y: Double) -> PageRect {
            let point = moved(x, y)
            let left = place.left + point.0 - origin.0
            let bottom = place.bottom + point.1 - origin.1
            return page.pageRect(PDFRectangle(left: left, bottom: bottom, right: left, top: bottom))
        }
        #expect(onPage(0, 30) == PageRect(x: 20, y: 30, width: 0, height: 0))
        #expect(onPage(100, 30) == PageRect(x: 120, y: 30, width: 0, height: 0))
        #expect(onPage(0, 0) == PageRect(x: 20, y: 60, width: 0, height: 0))
        #expect(field["MK"]?.dictionaryValue?["R"]?.integerValue ?? 0 == degrees)
    }

    @Test("A page with missing or useless boxes gets a usable size")
    func oddBoxes() throws {
        #expect(try onePage("").page(1).size == (612, 792))
        #expect(try onePage("/MediaBox[0 0 0 0]").page(1).size == (612, 792))
        #expect(try onePage("/MediaBox[600 800 0 0]").page(1).size == (600, 800))
        #expect(try onePage("/MediaBox[0 0 600 800]/CropBox[700 900 800 1000]").page(1).size == (600, 800))
        #expect(try onePage("/MediaBox[0 0 600 800]/CropBox[-100 -100 300 2000]").page(1).size == (300, 800))
        #expect(try onePage("/MediaBox[0 0 600 800]/Rotate 45").page(1).rotation == 0)
    }

    @Test(
        "A rectangle off the page or of no size is refused with the field's name",
        arguments: [
            PageRect(x: 700, y: 10, width: 50, height: 20), PageRect(x: 10, y: 900, width: 50, height: 20),
            PageRect(x: 10, y: 10, width: 0, height: 20), PageRect(x: 10, y: 10, width: 50, height: -1),
            PageRect(x: .nan, y: 10, width: 50, height: 20), PageRect(x: -60, y: 10, width: 50, height: 20),
        ])
    func offThePage(rect: PageRect) throws {
        let document = try onePage("/MediaBox[0 0 600 800]")
        #expect {
            try document.update(adding: [.sample(name: "Here", rect: rect)])
        } throws: { error in
            guard case .invalidField("Here", _) = error as? PDFError else { return false }
            return true
        }
    }

    @Test("A page that the document does not have is refused")
    func noSuchPage() throws {
        let document = try onePage("/MediaBox[0 0 600 800]")
        for page in [0, -1, 2] {
            #expect(throws: PDFError.noSuchPage(page, pageCount: 1)) {
                try document.update(adding: [.sample(name: "A", page: page)])
            }
        }
    }
}
