import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

@Suite("Signature and button pictures over print")
struct HiddenLettersTests {
    /// A picture that lies over the page's line, "Page 1: the price is 100.", or below it.
    private struct Picture: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var content: String
        var resources = ""
        var objects: [(Int, String)] = []
        var rect = Self.overText

        static let overText = "[60 692 360 716]"
        static let below = "[60 592 360 616]"

        var stream: String {
            "<</Type/XObject/Subtype/Form/BBox[0 0 300 24]/Resources<<\(resources)>>/Length \(content.utf8.count)>>"
                + "stream\n\(content)\nendstream"
        }
    }

    private static let sheet = "1 g 0 0 300 24 re f"
    private static let text = " BT 0 g /F1 12 Tf 12 8 Td (Page 1: the price is 999.) Tj ET"
    private static let letters = "/Font<</F1 7 0 R>>"

    /// An image, two by two dots, with a mask of the levels given.
    private static func image(_ entries: String) -> String {
        "<</Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray\(entries)"
            + "/Filter/ASCIIHexDecode/Length 9>>stream\nFFFFFFFF>\nendstream"
    }

    private static func mask(_ hex: String) -> String {
        "<</Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray"
            + "/Filter/ASCIIHexDecode/Length \(hex.utf8.count + 1)>>stream\n\(hex)>\nendstream"
    }

    private static func stencil(_ hex: String, _ entries: String = "") -> String {
        "<</Type/XObject/Subtype/Image/Width 8/Height 2/BitsPerComponent 1/ImageMask true\(entries)"
            + "/Filter/ASCIIHexDecode/Length \(hex.utf8.count + 1)>>stream\n\(hex)>\nendstream"
    }

    private static func drawing(_ image: String, _ name: String, mask: String? = nil) -> Picture {
        Picture(
            testDescription: name, content: "q 300 0 0 24 0 0 cm /Im Do Q", resources: "/XObject<</Im 63 0 R>>",
            objects: [(63, image)] + (mask.map { [(64, $0)] } ?? []))
    }

    private static let hiding = [
        Picture(testDescription: "a white sheet with another text", content: sheet + text, resources: letters),
        Picture(testDescription: "a sheet over one digit", content: "1 g 117 4 11 14 re f"),
        Picture(testDescription: "a dark blot", content: "0 g 117 4 11 14 re f"),
        Picture(testDescription: "a sheet in a pattern's colour", content: "/Pattern cs /P1 scn 0 0 300 24 re f"),
        Picture(
            testDescription: "strips", content: (0..<12).map { "1 g 0 \(2 * $0) 300 2 re f" }.joined(separator: " ")),
        Picture(testDescription: "a wide line", content: "1 G 14 w 0 11 m 300 11 l S"),
        Picture(
            testDescription: "many thin lines",
            content: (0..<24).map { "1 G 1 w 0 \($0) m 300 \($0) l S" }.joined(separator: " ")),
        Picture(
            testDescription: "a block that is a letter",
            content: "BT 1 g /F9 24 Tf 0 0 Td (AAAAAAAAAAAAAAA) Tj ET", resources: "/Font<</F9 63 0 R>>",
            objects: [
                (
                    63,
                    "<</Type/Font/Subtype/TrueType/BaseFont/X/FirstChar 65/LastChar 65/Widths[1000]/ToUnicode 64 0 R>>"
                ),
                (
                    64,
                    SignedFiles.stream(
                        "1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <41> <2588> endbfchar")
                ),
            ]),
        Picture(
            testDescription: "a sheet in pictures within", content: "q 1 0 0 1 0 0 cm /FRM Do Q",
            resources: "/XObject<</FRM 63 0 R>>",
            objects: [
                (
                    63,
                    "<</Type/XObject/Subtype/Form/BBox[0 0 300 24]/Resources<</XObject<</n2 64 0 R>>>>/Length 6>>stream\n/n2 Do\nendstream"
                ),
                (
                    64,
                    "<</Type/XObject/Subtype/Form/BBox[0 0 3 1]/Matrix[100 0 0 24 0 0]/Length 14>>stream\n1 g 0 0 3 1 re f\nendstream"
                        .replacing("/Length 14", with: "/Length 16")
                ),
            ]),
        Picture(
            testDescription: "an inline image",
            content: "q 300 0 0 24 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G /F /AHx ID FF> EI Q q 9 0 0 9 0 0 cm Q"),
        drawing(image(""), "an image"),
        drawing(image("/SMask 64 0 R"), "an image whose mask shows all of it", mask: mask("FFFFFFE0")),
        drawing(image("/SMask 64 0 R"), "an image whose mask cannot be read", mask: "<</Length 0>>stream\n\nendstream"),
        drawing(image("/Mask 64 0 R"), "an image whose stencil shows all of it", mask: stencil("0000")),
        drawing(stencil("0001"), "a stencil that paints all"),
        drawing(stencil("FFFE", "/Decode[1 0]"), "a stencil that paints where there are ones"),
        Picture(
            testDescription: "a sheet that is faint, and then not", content: "/Faint gs /Full gs \(sheet)",
            resources: "/ExtGState<</Faint<</ca 0.2>>/Full<</ca 1>>>>"),
        Picture(
            testDescription: "a sheet in a mode of blending that brightens", content: "/B gs \(sheet)",
            resources: "/ExtGState<</B<</BM/Lighten>>>>"),
        Picture(
            testDescription: "a gradient", content: "/Sh sh",
            resources:
                "/Shading<</Sh<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 1 0]/Function<</FunctionType 2/Domain[0 1]"
                + "/C0[1]/C1[1]/N 1>>/Extend[true true]>>>>"),
        drawing(stencil("BFBF"), "a stencil that paints one word"),
        drawing(image("/SMask 64 0 R"), "an image whose mask shows its first half", mask: mask("FF00FF00")),
        Picture(
            testDescription: "a blot with dots far away",
            content: "0 g 117 4 11 14 re 0 0 0.1 0.1 re 299 23 0.1 0.1 re f"),
        Picture(
            testDescription: "modes of blending, and the first covers", content: "/B gs \(sheet)",
            resources: "/ExtGState<</B<</BM[/Normal/Multiply]>>>>"),
        Picture(
            testDescription: "black that only darkens", content: "/B gs 0 g 117 4 11 14 re f",
            resources: "/ExtGState<</B<</BM/Multiply>>>>"),
        Picture(
            testDescription: "two faint sheets", content: "/F gs \(sheet) \(sheet)",
            resources: "/ExtGState<</F<</ca 0.5>>>>"),
        Picture(
            testDescription: "a font of its own making", content: "BT 1 g /F9 1 Tf 0 0 Td (a) Tj ET",
            resources: "/Font<</F9 63 0 R>>",
            objects: [
                (
                    63,
                    "<</Type/Font/Subtype/Type3/FontBBox[0 0 0 0]/FontMatrix[1 0 0 1 0 0]/FirstChar 97/LastChar 97/Widths[1]"
                        + "/CharProcs<</a 64 0 R>>/Encoding<</Differences[97/a]>>>>"
                ),
                (64, SignedFiles.stream("1 0 d0 0 0 300 24 re f")),
            ]),
        Picture(
            testDescription: "a picture within that has no box", content: "/FRM Do",
            resources: "/XObject<</FRM 63 0 R>>",
            objects: [
                (63, "<</Type/XObject/Subtype/Form/Length 19>>stream\n1 g 0 0 300 24 re f\nendstream")
            ]),
        Picture(
            testDescription: "white letters over one another",
            content: "BT 1 g /F1 14 Tf 12 8 Td "
                + (0..<6).map { _ in "(MMMMMMMMMMMMMMMM) Tj 0 0 Td" }.joined(separator: " ") + " ET",
            resources: letters),
        Picture(
            testDescription: "letters with wide outlines",
            content: "BT 1 G 1 g 14 w 2 Tr /F1 14 Tf 12 8 Td (MMMMMMMMMMMMMMMM) Tj ET", resources: letters),
        Picture(
            testDescription: "one huge letter", content: "BT 1 g /F1 300 Tf 100 -80 Td (I) Tj ET", resources: letters),
        Picture(
            testDescription: "a curve that fills the place",
            content: "1 g 60 -60 m 60 84 180 84 180 -60 c 180 84 60 84 60 -60 c f 110 -10 m 110 50 135 50 135 -10 c f"),
        Picture(
            testDescription: "a sheet after a faint part", content: "q /Faint gs Q \(sheet)",
            resources: "/ExtGState<</Faint<</ca 0.2>>>>"),
    ]

    private static let honest = [
        Picture(testDescription: "a name below", content: sheet + text, resources: letters, rect: Picture.below),
        Picture(
            testDescription: "a name over the line", content: "BT 0 g /F1 12 Tf 12 8 Td (Ben Bitdiddle) Tj ET",
            resources: letters),
        Picture(
            testDescription: "ink over the line", content: "0 0 0.6 RG 1.5 w 5 5 m 40 30 80 -10 120 20 c 160 4 l S"),
        Picture(testDescription: "a frame around the line", content: "0 G 1 w 0.5 0.5 299 23 re S"),
        Picture(testDescription: "a rule below the line", content: "0 g 0 4 300 1 re f"),
        Picture(
            testDescription: "a faint ground", content: "/Faint gs \(sheet)",
            resources: "/ExtGState<</Faint<</ca 0.4>>>>"),
        Picture(
            testDescription: "a ground that only darkens", content: "/M gs 0.9 1 1 rg 0 0 300 24 re f",
            resources: "/ExtGState<</M<</BM/Multiply>>>>"),
        drawing(image("/SMask 64 0 R"), "an image whose mask shows a part of it", mask: mask("FF000000")),
        drawing(stencil("F7FF"), "a stencil that paints little"),
        drawing(stencil("0800", "/Decode[1 0]"), "a stencil that paints little where there are ones"),
    ]

    /// The verdict on a field that was prepared, or that Ben adds, and in which he signs.
    private func verify(_ picture: Picture, isPrepared: Bool, page: String? = nil) async throws -> (
        verdict: VerificationReport.Verdict, changes: [String]
    ) {
        let field = "/FT/Sig/T(Later)/Rect\(picture.rect)"
        let scene = try await AttackScene(
            certified: 2, fields: isPrepared ? [field] : [], objects: page.map { [(4, SignedFiles.stream($0))] } ?? [])
        let filled = AttackScene.field(field + "/V 61 0 R/AP<</N 62 0 R>>")
        var objects = [(61, try LooseSigner.value(for: scene.parties.ben)), (62, picture.stream)] + picture.objects
        if isPrepared {
            objects.append((30, filled))
        } else {
            objects += [
                (22, "<</Fields[20 0 R 60 0 R]/SigFlags 3>>"), (3, AttackScene.page("/Annots[60 0 R]")), (60, filled),
            ]
        }
        return try await scene.verify(LooseSigner.complete(scene.updated(objects), by: scene.parties.ben))
    }

    private static let finding =
        "the signature field “Later” on page 1 hides something that is printed there"

    @Test("A signature that hides printed letters is never valid", arguments: hiding)
    private func hidden(picture: Picture) async throws {
        for isPrepared in [false, true] {
            let found = try await verify(picture, isPrepared: isPrepared)
            #expect(found.verdict == .indeterminate, "\(found.changes)")
            #expect(found.changes.contains(Self.finding), "\(found.changes)")
        }
    }

    @Test("A signature that hides no letters is valid", arguments: honest)
    private func legible(picture: Picture) async throws {
        for isPrepared in [false, true] {
            let found = try await verify(picture, isPrepared: isPrepared)
            #expect(found.verdict == .valid, "\(found.changes)")
        }
    }

    @Test(
        "Digits beside printed ones make another number, unless there is room between them",
        arguments: [(",000", 54.5, false), (",000", 75, true), ("Ben", 54.5, true), ("1", 14, false), ("1", 0, true)])
    func longerNumber(text: String, x: Double, isValid: Bool) async throws {
        // The print reaches from 82 to 114; the picture begins at 60.
        let picture = Picture(
            testDescription: "", content: "BT 0 g /F1 12 Tf \(x) 8 Td (\(text)) Tj ET", resources: Self.letters)
        for isPrepared in [false, true] {
            let found = try await verify(
                picture, isPrepared: isPrepared, page: "BT /F1 12 Tf 82 700 Td (10,00) Tj ET")
            #expect(found.verdict == (isValid ? .valid : .indeterminate), "\(found.changes)")
            let change = "the signature field “Later” on page 1 reads as a part of what is printed beside it"
            #expect(found.changes.contains(change) == !isValid)
        }
    }

    @Test(
        "Rules of dots, spaces and pale marks may be hidden",
        arguments: [
            ("BT /F1 12 Tf 72 700 Td (...... ____) Tj ET", false),
            ("BT 1 g /F1 12 Tf 72 700 Td (sign here) Tj ET", false),
            ("BT 0.5 g /F1 12 Tf 72 700 Td (.... 7 ....) Tj ET", true),
            ("BT /F1 12 Tf 72 700 Td (.. \\200 ..) Tj ET", true),
            // In two streams, after an image, in a picture within, in a colour of another operator.
            ("0.2 sc BT /F1 12 Tf 72 700 Td (7) Tj ET", true), ("1 1 1 sc BT /F1 12 Tf 72 700 Td (7) Tj ET", false),
            ("q 9 0 0 9 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \u{7} EI Q BT /F1 12 Tf 72 700 Td (7) Tj ET", true),
            ("/Ink cs 1 scn BT /F1 12 Tf 72 700 Td (7) Tj ET", true),
            ("/DeviceGray cs 1 sc BT /F1 12 Tf 72 700 Td (7) Tj ET", false),
            ("/Nothing Do /Nothing gs x BT 3 Tr /F1 12 Tf 72 700 Td (7) Tj ET", true),
            ("BT /F1 12 Tf 72 650 Td (7) Tj ET", false),
        ])
    func printed(page: String, isLegible: Bool) async throws {
        let found = try await verify(Self.hiding[0], isPrepared: false, page: page)
        #expect(found.verdict == (isLegible ? .indeterminate : .valid), "\(found.changes)")
    }

    @Test("A picture that goes beyond the survey's limits is doubtful")
    func deepPictures() async throws {
        func form(_ content: String, _ inner: Int) -> String {
            "<</Type/XObject/Subtype/Form/BBox[0 0 300 24]/Resources<</XObject<</n \(inner) 0 R>>>>/Length "
                + "\(content.utf8.count)>>stream\n\(content)\nendstream"
        }
        let objects = (63..<74).map { ($0, form($0 == 73 ? Self.sheet : "/n Do", $0 + 1)) }
        let parts = String(repeating: "0 0 0.1 0.1 re ", count: 1001)
        for picture in [
            Picture(testDescription: "", content: "/n Do", resources: "/XObject<</n 63 0 R>>", objects: objects),
            Picture(testDescription: "", content: parts + "117 4 11 14 re f"),
        ] {
            let found = try await verify(picture, isPrepared: true)
            #expect(found.verdict == .indeterminate)
            #expect(
                found.changes.contains(
                    "it cannot be told whether the signature field “Later” on page 1 hides something that is printed "
                        + "there"))
        }
        // The page's print goes beyond them as well.
        let page = "BT /F1 12 Tf 72 700 Td (7) Tj ET \(parts) f"
        let found = try await verify(Self.honest[0], isPrepared: true, page: page)
        #expect(found.verdict == .indeterminate, "\(found.changes)")
    }

    @Test("A picture may be lent the page's resources")
    func lentResources() async throws {
        let field = "/FT/Sig/T(Later)/Rect\(Picture.overText)"
        let scene = try await AttackScene(
            certified: 2, fields: [field], objects: [(50, Self.image(""))],
            resources: "/Font<</F1 7 0 R>>/XObject<</Im 50 0 R>>")
        let content = "q 300 0 0 24 0 0 cm /Im Do Q"
        let bare =
            "<</Type/XObject/Subtype/Form/BBox[0 0 300 24]/Length \(content.utf8.count)>>stream\n\(content)\nendstream"
        let file = try await LooseSigner.complete(
            scene.updated([
                (30, AttackScene.field(field + "/V 61 0 R/AP<</N 62 0 R>>")),
                (61, LooseSigner.value(for: scene.parties.ben)), (62, bare),
            ]), by: scene.parties.ben)
        let found = try await scene.verify(file)
        #expect(found.verdict == .indeterminate && found.changes.contains(Self.finding), "\(found.changes)")
    }

    @Test("A signature cannot hide another field's value", arguments: [true, false])
    func otherField(isFilled: Bool) async throws {
        let value = isFilled ? "/V(100)/AP<</N 50 0 R>>" : ""
        let scene = try await AttackScene(
            fields: [
                "/FT/Tx/T(Price)/DA(/F1 12 Tf)/Rect[60 592 360 616]\(value)", "/FT/Sig/T(Later)/Rect[60 590 78 618]",
            ],
            objects: [(50, AttackScene.showing("100"))])
        let sheet = "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 16>>stream\n1 g 0 0 9 9 re f\nendstream"
        let file = try await LooseSigner.complete(
            scene.updated([
                (31, AttackScene.field("/FT/Sig/T(Later)/Rect[60 590 78 618]/V 61 0 R/AP<</N 62 0 R>>")),
                (61, LooseSigner.value(for: scene.parties.ben)), (62, sheet),
            ]), by: scene.parties.ben)
        let found = try await scene.verify(file)
        #expect(found.verdict == (isFilled ? .indeterminate : .valid), "\(found.changes)")
        #expect(found.changes.contains(Self.finding) == isFilled)
    }

    @Test("A dot in a button that hides a letter is doubtful, unless it was hidden before", arguments: [true, false])
    func buttons(wasHidden: Bool) async throws {
        func picture(_ content: String) -> String {
            "<</Type/XObject/Subtype/Form/BBox[0 0 16 16]/Length \(content.utf8.count)>>stream\n\(content)\nendstream"
        }
        let ground = wasHidden ? "1 g 0 0 16 16 re f " : ""
        let field = "/FT/Btn/T(Box)/Rect[72 696 88 712]/AP<</N<</On 50 0 R/Off 51 0 R>>>>"
        let scene = try await AttackScene(
            fields: [field + "/AS/Off"],
            objects: [(50, picture(ground + "0 g 2 2 12 12 re f")), (51, picture(ground))])
        let found = try await scene.verify(scene.updated([(30, AttackScene.field(field + "/V/On/AS/On"))]))
        #expect(found.verdict == (wasHidden ? .valid : .indeterminate), "\(found.changes)")
        let finding = "the button “Box” on page 1 hides something that is printed there"
        #expect(found.changes.contains(finding) == !wasHidden, "\(found.changes)")
    }
}

@Suite("Fields on a page whose rotation readers take differently")
struct OddRotationTests {
    @Test("A value is not read on a page that some readers turn and others do not", arguments: ["180", "180.0", "45"])
    func rotation(angle: String) async throws {
        let field = "/FT/Tx/T(City)/DA(/F1 12 Tf)/Rect[72 600 172 620]"
        let scene = try await AttackScene(certified: 2, fields: [field], page: "/Rotate \(angle)")
        let content = "BT /F1 12 Tf -1 0 0 -1 98 15 Tm (66) Tj ET"
        let picture =
            "<</Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</F1 7 0 R>>>>/Length "
            + "\(content.utf8.count)>>stream\n\(content)\nendstream"
        let found = try await scene.verify(
            scene.updated([(30, AttackScene.field(field + "/V(66)/AP<</N 60 0 R>>")), (60, picture)]))
        #expect(found.verdict == (angle == "180" ? .valid : .indeterminate), "\(found.changes)")
    }
}
