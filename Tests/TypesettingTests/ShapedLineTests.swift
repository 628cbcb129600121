import Foundation
import Testing

@testable import Typesetting

@Suite("Lines of any script")
struct ShapedLineTests {
    let typesetter = HarfBuzzTypesetter(withoutHandwriting: FontOrder())

    private func line(_ text: String, isBold: Bool = false) throws -> ShapedLine {
        try typesetter.line(text, isBold: isBold, direction: .automatic)
    }

    /// The text in the order of reading, put together from the clusters.
    private func read(_ line: ShapedLine) -> [Character] {
        let parts = line.runs.map { run in
            let texts = run.clusters.map(\.text)
            return (run.isRightToLeft ? texts.reversed() : texts).joined()
        }
        return Array((line.isRightToLeft ? parts.reversed() : parts).joined())
    }

    @Test(
        "Each script is shaped into clusters, with glyphs from left to right",
        arguments: [
            "Łukasz Ṣubḥī Nguyễn", "Ελένη", "Їжакевич", "髙橋さくら", "欧阳𠮷伟", "アレックス", "김민준", "محمد عبد الله", "אליעזר",
            "שָׁלוֹם", "น้ำทิพย์", "क्षितिज श्रीवास्तव", "ა", "Ա",
        ])
    func shapes(text: String) throws {
        let line = try line(text)
        #expect(read(line) == Array(text))
        #expect(line.advance > 0 && line.inkTop > 300)
        var end = 0.0
        for cluster in line.runs.flatMap(\.clusters) {
            #expect(abs(cluster.x - end) < 0.01)
            end = cluster.x + cluster.advance
            #expect(cluster.glyphs.allSatisfy { $0.id > 0 })
        }
        #expect(abs(end - line.advance) < 0.01)
    }

    @Test("Arabic letters join, and lam with alef is one glyph")
    func joins() throws {
        let letters = try line("ببب").runs.flatMap(\.clusters).flatMap(\.glyphs).map(\.id)
        #expect(Set(letters).count == 3)
        let ligature = try #require(try line("لا").runs.first?.clusters.first)
        #expect(ligature.text == "لا" && ligature.glyphs.count == 1 && ligature.glyphs[0].text == nil)
    }

    @Test("A Devanagari conjunct is one cluster, and a vowel sign before its consonant is placed there")
    func reorders() throws {
        let clusters = try line("कि").runs.flatMap(\.clusters)
        #expect(clusters.map(\.text) == ["कि"])
        let glyphs = try #require(clusters.first).glyphs
        let alone = try #require(try line("क").runs.first?.clusters.first?.glyphs.first)
        #expect(glyphs.count == 2 && glyphs[1].id == alone.id && glyphs[0].x < glyphs[1].x)
        #expect(try line("क्ष").runs.flatMap(\.clusters).flatMap(\.glyphs).count == 1)
    }

    @Test("Numbers and Latin words in a right-to-left line keep their own direction")
    func mixedDirections() throws {
        let line = try line("שלום abc 42")
        #expect(line.isRightToLeft)
        let runs = line.runs.map { run in run.clusters.map(\.text).joined() }
        #expect(runs.first?.contains("42") == true && runs.last?.contains("ם") == true)
        #expect(line.runs.last?.isRightToLeft == true)
        let forced = try typesetter.line("שלום abc", isBold: false, direction: .leftToRight)
        #expect(!forced.isRightToLeft && forced.runs.first?.isRightToLeft == true)
    }

    @Test(
        "Runs are put in visual order level by level",
        arguments: [
            ([0, 0], [0, 1]), ([1, 1, 1], [2, 1, 0]), ([0, 1, 2, 1, 0], [0, 3, 2, 1, 4]), ([1, 2, 1], [2, 1, 0]),
            ([], []), ([2, 3, 2], [0, 1, 2]),
        ])
    func visualOrder(levels: [Int], expected: [Int]) {
        #expect(BidiLevels.visualOrder(of: levels) == expected)
    }

    @Test(
        "A character without a font, or that may not be shown, is named",
        arguments: ["\u{31350}", "\u{E000}", "\u{202E}", "\u{2066}", "\t", "\n", "\u{0}", "\u{378}"])
    func refuses(character: Character) throws {
        let error = #expect(throws: TypesettingError.self) { try line("Ann \(character) 山") }
        #expect(error == .noFont(character: character))
        #expect(typesetter.unshowableCharacter(in: "a\(character)") == character)
    }

