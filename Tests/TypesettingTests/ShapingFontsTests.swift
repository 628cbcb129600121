import Foundation
import Testing

@testable import Typesetting

@Suite("Fonts of shaped lines")
struct ShapingFontsTests {
    private struct Font: Hashable {
        let name: String
        let weight: Int
    }

    @Test("Fonts of one name have different ids, and each id gives its own font")
    func sameName() {
        let fonts = ShapingFonts<Font>()
        let regular = Font(name: ".SFUI-Regular", weight: 400)
        let heavy = Font(name: ".SFUI-Regular", weight: 900)
        let (first, second) = (fonts.id(of: regular, named: regular.name), fonts.id(of: heavy, named: heavy.name))
        #expect(first != second)
        #expect(fonts.font(first) == regular)
        #expect(fonts.font(second) == heavy)
        #expect(fonts.id(of: regular, named: regular.name) == first)
    }

    @Test("An id from another typesetter gives no font, not even one of the same name")
    func foreign() {
        let fonts = ShapingFonts<Font>()
        #expect(fonts.font(FontID(path: ".SFUI-Regular")) == nil)
        let other = ShapingFonts<Font>()
        let id = other.id(of: Font(name: "Times", weight: 400), named: "Times")
        #expect(fonts.font(id) == nil)
    }

    @Test("Core Text opens a font by name only if a person chose that face, and checks the result")
    func openedByName() throws {
        let room = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/Typesetting")
        var opened: [String] = []
        let files = try #require(FileManager.default.enumerator(at: room, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "swift" {
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            opened += lines.filter { $0.contains("CTFontCreateWithName(") }
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
        // The face's font, and the plain one where the system has no font of its own.
        #expect(opened.allSatisfy { $0.contains("face as CFString") || $0.contains("\"Helvetica\" as CFString") })
        #expect(opened.count == 2)
    }

    @Test(
        "A cluster needs ink unless it is white space",
        arguments: [
            ("a", true), (" ", false), ("\u{A0}", false), ("\u{3000}", false), ("a ", true), ("", false), ("😀", true),
        ])
    func needsInk(text: String, isNeeded: Bool) {
        #expect(ShapedLine.Cluster(text: text, glyphs: [], x: 0, advance: 0).needsInk == isNeeded)
    }

    @Test(
        "A font's name in a document contains only PostScript name characters",
        arguments: [
            (".SFUI-Regular", "SFUI-Regular"), ("Noto Sans (Bold)", "NotoSansBold"), ("..", "Font"), ("Ä", "Font"),
        ])
    func names(name: String, written: String) {
        #expect(FontSubset.writtenName(name) == written)
    }
}
