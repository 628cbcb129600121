import Foundation
import PageImages
import SignedPDF
import Testing

@testable import FileSigning

@Suite("A file's fields, and pictures with coordinates")
struct FileFieldsTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "countersign-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// White pages.
    private struct WhitePages: PageRasterizer {
        func pixels(ofPage page: Int, of source: PageSource, width: Int) async throws -> PixelImage {
            try #require(PixelImage(width: width, height: width * 3 / 2))
        }
    }

    /// Two pages of 400 by 600 points, and a field on the second one.
    private func file(_ fields: [FormField] = [FileFieldsTests.city]) throws -> URL {
        var composition = PDFComposition(DocumentInformation(title: "Sample"))
        for _ in 1...2 { composition.addPage(width: 400, height: 600) }
        let document = try PDFDocument(composition.data())
        let file = folder.appending(path: "form.pdf")
        try (document.bytes + (fields.isEmpty ? Data() : document.update(adding: fields))).write(to: file)
        return file
    }

    private static let city = FormField(
        name: "City", page: 2, rect: PageRect(x: 100, y: 200.26, width: 80, height: 20), content: .text(""))

    @Test("Fields are listed in columns, and an empty form in one line")
    func lines() throws {
        #expect(
            try FileFields(of: file()).lines(named: "form.pdf") == [
                "form.pdf: 2 pages, 1 form field. Places are in points from the page's top left corner.",
                "  page  type  left    top  width  height  name", "     2  text   100  200.3     80      20  City",
            ])
        #expect(try FileFields(of: file([])).lines(named: "form.pdf") == ["form.pdf: 2 pages, no form fields."])
    }

    @Test("The list for programs has every key that has a value")
    func list() throws {
        let json = try FileFields(of: file()).json()
        let list = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
        #expect(list.count == 1)
        #expect(list.first?["name"] as? String == "City" && list.first?["type"] as? String == "text")
        let numbers = ["page", "left", "top", "width", "height"].map { list.first?[$0] as? Double }
        #expect(numbers == [2, 100, 200.3, 80, 20])
    }

    @Test("A picture is drawn of the last page unless another is asked for, and replaces another one aloud")
    func picture() async throws {
        let file = try file()
        let output = folder.appending(path: "page.png")
        let picture = CoordinatePicture(rasterizer: WhitePages())
        let fields = try FileFields(of: file)
        let last = try await picture.write(nil, of: file, fields, to: output)
        #expect(last.line(named: "page.png") == "Wrote page.png: page 2, 400 by 600 points.")
        let first = try await picture.write(1, of: file, fields, to: output)
        #expect(
            first.line(named: "page.png")
                == "Wrote page.png: page 1, 400 by 600 points. It replaced another file of that name.")
        #expect(try Data(contentsOf: output).starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }

    @Test("A picture never overwrites the document, and a page that is not there is named")
    func refusals() async throws {
        let file = try file()
        let fields = try FileFields(of: file)
        let picture = CoordinatePicture(rasterizer: WhitePages())
        let before = try Data(contentsOf: file)
        await #expect(throws: FileSigningError.pictureOverDocument(path: file.relativePath)) {
            try await picture.write(nil, of: file, fields, to: file)
        }
        for page in [0, 3] {
            await #expect(throws: FileSigningError.noSuchPage(page, pages: 2)) {
                try await picture.write(page, of: file, fields, to: folder.appending(path: "page.png"))
            }
        }
        #expect(try Data(contentsOf: file) == before)
        let missing = folder.appending(path: "no/page.png")
        let error = await #expect(throws: FileSigningError.self) {
            try await picture.write(nil, of: file, fields, to: missing)
        }
        #expect(error?.description.contains("cannot be written") == true)
    }

    @Test(
        "Lines stand at round numbers, about twenty to a page of any size",
        arguments: [(1.0, 1.0), (1.01, 2), (2.5, 5), (36, 50), (51, 100), (0.3, 0.5)])
    func steps(distance: Double, step: Double) {
        #expect(abs(CoordinateSheet.step(atLeast: distance) - step) < 1e-9)
    }

    #if os(Linux)
        /// A page of 400 by 600 points is drawn two thirds larger, and each point of the sheet has two pixels.
        @Test("Grid and frames lie where the coordinates say")
        func places() async throws {
            let file = try file()
            let sheet = CoordinateSheet(width: 400, height: 600)
            let white = try #require(PixelImage(width: 100, height: 150)).png()
            let drawn = try sheet.data(over: white, FileFields(of: file).fields, shaper: nil)
            let pixels = try await PopplerPageRenderer().pixels(
                ofPage: 1, of: PageSource(hash: "") { drawn }, width: sheet.pictureWidth)
            func color(_ x: Double, _ y: Double) throws -> PixelImage.Color {
                let (left, top) = (34 + x * 4 / 3, 24 + y * 4 / 3)
                return try #require(pixels.color(x: Int(left * 2), y: Int(top * 2)))
            }
            let frame = try color(140, 220.26)
            #expect(frame.red > 180 && frame.green < 90)
            #expect(sheet.step == 50)
            let line = try color(250, 425)
            #expect(line.blue > line.red)
            let between = try color(275, 425)  // between two fine lines
            #expect(between.red == 255 && between.blue == 255)
        }
    #endif
}
