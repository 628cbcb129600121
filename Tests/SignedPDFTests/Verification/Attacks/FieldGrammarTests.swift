import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

@Suite("The grammar of a field's picture")
struct FieldGrammarTests {
    private static let city = "/FT/Tx/T(City)/DA(/F1 12 Tf)/Rect[72 600 172 620]"

    private static func picture(_ content: String, _ resources: String = "/Font<</F1 7 0 R>>") -> String {
        "<</Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<<\(resources)>>/Length \(content.utf8.count)>>stream\n"
            + "\(content)\nendstream"
    }

    /// The verdict on a field that was filled with “19”.
    private func verify(
        _ picture: String, page: String? = nil, objects: [(Int, String)] = [], isSigned: Bool = false,
        form: String = ""
    ) async throws -> (verdict: VerificationReport.Verdict, changes: [String]) {
        let scene = try await AttackScene(
            certified: 2, fields: [Self.city], objects: page.map { [(4, SignedFiles.stream($0))] } ?? [],
            form: form)
        let field = AttackScene.field(Self.city + "/V(19)/AP<</N 60 0 R>>")
        let filled = try scene.updated([(30, field), (60, picture)] + objects)
        return try await scene.verify(
            isSigned ? SignedFiles.signed(filled, field: "Later", by: scene.parties.ben) : filled)
    }

    @Test(
        "Letters stand out from what the page shows below them",
        arguments: [
            ("0 0 0.4 rg 60 590 200 40 re f", "1 g", VerificationReport.Verdict.valid),
            ("0 0 0.4 rg 60 590 200 40 re f", "0 g", .indeterminate), ("", "1 g", .indeterminate), ("", "0 g", .valid),
            ("0 g 60 590 200 40 re f 1 g 62 592 196 36 re f", "1 g", .indeterminate),
            ("/Unknown cs 1 scn 60 590 200 40 re f", "1 g", .indeterminate),
            ("/Unknown cs 1 scn 60 590 200 40 re f", "0 g", .valid),
            ("0 g 60 590 200 40 re S", "1 g", .indeterminate),
        ])
    func contrast(page: String, color: String, verdict: VerificationReport.Verdict) async throws {
        let found = try await verify(
            Self.picture("BT \(color) /F1 12 Tf 2 5 Td (19) Tj ET"),
            page: page + " BT 0 g /F1 12 Tf 72 700 Td (Page) Tj ET")
        #expect(found.verdict == verdict, "\(found.changes)")
    }

    @Test("A font that does not prove its letters needs somebody who signs for it", arguments: [false, true])
    func claims(isSigned: Bool) async throws {
        let claims = [
            "<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/ToUnicode 61 0 R/DescendantFonts[<</Type/Font"
                + "/Subtype/CIDFontType2/BaseFont/A/CIDToGIDMap/Identity/DW 500/FontDescriptor<</FontFile2 62 0 R>>>>]>>",
            "<</Type/Font/Subtype/TrueType/BaseFont/Gentium/Encoding/WinAnsiEncoding>>",
        ]
        let map = "2 beginbfchar <0001> <0031> <0009> <0039> endbfchar"
        for (font, codes) in zip(claims, ["<00010009>", "(19)"]) {
            let found = try await verify(
                Self.picture("BT 0 g /F1 12 Tf 2 5 Td \(codes) Tj ET", "/Font<</F1 \(font)>>"),
                objects: [(61, SignedFiles.stream(map)), (62, SignedFiles.stream("a font"))], isSigned: isSigned)
            #expect(found.verdict == (isSigned ? .valid : .indeterminate), "\(found.changes)")
            let finding = "the field “City” on page 1 is set in a font that does not prove which letters it shows"
            #expect(found.changes.contains(finding) != isSigned, "\(found.changes)")
        }
    }

