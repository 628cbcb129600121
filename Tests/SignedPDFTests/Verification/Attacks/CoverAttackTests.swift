import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

@Suite("Attacks that cover the page")
struct CoverAttackTests {
    /// A form XObject as large as the page that wipes it.
    private static let sheet = form(box: "[0 0 612 792]", "1 1 1 rg 0 0 612 792 re f")

    private static func form(box: String, _ content: String, _ entries: String = "") -> String {
        "<</Type/XObject/Subtype/Form/BBox\(box)\(entries)/Length \(content.utf8.count)>>stream\n\(content)\nendstream"
    }

    /// The objects that put a field with number 60 on the first page.
    private func placing(_ field: String, _ scene: AttackScene, annotations: String = "60 0 R") -> [(Int, String)] {
        [
            (22, "<</Fields[20 0 R \(scene.widgets)60 0 R]/SigFlags 3\(scene.form)>>"),
            (3, AttackScene.page("/Annots[\(scene.widgets)\(annotations)]")), (60, field),
        ]
    }

    /// The file with a new signature by Ben in the field 60, which has the value 61 and a sheet as 62.
    private func signed(
        _ scene: AttackScene, _ field: String, _ objects: [(Int, String)] = [], annotations: String = "60 0 R"
    ) async throws -> Data {
        let value = try LooseSigner.value(for: scene.parties.ben)
        let unsigned = try scene.updated(
            placing(field, scene, annotations: annotations) + [(61, value), (62, Self.sheet)] + objects)
        return try await LooseSigner.complete(unsigned, by: scene.parties.ben)
    }

    // MARK: Annotations that call themselves signature fields

    @Test(
        "An annotation of another kind is no signature field, whatever its rectangle is",
        arguments: [
            "/Subtype/Ink/Rect[0 0 0 0]/InkList[[60 708 400 708]]/C[1 1 1]/BS<</W 40>>",
            "/Subtype/Highlight/Rect[0 0 0 0]/QuadPoints[50 740 500 740 50 690 500 690]/C[0 0 0]",
            "/Subtype/Square/Rect[50 690 500 730]/Border[0 0 60]", "/Subtype/Link/Rect[50 690 500 730]/Border[0 0 40]",
            "/Subtype/Polygon/Rect[0 0 0 0]/Vertices[50 690 500 690 500 740]/IC[0 0 0]",
            "/Subtype/Line/Rect[0 0 0 0]/L[60 708 400 708]/C[0 0 0]/BS<</W 40>>", "/Subtype/Text/Rect[72 690 172 730]",
            "/Subtype/FreeText/Rect[50 690 500 730]/DA(1 0 0 rg /Helv 12 Tf)", "/Subtype/Widget/Rect[0 0 0 0]/PMD<<>>",
            "/Subtype/Widget/Rect[0 0 612 792]/MK<</BG[0 0 0]>>", "/Subtype 4 0 R/Rect[0 0 0 0]",
        ])
    func otherKinds(entries: String) async throws {
        let closed = "/Reference[<</TransformMethod/FieldMDP/TransformParams<</Action/All/V/1.2>>>>]"
        for (level, reference) in [(nil, nil), (1, nil), (2, nil), (3, nil), (nil, closed)] as [(Int?, String?)] {
            let scene = try await AttackScene(certified: level, reference: reference)
            let field = "<</Type/Annot/FT/Sig/T(Later)/F 4/P 3 0 R\(entries)>>"
            let found = try await scene.verify(scene.updated(placing(field, scene)))
            #expect(found.verdict == .invalid, "\(found.changes)")
        }
    }

    // MARK: A second signer's pictures

    @Test(
        "A trusted signer cannot cover the page through an indirect rectangle or a picture under the pointer",
        arguments: [
            "/Rect[0 0 612 792]/AP<</N 62 0 R>>", "/Rect[63 0 R 0 612 792]/AP<</N 62 0 R>>",
            "/Rect[64 0 R 0 612 792]/AP<</N 62 0 R>>",
            "/Rect[0 0 612 792]/AP<</N 65 0 R/R 62 0 R>>", "/Rect[0 0 612 792]/AP<</N 65 0 R/D 62 0 R>>",
            "/Rect[0 0 612 792]/AP<</N<</On 62 0 R/Off 65 0 R>>>>/AS/Off", "/Rect[0 0 100 100]/F 12/AP<</N 62 0 R>>",
        ])
    func coveringSigner(entries: String) async throws {
        for level in [nil, 2] {
            let scene = try await AttackScene(certified: level)
            let flags = entries.contains("/F 12") ? "" : "/F 4"
            let field = "<</Type/Annot/Subtype/Widget/FT/Sig/T(Later)\(flags)/P 3 0 R/V 61 0 R\(entries)>>"
            let found = try await scene.verify(
                signed(scene, field, [(63, "0"), (64, "/None"), (65, Self.form(box: "[0 0 612 792]", "q Q"))]))
            #expect(found.verdict == .invalid, "\(found.changes)")
        }
    }

