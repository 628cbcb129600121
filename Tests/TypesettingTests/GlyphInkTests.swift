import Foundation
import Testing

@testable import Typesetting

@Suite("How far the glyphs of a document's font reach")
struct GlyphInkTests {
    private let typesetter = HarfBuzzTypesetter(withoutHandwriting: FontOrder())

    /// A line's first font with the glyphs that the line uses.
    private func subset(_ text: String) throws -> (FontSubset, ShapedLine.Run) {
        let run = try #require(try typesetter.line(text, isBold: false, direction: .automatic).runs.first)
        return (try typesetter.subset(of: run.font, glyphs: Set(run.clusters.flatMap(\.glyphs).map(\.id))), run)
    }

    @Test("a part of a font that we made is read, in both formats", arguments: ["Łódź п.", "京都"])
    func own(text: String) throws {
        let (subset, run) = try subset(text)
        let ink = try #require(typesetter.ink(of: subset.program, codes: Set(subset.codes.values)))
        for cluster in run.clusters {
            let glyph = try #require(cluster.glyphs.first)
            let code = try #require(subset.codes[glyph.id])
            guard cluster.text != " " else {
                #expect(ink[code] == nil)
                continue
            }
            let box = try #require(ink[code])
            #expect(box.left > -200 && box.right < glyph.width + 200 && box.bottom > -400 && box.top < 1200)
            #expect(box.right - box.left > 50 && box.top - box.bottom > 50)
        }
        #expect(typesetter.ink(of: subset.program, codes: [60_000]) == nil)
    }

    @Test("a font made of outlines is read, and what fills nothing has no ink")
    func outlines() throws {
        let square = CompactFontWriter.Glyph(
            elements: [.move(x: 100, y: -200), .line(x: 400, y: -200), .line(x: 100, y: 700), .close], width: 500)
        let empty = CompactFontWriter.Glyph(elements: [], width: 500)
        let hairline = CompactFontWriter.Glyph(
            elements: [.move(x: 0, y: 0), .line(x: 400, y: 700), .close], width: 500)
        let cancelled = CompactFontWriter.Glyph(
            elements: square.elements + [
                .move(x: 100, y: -200), .line(x: 100, y: 700), .line(x: 400, y: -200), .close,
            ],
            width: 500)
        let glyphs = [empty, square, empty, hairline, cancelled]
        let table = CompactFontWriter(postScriptName: "Made", glyphs: glyphs).bytes
        let ink = try #require(typesetter.ink(of: .compactFontFormat(Data(table)), codes: [1, 2, 3, 4]))
        let box = try #require(ink[1])
        #expect(Set(ink.keys) == [1])
        #expect([box.left, box.bottom, box.right, box.top] == [100, -200, 400, 700])
    }

    @Test("a font with tables or instructions that some readers obey and others do not is not read")
    func notPlain() throws {
        let (subset, run) = try subset("Łódź")
        guard case .trueType(let data) = subset.program else { return }
        let bytes = [UInt8](data)
        #expect(TrueTypeProgram.isPlain(bytes))
        #expect(!TrueTypeProgram.isPlain(Array(bytes.dropLast(bytes.count / 2))))
        var renamed = bytes
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("hhea".utf8)) })
        renamed.replaceSubrange(place..<place + 4, with: Array("fpgm".utf8))
        #expect(!TrueTypeProgram.isPlain(renamed))
        let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: run.font.path)))
        #expect(!TrueTypeProgram.isPlain(whole))
    }
}
