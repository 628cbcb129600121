import Foundation
import Testing

@testable import PDFFormat
@testable import TestSupport

@Suite("Images from pictures")
struct RasterImageTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        var colorType: Int
        var depth: Int
        var isInterlaced: Bool
        var hasTransparency: Bool
        var testDescription: String {
            "colour type \(colorType), \(depth) bits\(isInterlaced ? ", interlaced" : "")"
                + (hasTransparency ? ", transparency" : "")
        }

        static let all: [Kind] = [
            (0, [1, 2, 4, 8, 16]), (2, [8, 16]), (3, [1, 2, 4, 8]), (4, [8, 16]), (6, [8, 16]),
        ]
        .flatMap { colorType, depths in
            depths.flatMap { depth in
                [false, true].flatMap { isInterlaced in
                    [false, true].map { hasTransparency in
                        Kind(
                            colorType: colorType, depth: depth, isInterlaced: isInterlaced,
                            hasTransparency: hasTransparency)
                    }
                }
            }
        }
    }

    @Test("Every kind of PNG is decoded", arguments: Kind.all)
    func png(kind: Kind) throws {
        for seed in 0..<6 {
            let file = try GeneratedPNG(
                colorType: kind.colorType, depth: kind.depth, isInterlaced: kind.isInterlaced,
                hasTransparency: kind.hasTransparency, seed: seed)
            let raster = try RasterImage(file.data)
            #expect(raster.width == file.width && raster.height == file.height)
            #expect(try raster.image.decoded() == Data(file.colors))
            if file.coverage.contains(where: { $0 != 255 }) {
                #expect(try raster.softMask?.decoded() == Data(file.coverage))
            } else {
                #expect(raster.softMask == nil)
            }
        }
    }

    @Test("A truncated PNG is refused without a crash")
    func truncated() throws {
        let file = try GeneratedPNG(colorType: 6, depth: 8, isInterlaced: true, hasTransparency: false, seed: 1)
        for length in 0..<file.data.count - 12 {
            #expect(throws: PDFError.self) { try RasterImage(file.data.prefix(length)) }
        }
    }

    @Test("A PNG that claims a huge size is refused before allocation")
    func huge() throws {
        var file = try GeneratedPNG(colorType: 0, depth: 8, isInterlaced: false, hasTransparency: false, seed: 1).data
        file.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
        let error = #expect(throws: PDFError.self) { try RasterImage(file) }
        #expect(error?.description.contains("2147483647 × 2147483647 pixels of 8 bits; at most 160 MB") == true)
    }

    private static func jpeg(components: Int, precision: Int = 8, adobe: Bool = false) -> Data {
        var data = Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0])
        if adobe { data += Data([0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]) }
        data += Data([0xFF, 0xC0, 0, UInt8(8 + 3 * components), UInt8(precision), 0, 30, 0, 40, UInt8(components)])
        data += Data(count: 3 * components)
        return data + Data([0xFF, 0xDA, 0, 2, 1, 2, 3, 0xFF, 0xD9])
    }

    @Test("A JPEG is embedded unchanged, with its size and colours", arguments: [(1, "Gray"), (3, "RGB"), (4, "CMYK")])
    func jpeg(components: Int, space: String) throws {
        let file = Self.jpeg(components: components, adobe: components == 4)
        let raster = try RasterImage(file)
        #expect(raster.width == 40 && raster.height == 30)
        // What is no part of the picture is left out: here an empty note of the program.
        #expect(raster.image.encodedBytes == file.prefix(2) + file.dropFirst(8))
        #expect(raster.image.dictionary["ColorSpace"] == .name("Device" + space))
        #expect(raster.image.dictionary["Filter"] == .name("DCTDecode"))
        #expect((raster.image.dictionary["Decode"] != nil) == (components == 4))
    }

    @Test("An unsupported picture is refused with a reason")
    func refused() {
        #expect(throws: PDFError.invalidImage("it is neither a PNG nor a JPEG file")) {
            try RasterImage(Data("GIF89a".utf8))
        }
        #expect(throws: PDFError.self) { try RasterImage(Self.jpeg(components: 3, precision: 12)) }
        #expect(throws: PDFError.self) { try RasterImage(Self.jpeg(components: 2)) }
        #expect(throws: PDFError.self) { try RasterImage(Data([0xFF, 0xD8, 0xFF])) }
    }
}