    @Test("The configured families come first, and bold text uses a bold font")
    func order() throws {
        let chosen = HarfBuzzTypesetter(withoutHandwriting: FontOrder(families: ["Nowhere", "DejaVu Sans"]))
        let font = try #require(
            try chosen.line("Ж", isBold: false, direction: .automatic).runs.first?.font)
        #expect(font.path.hasSuffix("DejaVuSans.ttf"))
        let usual = try #require(try line("Ж").runs.first?.font)
        #expect(usual.path.hasSuffix("NotoSans-Regular.ttf"))
        #expect(try line("Ж", isBold: true).runs.first?.font.path.hasSuffix("NotoSans-Bold.ttf") == true)
    }

    @Test("A configured folder is searched for fonts")
    func ownFolder() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fonts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("Own.ttf")
        try FileManager.default.copyItem(
            atPath: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", toPath: file.path)
        let own = HarfBuzzTypesetter(
            withoutHandwriting: FontOrder(families: ["DejaVu Sans"], directories: [folder.path]))
        let font = try #require(try own.line("Ж", isBold: false, direction: .automatic).runs.first?.font)
        #expect(font.path.hasSuffix("DejaVuSans.ttf") || font.path == file.path)
    }

    @Test(
        "The language of ideographs comes from the text, else from the first configured one that has them all",
        arguments: [
            ("山田さん", "ja"), ("김山", "ko"), ("王ㄅ", "zh-Hant"), ("张伟", "zh-Hans"), ("山", "ja"), ("Ann", "ja"),
        ])
    func ideographs(text: String, expected: String) {
        let scalars = text.unicodeScalars.map(\.value)
        #expect(IdeographLanguage.tag(for: scalars, order: FontOrder().ideographs) == expected)
        #expect(IdeographLanguage.tag(for: [0x5C71], order: ["ko", "ja"]) == "ko")
    }

    @Test("A long line takes little time", .timeLimit(.minutes(10)))
    func longLine() throws {
        let text = String(repeating: "محمد 山田 क्षि น้ำ ", count: 400)
        #expect(try line(text).advance > 0)
        #expect(throws: TypesettingError.textTooLong(limit: 8000)) { try line(String(repeating: "a", count: 8001)) }
    }
}

@Suite("Font subsets")
struct FontSubsetTests {
    let typesetter = HarfBuzzTypesetter(withoutHandwriting: FontOrder())

    private func subsets(_ text: String) throws -> [FontSubset] {
        let line = try typesetter.line(text, isBold: false, direction: .automatic)
        let fonts = Dictionary(grouping: line.runs, by: \.font)
        return try fonts.map { font, runs in
            try typesetter.subset(of: font, glyphs: Set(runs.flatMap(\.clusters).flatMap(\.glyphs).map(\.id)))
        }
    }

    @Test(
        "A name's subset is a few kilobytes, and every glyph has a code and a width",
        arguments: ["髙橋 さくら", "محمد عبد الله", "Łukasz Żółć", "क्षितिज श्रीवास्तव", "김민준"])
    func isSmall(text: String) throws {
        for subset in try subsets(text) {
            let size: Int =
                switch subset.program {
                case .trueType(let data), .compactFontFormat(let data): data.count
                }
            #expect(size < 12_000, "\(subset.postScriptName): \(size)")
            #expect(subset.codes.count == subset.widths.count && !subset.codes.isEmpty)
            #expect(Set(subset.codes.values).count == subset.codes.count)
            #expect(!subset.codes.values.contains(0))
            #expect(subset.ascender > 0 && subset.descender < 0 && subset.box.right > subset.box.left)
        }
    }

    @Test("The codes of a CFF font with CIDs are its CIDs")
    func characterIDs() throws {
        let subset = try #require(try subsets("山田").first)
        guard case .compactFontFormat(let data) = subset.program else {
            Issue.record("not CFF")
            return
        }
        let font = try #require(CompactFontFormat(Array(data)))
        let cids = try #require(font.characterIDs)
        #expect(cids.first == 0 && cids.count == 3)
        #expect(Set(subset.codes.values) == Set(cids.dropFirst()))
        #expect(subset.postScriptName.contains("CJK"))
    }

    @Test("A damaged CFF table does not crash the reader", arguments: 0..<300)
    func damaged(seed: Int) throws {
        let subset = try #require(try Self.sample.get())
        var bytes = subset
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        func next(_ limit: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(max(1, limit)))
        }
        for _ in 0..<4 { bytes[next(min(bytes.count, 400))] = UInt8(next(256)) }
        _ = CompactFontFormat(bytes)
        _ = CompactFontFormat(Array(bytes.prefix(next(bytes.count))))
    }

    private static let sample = Result<[UInt8]?, any Error> {
        let typesetter = HarfBuzzTypesetter(withoutHandwriting: FontOrder())
        let line = try typesetter.line("山田", isBold: false, direction: .automatic)
        guard let run = line.runs.first else { return nil }
        let subset = try typesetter.subset(
            of: run.font, glyphs: Set(run.clusters.flatMap(\.glyphs).map(\.id)))
        guard case .compactFontFormat(let data) = subset.program else { return nil }
        return Array(data)
    }

    @Test(
        "A font whose licence forbids embedding or subsetting is not used",
        arguments: [(0, true), (4, true), (8, true), (2, false), (0x100, false), (0x200, false)])
    func embeddingRights(type: Int, isAllowed: Bool) throws {
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")))
        let count = Int(bytes[4]) << 8 | Int(bytes[5])
        for record in (0..<count).map({ 12 + 16 * $0 }) where bytes[record..<record + 4].elementsEqual("OS/2".utf8) {
            let offset = bytes[record + 8..<record + 12].reduce(0) { $0 << 8 | Int($1) }
            bytes[offset + 8] = UInt8(type >> 8)
            bytes[offset + 9] = UInt8(type & 0xFF)
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).ttf")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try #require(HarfBuzzFont(path: file.path)).mayBeEmbedded == isAllowed)
    }
}
