import Foundation
import Testing

@testable import Typesetting

@Suite("Fonts built from outlines")
struct CompactFontWriterTests {
    private let square = CompactFontWriter.Glyph(
        elements: [
            .move(x: 100, y: -200), .line(x: 400, y: -200), .curve(x1: 400, y1: 0, x2: 300, y2: 700, x: 100, y: 700),
            .close,
        ], width: 1234)

    /// The table in a font file of its own, as HarfBuzz opens it.
    private func opened(_ table: [UInt8], glyphs: Int) throws -> HarfBuzzFont {
        func big(_ value: Int, _ size: Int) -> [UInt8] {
            (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let head =
            big(0x10000, 4) + big(0x10000, 4) + big(0, 4) + big(0x5F0F_3CF5, 4) + big(0, 2) + big(1000, 2)
            + [UInt8](repeating: 0, count: 34)
        let parts: [(String, [UInt8])] = [
            ("CFF ", table), ("head", head), ("maxp", big(0x5000, 4) + big(glyphs, 2)),
        ]
        var file = Array("OTTO".utf8) + big(parts.count, 2) + [UInt8](repeating: 0, count: 6)
        var offset = file.count + 16 * parts.count
        var body: [UInt8] = []
        for (name, bytes) in parts {
            file += Array(name.utf8) + big(0, 4) + big(offset, 4) + big(bytes.count, 4)
            let padded = bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
            body += padded
            offset += padded.count
        }
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).otf")
        try Data(file + body).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        return try #require(HarfBuzzFont(path: path.path))
    }

    @Test("HarfBuzz finds the outline that was given, and the glyphs are addressed by number", arguments: [2, 400])
    func roundTrip(count: Int) throws {
        let empty = CompactFontWriter.Glyph(elements: [], width: 500)
        let glyphs = [empty] + [CompactFontWriter.Glyph](repeating: square, count: count - 1)
        let table = CompactFontWriter(postScriptName: "Made", glyphs: glyphs).bytes
        let parsed = try #require(CompactFontFormat(table))
        #expect(parsed.characterIDs == nil)
        let font = try opened(table, glyphs: count)
        let pen = GlyphPen(scale: 1)
        font.draw(ShapedLine.Glyph(id: count - 1, x: 0, y: 0, width: 0, text: nil), with: pen)
        #expect(pen.elements.first == square.elements.first)
        #expect(pen.elements.contains(square.elements[2]))
        #expect(font.extents(of: ShapedLine.Glyph(id: 1, x: 0, y: 10, width: 0, text: nil))?.bottom == -190)
    }
}