    @Test("A font that the signed form has for its fields is read by its encoding", arguments: ["Gentium", "Webdings"])
    func prescribedFonts(name: String) async throws {
        let font = "<</Type/Font/Subtype/TrueType/BaseFont/\(name)/Encoding/WinAnsiEncoding>>"
        let found = try await verify(
            Self.picture("BT 0 g /F1 12 Tf 2 5 Td (19) Tj ET", "/Font<</F1 \(font)>>"),
            form: "/DR<</Font<</Own \(font)>>>>")
        #expect(found.verdict == (name == "Gentium" ? .valid : .indeterminate), "\(found.changes)")
    }

    @Test(
        "An embedded font's own table of characters counts, not what is claimed beside it",
        arguments: [("1", "9", VerificationReport.Verdict.valid), ("9", "1", .invalid)])
    func ownCharacters(first: Unicode.Scalar, second: Unicode.Scalar, verdict: VerificationReport.Verdict) async throws
    {
        // A program of one table, in which the glyphs 1 and 9 have these characters.
        let groups = [(first.value, UInt32(1)), (second.value, 9)].sorted { $0.0 < $1.0 }
        let table: [UInt32] =
            [0x0000_0001, 0x0003_000A, 12, 0x000C_0000, 16 + 24, 0, 2]
            + groups.flatMap { [$0.0, $0.0, $0.1] }
        let program: [UInt32] = [0x0001_0000, 0x0001_0000, 0, 0x636D_6170, 0, 28, UInt32(4 * table.count)] + table
        let hex = program.map { String(format: "%08X", $0) }.joined() + ">"
        let font =
            "<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/ToUnicode 61 0 R/DescendantFonts[<</Type/Font"
            + "/Subtype/CIDFontType2/BaseFont/A/CIDToGIDMap/Identity/DW 500/FontDescriptor<</FontFile2 62 0 R>>>>]>>"
        let found = try await verify(
            Self.picture("BT 0 g /F1 12 Tf 2 5 Td <00010009> Tj ET", "/Font<</F1 \(font)>>"),
            objects: [
                (61, SignedFiles.stream("2 beginbfchar <0001> <0031> <0009> <0039> endbfchar")),
                (62, "<</Filter/ASCIIHexDecode/Length \(hex.utf8.count)>>stream\n\(hex)\nendstream"),
            ])
        #expect(found.verdict == verdict, "\(found.changes)")
    }

    @Test(
        "A value under another annotation is doubtful",
        arguments: [
            ("1 g 0 0 100 20 re f", true), ("0 G 1 w 0.5 0.5 99 19 re S", false), ("", false),
            // More than is surveyed.
            (String(repeating: "0 0 0.1 0.1 re ", count: 1001) + "f", true),
        ])
    func underAnother(content: String, isHidden: Bool) async throws {
        let button = "/FT/Btn/Ff 65536/T(Cover)/Rect[72 600 172 620]/AP<</N 50 0 R>>"
        for isAbove in [true, false] {
            let scene = try await AttackScene(
                certified: 2, fields: isAbove ? [Self.city, button] : [button, Self.city],
                objects: [(50, Self.picture(content))])
            let field = AttackScene.field(Self.city + "/V(19)/AP<</N 60 0 R>>")
            let found = try await scene.verify(
                scene.updated([
                    (isAbove ? 30 : 31, field), (60, Self.picture("BT 0 g /F1 12 Tf 2 5 Td (19) Tj ET")),
                ]))
            #expect(found.verdict == (isHidden && isAbove ? .indeterminate : .valid), "\(found.changes)")
            let finding = "the field “City” on page 1 shows its value under another annotation"
            #expect(found.changes.contains(finding) == (isHidden && isAbove), "\(found.changes)")
        }
    }
}

