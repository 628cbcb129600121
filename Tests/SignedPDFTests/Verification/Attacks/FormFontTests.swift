import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

@Suite("Fonts added to the form")
struct FormFontTests {
    private static let form = "/DR<</Font<</F1 7 0 R>>>>"
    private static let field = "/FT/Tx/T(Sum)/Rect[72 600 172 620]/V(100)/Ff 1/AP<</N 50 0 R>>"

    /// A picture with resources.
    private static func picture(_ content: String, _ resources: String?, _ entries: String = "") -> String {
        "<</Type/XObject/Subtype/Form/BBox[0 0 100 20]\(entries)\(resources.map { "/Resources<<\($0)>>" } ?? "")"
            + "/Length \(content.utf8.count)>>stream\n\(content)\nendstream"
    }

    private static let text = "BT /F9 10 Tf (100) Tj ET"

    /// What a reader draws with a font that the form lacks, by way of one thing and another.
    static let detours: [(String, objects: [(Int, String)])] = [
        ("the picture", [(50, picture(text, "/Font<</F1 7 0 R>>"))]),
        (
            "a form XObject",
            [(50, picture("/X Do", "/Font<</F9 7 0 R>>/XObject<</X 51 0 R>>")), (51, picture(text, nil))]
        ),
        (
            "a form XObject in another",
            [
                (50, picture("/X Do", "/Font<</F9 7 0 R>>/XObject 53 0 R")), (53, "<</X 51 0 R>>"),
                (51, picture("/Y Do", "/Font<</F9 7 0 R>>/XObject<</Y 52 0 R>>")), (52, picture(text, nil)),
            ]
        ),
        (
            "a pattern",
            [
                (50, picture("/Pattern cs /P scn", "/Font<</F9 7 0 R>>/Pattern<</P 51 0 R>>")),
                (51, picture(text, nil, "/PatternType 1/PaintType 1/TilingType 1/XStep 9/YStep 9")),
            ]
        ),
        (
            "the glyphs of a font",
            [
                (50, picture("BT /F9 1 Tf /T 9 Tf (a) Tj ET", "/Font<</F9 7 0 R/T 51 0 R>>")),
                (51, "<</Type/Font/Subtype/Type3/CharProcs<</a 52 0 R>>/FontMatrix[1 0 0 1 0 0]>>"),
                (52, SignedFiles.stream(text)),
            ]
        ),
        (
            "a soft mask",
            [
                (50, picture("/G gs", "/Font<</F9 7 0 R>>/ExtGState<</G 51 0 R>>")),
                (51, "<</SMask<</S/Alpha/G 52 0 R>>>>"), (52, picture(text, nil)),
            ]
        ),
    ]

    private func verdict(
        _ fields: [String], _ objects: [(Int, String)], page: String = ""
    ) async throws -> (verdict: VerificationReport.Verdict, changes: [String]) {
        let scene = try await AttackScene(
            fields: fields, objects: objects + [(55, "<</Type/Font/Subtype/Type1/BaseFont/Symbol>>")], page: page,
            form: Self.form)
        let form = "<</Fields[20 0 R \(scene.widgets)]/SigFlags 3/DR<</Font<</F1 7 0 R/F9 55 0 R>>>>>>"
        return try await scene.verify(scene.updated([(22, form)]))
    }

    @Test("A font cannot be added under a name that a picture uses indirectly", arguments: detours.indices)
    func detour(index: Int) async throws {
        let found = try await verdict([Self.field], Self.detours[index].objects)
        #expect(found.verdict == .invalid, "\(Self.detours[index].0)")
        #expect(found.changes == ["a font that fields use was added to the form"])
    }

    @Test(
        "A field's default appearance counts even with a picture, also for an untyped kid")
    func defaults() async throws {
        let picture = (50, Self.picture(Self.text, "/Font<</F9 7 0 R>>"))
        let found = try await verdict([Self.field + "/DA(/F9 10 Tf)"], [picture])
        #expect(found.changes == ["a font that fields use was added to the form"])
        let kid = (56, "<</Rect[72 600 172 620]/P 3 0 R/Parent 30 0 R/DA(/F9 10 Tf)/AP<</N 50 0 R>>>>")
        let parent = try await verdict(["/FT/Tx/T(Sum)/Kids[56 0 R]"], [picture, kid])
        #expect(parent.changes == ["a font that fields use was added to the form"])
    }

    @Test("A font may be added if everything drawn has its own or uses another")
    func ownFonts() async throws {
        for objects in [
            [(50, Self.picture(Self.text, "/Font<</F9 7 0 R>>"))],
            [
                (50, Self.picture("/X Do", "/Font<</F9 7 0 R>>/XObject<</X 51 0 R/I 52 0 R>>")),
                (51, Self.picture(Self.text, "/Font<</F9 7 0 R>>")),
                (
                    52,
                    "<</Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Length 3>>stream\n/F9\nendstream"
                ),
            ],
            [(50, Self.picture("/X Do", "/XObject<</X 50 0 R>>"))],
        ] {
            let found = try await verdict([Self.field], objects)
            #expect(found.verdict == .valid)
            #expect(found.changes == ["fonts were added to the form"])
        }
    }

    @Test(
        "Annotations other than fields use the form's fonts too",
        arguments: [
            ("/Subtype/FreeText/DA(/F9 10 Tf)/Contents(100)", false),
            ("/Subtype/FreeText/DA(/F1 10 Tf)/Contents(100)", true),
            ("/Subtype/FreeText/DA(/F9 10 Tf)/AP<</N 51 0 R>>", true), ("/Subtype/Stamp/AP<</N 52 0 R>>", false),
            ("/Subtype/Stamp/AP<</N 51 0 R>>", true), ("/Subtype/Stamp/AP<</N<</On 51 0 R/Off 52 0 R>>>>", false),
            ("/Subtype/Widget/AP<</N 51 0 R>>/MK<</I 52 0 R>>", false),
        ])
    func annotations(entries: String, isPermitted: Bool) async throws {
        let found = try await verdict(
            [],
            [
                (50, "<</Type/Annot/Rect[9 9 99 99]\(entries)>>"),
                (51, Self.picture(Self.text, "/Font<</F9 7 0 R>>")), (52, Self.picture(Self.text, nil)),
            ], page: "/Annots[50 0 R]")
        #expect(found.verdict == (isPermitted ? .valid : .invalid))
    }
}