    @Test("Many small widgets cannot cover the page", arguments: [5, 65])
    func manyWidgets(count: Int) async throws {
        let scene = try await AttackScene()
        let kids = (0..<count).map { "\(100 + $0) 0 R" }.joined(separator: " ")
        let field = "<</FT/Sig/T(Later)/V 61 0 R/Kids[\(kids)]>>"
        // Five strips, or one whole page behind many widgets that are nowhere.
        let widgets = (0..<count).map { index in
            let rect =
                count == 5
                ? "[0 \(158 * index) 612 \(158 * index + 158)]" : index == count - 1 ? "[0 0 612 792]" : "[0 0 0 0]"
            return (
                100 + index, "<</Type/Annot/Subtype/Widget/Parent 60 0 R/Rect\(rect)/F 4/P 3 0 R/AP<</N 62 0 R>>>>"
            )
        }
        let found = try await scene.verify(signed(scene, field, widgets, annotations: kids))
        #expect(found.verdict == .invalid)
        #expect(found.changes.contains { $0.hasSuffix("covers a large part of the page") })
    }

    @Test("Several fields in one revision cannot cover the page")
    func severalFields() async throws {
        let scene = try await AttackScene()
        let widget = "<</Type/Annot/Subtype/Widget/FT/Sig/F 4/P 3 0 R/AP<</N 62 0 R>>"
        let unsigned = try scene.updated([
            (22, "<</Fields[20 0 R 60 0 R 66 0 R]/SigFlags 3>>"), (3, AttackScene.page("/Annots[60 0 R 66 0 R]")),
            (60, widget + "/T(One)/Rect[0 0 612 150]/V 61 0 R>>"), (66, widget + "/T(Two)/Rect[0 150 612 300]>>"),
            (61, try LooseSigner.value(for: scene.parties.ben)), (62, Self.sheet),
        ])
        let found = try await scene.verify(LooseSigner.complete(unsigned, by: scene.parties.ben))
        #expect(found.verdict == .invalid)
        #expect(found.changes.contains("new pictures cover a large part of page 1"))
    }

    // MARK: Fields that were there

    @Test(
        "A field the size of the page is never valid once it gets a picture",
        arguments: [
            ("/FT/Btn/Ff 65536", "/AP<</N 62 0 R>>"), ("/FT/Btn", "/V/On/AS/On/AP<</N<</On 62 0 R>>>>"),
            ("/FT/Tx/DA(/F1 12 Tf)", "/V( )/AP<</N 62 0 R>>"), ("/FT/Sig", "/V 61 0 R/AP<</N 62 0 R>>"),
        ])
    func sleepingField(type: String, entries: String) async throws {
        for level in [nil, 2] {
            let field = "\(type)/T(Big)/Rect[0 0 612 792]"
            let scene = try await AttackScene(certified: level, fields: [field])
            let isSigned = entries.contains("61 0 R")
            let value = isSigned ? [(61, try LooseSigner.value(for: scene.parties.ben))] : []
            var file = try scene.updated([(30, AttackScene.field(field + entries)), (62, Self.sheet)] + value)
            if isSigned { file = try await LooseSigner.complete(file, by: scene.parties.ben) }
            let found = try await scene.verify(file)
            #expect(found.verdict == .indeterminate, "\(found.changes)")
            #expect(found.changes.contains { $0.hasSuffix("“Big” on page 1 covers a large part of the page") })
        }
    }

    @Test("A checkbox's prepared picture counts as covering when the box is ticked")
    func sleepingState() async throws {
        let field = "/FT/Btn/T(Big)/Rect[0 0 612 792]/AP<</N<</On 50 0 R/Off 51 0 R>>>>"
        let scene = try await AttackScene(
            fields: [field + "/AS/Off"], objects: [(50, Self.sheet), (51, AttackScene.picture)])
        let found = try await scene.verify(scene.updated([(30, AttackScene.field(field + "/V/On/AS/On"))]))
        #expect(found.verdict == .indeterminate)
    }

    @Test("A drawing in an existing button needs a signer who vouches for it")
    func drawings() async throws {
        let field = "/FT/Btn/Ff 65536/T(Initials)/Rect[72 600 132 630]"
        let scene = try await AttackScene(fields: [field])
        let file = try scene.updated([
            (30, AttackScene.field(field + "/AP<</N 62 0 R>>")), (62, AttackScene.picture),
        ])
        let found = try await scene.verify(file)
        #expect(found.verdict == .indeterminate)
        #expect(found.changes == ["the field “Initials” on page 1 was filled in"])
        let signed = try await SignedFiles.signed(file, field: "Later", by: scene.parties.ben)
        #expect(try await scene.verify(signed).verdict == .valid)
    }