@Suite("Remarks with pictures of their own")
struct RemarkPictureTests {
    private struct Remark: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var entries = ""
        var content = ""
        var resources = ""
        var isHarmless = true
    }

    /// Over the word “Page” of the page's one line, or far from it.
    private static let word = "/QuadPoints[70 712 100 712 70 697 100 697]/Rect[64 690 106 718]/C[1 1 0]"
    private static let multiply = "/ExtGState<</H<</Type/ExtGState/BM/Multiply>>>>"
    private static let light = "/H gs 1 1 0 rg 70 697 m 66 701 66 708 70 712 c 100 712 l 104 708 104 701 100 697 c f"

    private static let remarks = [
        Remark(
            testDescription: "a highlight as MuPDF draws it", entries: "/Subtype/Highlight" + word, content: light,
            resources: multiply),
        Remark(
            testDescription: "an underline",
            entries: "/Subtype/Underline" + word.replacing("[1 1 0]", with: "[0 0.6 0]"),
            content: "0 0.6 0 RG .9375 w 70 698 m 100 698 l S"),
        Remark(
            testDescription: "a squiggly line",
            entries: "/Subtype/Squiggly" + word.replacing("[1 1 0]", with: "[0 0.6 0]"),
            content: "0.8 0 0.8 RG .9 w 70 697 m 73 699 l 76 697 l 79 699 l 82 697 l S"),
        Remark(
            testDescription: "a note in the margin", entries: "/Subtype/Text/Rect[300 500 316 516]/Contents(x)",
            content: "1 1 0 rg 300.5 500.5 15 15 re b"),
        Remark(
            testDescription: "a highlight that covers", entries: "/Subtype/Highlight" + word,
            content: "1 1 0 rg 70 697 30 15 re f", isHarmless: false),
        Remark(
            testDescription: "a highlight elsewhere",
            entries: "/Subtype/Highlight" + word.replacing("106 718]", with: "400 718]"),
            content: "/H gs 1 1 0 rg 300 697 30 15 re f", resources: multiply, isHarmless: false),
        Remark(
            testDescription: "a dark highlight", entries: "/Subtype/Highlight" + word,
            content: "/H gs 0 g 70 697 30 15 re f", resources: multiply, isHarmless: false),
        Remark(
            testDescription: "a highlight with letters", entries: "/Subtype/Highlight" + word,
            content: "BT 1 1 0 rg /F1 12 Tf 70 700 Td (9) Tj ET", resources: "/Font<</F1 7 0 R>>", isHarmless: false),
        Remark(
            testDescription: "a wide underline",
            entries: "/Subtype/Underline" + word.replacing("[1 1 0]", with: "[0 0.6 0]"),
            content: "0 G 12 w 70 704 m 100 704 l S", isHarmless: false),
        Remark(
            testDescription: "an underline that draws a digit",
            entries: "/Subtype/Underline" + word.replacing("[1 1 0]", with: "[0 0.6 0]"),
            content: "0 G 1 w 90 698 m 90 711 l 80 704 l S", isHarmless: false),
        Remark(
            testDescription: "a note over print", entries: "/Subtype/Text/Rect[72 698 88 714]/Contents(x)",
            content: "1 1 0 rg 72 698 16 16 re f", isHarmless: false),
        Remark(
            testDescription: "a note close to print", entries: "/Subtype/Text/Rect[56 698 71 714]/Contents(x)",
            content: "0 g 64 700 2 9 re f", isHarmless: false),
        Remark(
            testDescription: "a large note", entries: "/Subtype/Text/Rect[300 500 500 700]/Contents(x)",
            content: "1 1 0 rg 300 500 200 200 re f", isHarmless: false),
    ]

    @Test("A remark's picture may be the icon, the light or the line that it stands for", arguments: remarks)
    private func pictures(remark: Remark) async throws {
        for level in [3, 2] {
            let scene = try await AttackScene(certified: level)
            let rect = remark.entries.split(separator: "/Rect").last?.prefix { $0 != "]" } ?? ""
            let picture =
                "<</Type/XObject/Subtype/Form/BBox\(rect)]/Resources<<\(remark.resources)>>/Length "
                + "\(remark.content.utf8.count)>>stream\n\(remark.content)\nendstream"
            let found = try await scene.verify(
                scene.updated([
                    (3, AttackScene.page("/Annots[60 0 R]")),
                    (60, "<</Type/Annot\(remark.entries)/AP<</N 61 0 R>>>>"), (61, picture),
                ]))
            let verdict: VerificationReport.Verdict =
                level == 2 ? .invalid : remark.isHarmless ? .valid : .indeterminate
            #expect(found.verdict == verdict, "\(found.changes)")
        }
    }
}
