import Foundation
import Testing

@testable import PageImages
@testable import TestSupport

@Suite("Drawing on pictures")
struct PixelImageTests {
    private let red = PixelImage.Color(red: 255, green: 0, blue: 0)

    @Test("An outline surrounds its rectangle and leaves the inside unchanged")
    func outline() throws {
        var image = try #require(PixelImage(width: 20, height: 10))
        image.outline(PixelImage.Frame(x: 5, y: 4, width: 6, height: 2), color: red, thickness: 2)
        func isRed(_ x: Int, _ y: Int) -> Bool { image.pixels[(y * 20 + x) * 3 + 1] == 0 }
        #expect(isRed(3, 2) && isRed(4, 3) && isRed(12, 7) && isRed(3, 7))
        #expect(!isRed(5, 4) && !isRed(10, 5) && !isRed(2, 2) && !isRed(13, 4) && !isRed(5, 8))
    }

    @Test("An outline beyond the picture is clipped")
    func cutOutline() throws {
        var image = try #require(PixelImage(width: 4, height: 4))
        image.outline(PixelImage.Frame(x: -100, y: -100, width: 1000, height: 1000), color: red, thickness: 3)
        #expect(image == PixelImage(width: 4, height: 4))
    }

    @Test("The difference of two pictures is the smallest rectangle around the changed pixels")
    func difference() throws {
        let image = try #require(PixelImage(width: 9, height: 9))
        var other = image
        #expect(image.difference(from: other) == nil)
        other.outline(PixelImage.Frame(x: 3, y: 4, width: 1, height: 1), color: red, thickness: 1)
        #expect(image.difference(from: other) == PixelImage.Frame(x: 2, y: 3, width: 3, height: 3))
        #expect(image.difference(from: try #require(PixelImage(width: 9, height: 8))) == nil)
    }

    @Test("A pixmap is parsed, and anything else is refused")
    func pixmap() {
        let header = Data("P6\n# a comment\n2 1\n255\n".utf8)
        let image = PortablePixmap.image(header + Data([1, 2, 3, 4, 5, 6]))
        #expect(image?.width == 2 && image?.height == 1 && image?.pixels == [1, 2, 3, 4, 5, 6])
        for bytes in [header + Data([1, 2, 3]), Data("P5\n2 1\n255\n".utf8), Data(), Data("P6 99999999 1 255 ".utf8)] {
            #expect(PortablePixmap.image(bytes) == nil)
        }
    }

    #if os(Linux)
        @Test("A page in pixels is written as a PNG file")
        func png() async throws {
            let renderer = try PopplerPageRenderer()
            let source = PageSource(hash: String(repeating: "a", count: 64)) { SamplePDF.offset() }
            let image = try await renderer.pixels(ofPage: 1, of: source, width: 120)
            #expect(image.width == 120)
            let file = try image.png()
            #expect(file.prefix(8).elementsEqual([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
            #expect(file.suffix(8).prefix(4).elementsEqual("IEND".utf8))
            #expect(Set(image.pixels).count > 1)
        }
    #endif
}