    // MARK: Remarks

    @Test(
        "Remarks that can hide their marked text are never valid",
        arguments: [
            ("/Subtype/Highlight/Rect[50 690 500 740]/QuadPoints[50 740 500 740 50 690 500 690]/C[0 0 0]", false),
            ("/Subtype/Highlight/Rect[50 690 500 740]/QuadPoints[50 740 500 740 50 690 500 690]", false),
            ("/Subtype/Highlight/Rect[50 690 500 740]/QuadPoints[50 740 500 740 50 690 500 690]/C[1 1 0]", true),
            ("/Subtype/StrikeOut/Rect[50 690 500 740]/QuadPoints[50 740 500 740 50 690 500 690]/C[1 1 1]", false),
            ("/Subtype/StrikeOut/Rect[50 690 500 740]/QuadPoints[50 740 500 740 50 690 500 690]/C[1 0 0]", true),
            (
                "/Subtype/Underline/Rect[50 690 500 740]/QuadPoints[50 740 500 740 50 690 500 690]/C[0 0 0]/BS<</W 60>>",
                false
            ),
            (
                "/Subtype/Underline/Rect[50 690 500 740]/QuadPoints[50 740 500 740 50 690 500 690]/C[0]/Border[0 0 40]",
                false
            ),
            ("/Subtype/Squiggly/Rect[0 0 500 740]/QuadPoints[0 740 500 740 0 0 500 0]/C[0 0 0]", false),
            ("/Subtype/Squiggly/Rect[0 0 500 740]/QuadPoints 4 0 R/C[0 0 0]", false),
            ("/Subtype/Caret/Rect[50 600 500 740]/C[0 0 0]", false), ("/Subtype/Caret/Rect[50 600 60 610]", true),
            ("/Subtype/Text/Rect[72 690 172 790]", false), ("/Subtype/Text/Rect[72 690 92 710]/Open true", true),
            ("/Subtype/Text/Rect[72 690 92 710]/RD[0 0 9 9]", false),
        ])
    func remarks(entries: String, isHarmless: Bool) async throws {
        let scene = try await AttackScene(certified: 3)
        let found = try await scene.verify(
            scene.updated([(3, AttackScene.page("/Annots[60 0 R]")), (60, "<</Type/Annot/F 4\(entries)>>")]))
        #expect(found.verdict == (isHarmless ? .valid : .indeterminate), "\(found.changes)")
    }

    // MARK: Entries given twice

    @Test("A repeated entry in a new object is forbidden at any depth")
    func repeatedEntries() async throws {
        let scene = try await AttackScene(fields: ["/FT/Tx/T(City)/Rect[72 600 172 620]"])
        let field = "<</Type/Annot/Subtype/Widget/FT/Sig/T(Later)/F 4/P 3 0 R"
        let twice = try await scene.verify(
            scene.updated(
                placing(field + "/Rect[0 0 612 792]/Rect[0 0 0 0]/AP<</N 62 0 R>>>>", scene) + [(62, Self.sheet)]))
        #expect(twice.verdict == .invalid)
        #expect(twice.changes.contains("an object was added that has an entry twice"))
        let inner = Self.form(box: "[0 0 612 792]", "0 0 m", "/BBox[0 0 9 9]")
        let outer = Self.form(box: "[0 0 9 9]", "/X Do", "/Resources<</XObject<</X 63 0 R>>>>")
        let nested = try await scene.verify(
            signed(
                scene, field + "/V 61 0 R/Rect[72 72 172 122]/AP<</N 64 0 R>>>>", [(63, inner), (64, outer)]))
        #expect(nested.verdict == .invalid)
        let filled = AttackScene.field("/FT/Tx/T(City)/Rect[72 600 172 620]/V(1)/AP<</N 62 0 R/N 63 0 R>>")
        let text = try await scene.verify(
            scene.updated([(30, filled), (62, AttackScene.showing("9")), (63, AttackScene.showing("1"))]))
        #expect(text.verdict == .invalid)
        #expect(text.changes.contains("an object was added that has an entry twice"))
    }

    @Test("A repeated entry that was already signed may stay")
    func keptRepetition() async throws {
        let object = "<</A 1/A 2>>"
        let scene = try await AttackScene(objects: [(50, object)])
        #expect(try await scene.verify(scene.updated([(50, object)])).verdict == .valid)
    }
}
