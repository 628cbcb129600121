import Foundation
import Testing

@testable import PDFFormat
@testable import TestSupport

@Suite("Pictures from outside")
struct PictureTests {
    // MARK: What a picture tells

    private static let secrets = ["SecretCamera", "SecretPlace", "SecretCaption", "SecretComment", "SecretTrailer"]

    /// A JPEG with Exif, XMP and IPTC data, a comment, and another file after its end.
    private static func tellingJPEG(_ orientation: PictureOrientation = .upright) -> Data {
        func segment(_ marker: UInt8, _ text: String) -> Data {
            let body = Data(text.utf8)
            return Data([0xFF, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 0xFF)]) + body
        }
        let exif: [UInt8] =
            Array("Exif\0\0II".utf8) + [42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0]
            + [UInt8(orientation.rawValue), 0, 0, 0, 0, 0, 0, 0] + Array("SecretCamera".utf8)
        return SampleJPEG.bytes.prefix(2)
            + segment(0xE1, String(decoding: exif, as: UTF8.self))
            + segment(0xE1, "http://ns.adobe.com/xap/1.0/\0<x>SecretPlace</x>")
            + segment(0xED, "Photoshop 3.0\08BIM SecretCaption") + segment(0xFE, "SecretComment")
            + SampleJPEG.bytes.dropFirst(2) + Data("SecretTrailer".utf8)
    }

    private static func holdsSecret(_ data: Data) -> Bool {
        secrets.contains { data.range(of: Data($0.utf8)) != nil }
    }

    @Test("A JPEG's pixels go into a PDF, and the camera, the place, comments and what follows it do not")
    func bareJPEG() throws {
        let photo = Self.tellingJPEG()
        #expect(Self.holdsSecret(photo))
        let image = try RasterImage(photo)
        #expect(image.image.encodedBytes == SampleJPEG.bytes)
        var composition = PDFComposition(DocumentInformation(title: "Photo"))
        composition.addPage()
        try composition.image(photo, in: PageRect(x: 0, y: 0, width: 100, height: 100))
        #expect(try !Self.holdsSecret(composition.data()))
    }

    @Test("A PNG's texts and Exif data do not go into a PDF, nor into the file written anew")
    func barePNG() throws {
        let file = try GeneratedPNG(colorType: 6, depth: 8, isInterlaced: false, hasTransparency: false, seed: 3)
        func chunk(_ name: String, _ body: String) -> Data {
            Data([0, 0, 0, UInt8(body.utf8.count)]) + Data((name + body).utf8) + Data(count: 4)
        }
        let telling =
            file.data.prefix(33) + chunk("tEXt", "Comment\0SecretComment") + chunk("eXIf", "MM\0*SecretCamera")
            + file.data.dropFirst(33)
        var composition = PDFComposition(DocumentInformation(title: "Photo"))
        composition.addPage()
        try composition.image(telling, in: PageRect(x: 0, y: 0, width: 100, height: 100))
        #expect(try !Self.holdsSecret(composition.data()))
        let grid = try PixelGrid(png: telling, PictureLimits())
        let anew = try grid.png()
        #expect(!Self.holdsSecret(anew))
        #expect(try PixelGrid(png: anew, PictureLimits()) == grid)
    }

    @Test("A JPEG without pixels, or with something else between its parts, is refused")
    func damagedJPEG() {
        let html = Data("<html><script>alert(1)</script>".utf8)
        for damaged in [
            Data([0xFF, 0xD8, 0xFF, 0xE0]) + html, Data([0xFF, 0xD8]) + html,
            SampleJPEG.bytes.prefix(120) + html, SampleJPEG.bytes.prefix(20),
        ] {
            #expect(throws: PDFError.self) { try RasterImage(damaged) }
        }
    }

    // MARK: How it is shown

    @Test("A matrix and turned pixels agree on how a picture is shown", arguments: PictureOrientation.allCases)
    func orientation(orientation: PictureOrientation) throws {
        // Each pixel is its own number; the middle of pixel (x, y) is at (x + ½, 2 - y - ½) of 3 × 2 units.
        var grid = PixelGrid(width: 3, height: 2, channels: 1, colors: [0, 1, 2, 3, 4, 5], coverage: [])
        grid.orientation = orientation
        let shown = grid.upright
        #expect(shown.orientation == .upright && (shown.width == 2) == orientation.isAcross)
        let (width, height) = (Double(shown.width), Double(shown.height))
        let matrix = orientation.matrix(x: 0, y: 0, width: width, height: height)
        for y in 0..<2 {
            for x in 0..<3 {
                let (u, v) = ((Double(x) + 0.5) / 3, 1 - (Double(y) + 0.5) / 2)
                let place = (
                    x: matrix.0 * u + matrix.2 * v + matrix.4, y: matrix.1 * u + matrix.3 * v + matrix.5
                )
                let (column, row) = (Int(place.x.rounded(.down)), Int((height - place.y).rounded(.down)))
                #expect(shown.colors[row * shown.width + column] == UInt8(y * 3 + x))
            }
        }
    }

    @Test("A photo of a telephone held upright is drawn upright")
    func turnedPhoto() throws {
        let image = try RasterImage(Self.tellingJPEG(.turnedRight))
        #expect(image.orientation == .turnedRight && image.shownSize == (4, 8))
    }

    // MARK: How large it is

    @Test(
        "A picture's size and depth count before any pixel is decoded",
        arguments: [
            (1000, 1000, 16, 2, false), (1000, 1000, 8, 2, true), (2000, 2000, 1, 0, false), (3, 70_000, 8, 0, false),
        ])
    func limit(width: Int, height: Int, depth: Int, colorType: Int, isAccepted: Bool) throws {
        var file = try GeneratedPNG(
            colorType: colorType, depth: depth, isInterlaced: false, hasTransparency: false, seed: 1
        ).data
        let sides = [width, height].flatMap { side in [24, 16, 8, 0].map { UInt8(side >> $0 & 0xFF) } }
        file.replaceSubrange(16..<24, with: sides)
        let header = try PictureHeader(file)
        #expect(header.width == width && header.height == height)
        if isAccepted {
            try header.check(PictureLimits(decodedBytes: 3_000_000))
        } else {
            #expect(throws: PDFError.self) { try header.check(PictureLimits(decodedBytes: 3_000_000)) }
        }
    }

    @Test("A second header cannot make a picture larger than the first one said")
    func secondHeader() throws {
        let small = try GeneratedPNG(colorType: 0, depth: 8, isInterlaced: false, hasTransparency: false, seed: 1)
        var header = small.data[8..<33]
        header.replaceSubrange(header.startIndex + 8..<header.startIndex + 10, with: [0x20, 0])
        let image = try RasterImage(small.data.prefix(33) + header + small.data.dropFirst(33))
        #expect(image.width == small.width)
    }

    @Test(
        "A PNG with more pixels than are kept becomes smaller by a whole factor, each pixel the mean of its own",
        arguments: [0, 2, 4, 6], [false, true])
    func smaller(colorType: Int, isInterlaced: Bool) throws {
        let file = try GeneratedPNG(
            colorType: colorType, depth: 8, isInterlaced: isInterlaced, hasTransparency: false, seed: 5,
            size: (width: 7, height: 5))
        let grid = try PixelGrid(png: file.data, PictureLimits(keptPixels: 12))
        #expect(grid.width == 4 && grid.height == 3)
        let channels = grid.channels
        for y in 0..<3 {
            for x in 0..<4 {
                let block = (2 * y..<min(5, 2 * y + 2)).flatMap { row in
                    (2 * x..<min(7, 2 * x + 2)).map { row * 7 + $0 }
                }
                // Of an interlaced picture, whose pixels come in no order, the first pixel of each block stays.
                let own = isInterlaced ? [block[0]] : block
                let weights = own.map { file.coverage.isEmpty ? 255 : Int(file.coverage[$0]) }
                let weight = isInterlaced ? 1 : weights.reduce(0, +)
                for channel in 0..<channels where weight > 0 {
                    let sum = zip(own, weights).reduce(0) {
                        $0 + Int(file.colors[$1.0 * channels + channel]) * (isInterlaced ? 1 : $1.1)
                    }
                    #expect(Int(grid.colors[(y * 4 + x) * channels + channel]) == (sum + weight / 2) / weight)
                }
                if !file.coverage.isEmpty {
                    #expect(Int(grid.coverage[y * 4 + x]) == weights.reduce(0, +) / own.count)
                }
            }
        }
    }

    @Test("A picture written anew as PNG has the same pixels", arguments: [0, 2, 3, 4, 6])
    func written(colorType: Int) throws {
        for seed in 0..<4 {
            let file = try GeneratedPNG(
                colorType: colorType, depth: 8, isInterlaced: false, hasTransparency: true, seed: seed)
            let grid = try PixelGrid(png: file.data, PictureLimits())
            #expect(try PixelGrid(png: grid.png(), PictureLimits()) == grid)
        }
    }
}
