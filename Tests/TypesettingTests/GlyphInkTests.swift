import Foundation
import Testing

@testable import Typesetting

@Suite("How far the glyphs of a document's font reach")
struct GlyphInkTests {
    private let typesetter = HarfBuzzTypesetter(withoutHandwriting: FontOrder())

    /// How far glyphs reach; nil where they ask for more than an honest font does.
    private func reach(
        of program: FontSubset.Program, codes: Set<UInt16>, within work: Int = 100_000
    ) -> [UInt16: InkBox]? {
        var work = work
        return typesetter.ink(of: program, codes: codes, within: &work)
    }

    /// A line's first font with the glyphs that the line uses.
    private func subset(_ text: String) throws -> (FontSubset, ShapedLine.Run) {
        let run = try #require(try typesetter.line(text, isBold: false, direction: .automatic).runs.first)
        return (try typesetter.subset(of: run.font, glyphs: Set(run.clusters.flatMap(\.glyphs).map(\.id))), run)
    }

    @Test("a part of a font that we made is read, in both formats", arguments: ["Łódź п.", "京都"])
    func own(text: String) throws {
        let (subset, run) = try subset(text)
        let ink = try #require(reach(of: subset.program, codes: Set(subset.codes.values)))
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
        #expect(reach(of: subset.program, codes: [60_000]) == nil)
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
        let ink = try #require(reach(of: .compactFontFormat(Data(table)), codes: [1, 2, 3, 4]))
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

    @Test("looking at outlines costs as much as they have elements and crossings, and stops at the limit")
    func work() throws {
        var elements: [VectorPath.Element] = [.move(x: 0, y: 0)]
        for index in 1..<100 { elements.append(.line(x: 10 * Double(index), y: index.isMultiple(of: 2) ? 0 : 700)) }
        let dense = CompactFontWriter.Glyph(elements: elements + [.close], width: 1000)
        let empty = CompactFontWriter.Glyph(elements: [], width: 500)
        let table = CompactFontWriter(postScriptName: "Dense", glyphs: [empty, dense, dense, dense]).bytes
        let program = FontSubset.Program.compactFontFormat(Data(table))
        var work = 10_000
        #expect(typesetter.ink(of: program, codes: [1], within: &work)?[1] != nil)
        // Every line across crosses almost every element.
        let cost = 10_000 - work
        #expect(cost > 32 * 90 && cost < 40 * 100)
        #expect(reach(of: program, codes: [1, 2, 3], within: 2 * cost) == nil)
        #expect(reach(of: program, codes: [1, 2], within: 2 * cost)?.count == 2)
    }

    @Test("glyphs made of glyphs that are made of glyphs are refused before any of them is drawn")
    func composites() throws {
        let part = FontBytes.contours(points: 250)
        #expect(reach(of: .trueType(FontBytes.font([part, FontBytes.parts(0, count: 2)])), codes: [0, 1]) != nil)
        for glyphs in [
            // Nine thousand points, a glyph that is its own part, parts without a point, and a part that is not there.
            [part, FontBytes.parts(0, count: 36)], [part, FontBytes.parts(1, count: 1)],
            [FontBytes.contours(points: 0)] + (0..<5).map { FontBytes.parts($0, count: 10) },
            [part, FontBytes.parts(7, count: 1)], [FontBytes.contours(points: 5000)],
        ] {
            let program = FontSubset.Program.trueType(FontBytes.font(glyphs))
            var work = 100_000
            #expect(typesetter.ink(of: program, codes: [0], within: &work) == nil)
            #expect(work == 100_000)
        }
    }
}
