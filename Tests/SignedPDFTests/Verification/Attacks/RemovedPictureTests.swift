import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

@Suite("Pictures that vanish, groups without an address, and letters that viewers draw")
struct RemovedPictureTests {
    private static let button = "/FT/Btn/Ff 65536/T(B)/Rect[72 100 272 120]"
    private static let text = "/FT/Tx/T(Town)/Rect[72 100 272 120]/DA(/F1 10 Tf 0 g)"
    private static let choice = "/FT/Ch/Ff 131072/T(Town)/Rect[72 100 272 120]/DA(/F1 10 Tf 0 g)/Opt[(Bath)(Ware)]"

    @Test(
        "A widget that loses the picture it showed makes the signature invalid",
        arguments: [
            (text + "/V(Bath)", text + "/V(Bath)"), (text, text), (choice + "/V(Bath)", choice + "/V(Bath)"),
            (button, button), ("/FT/Sig/T(Ben)/Rect[72 100 272 120]", "/FT/Sig/T(Ben)/Rect[72 100 272 120]"),
        ])
    func removed(before: String, after: String) async throws {
        let scene = try await AttackScene(
            fields: [before + "/AP<</N 50 0 R>>"], objects: [(50, AttackScene.showing("Bath"))])
        for removal in ["", "/AP<<>>", "/AP<</D 50 0 R>>"] {
            let found = try await scene.verify(scene.updated([(30, AttackScene.field(after + removal))]))
            #expect(found.verdict == .invalid, "\(after)\(removal): \(found.changes)")
        }
    }

    @Test("A picture that painted nothing may go")
    func empty() async throws {
        let scene = try await AttackScene(
            fields: [Self.text + "/AP<</N 50 0 R>>"], objects: [(50, AttackScene.picture)])
        let file = try scene.updated([
            (30, AttackScene.field(Self.text + "/V(Bath)/AP<</N 51 0 R>>")), (51, AttackScene.showing("Bath")),
        ])
        #expect(try await scene.verify(file).verdict == .valid)
        let gone = try await scene.verify(scene.updated([(30, AttackScene.field(Self.text))]))
        #expect(!gone.changes.contains { $0.contains("lost the picture") })
    }

    @Test("A picture that cannot be read to its end counts as one that shows something")
    func unreadable() async throws {
        let content = String(repeating: "q Q ", count: 10_001)
        let scene = try await AttackScene(
            fields: [Self.button + "/AP<</N 50 0 R>>"],
            objects: [
                (50, "<</Subtype/Form/BBox[0 0 9 9]/Length \(content.utf8.count)>>stream\n\(content)\nendstream")
            ])
        let gone = try await scene.verify(scene.updated([(30, AttackScene.field(Self.button))]))
        #expect(gone.verdict == .invalid && gone.changes.contains { $0.contains("lost the picture") })
    }

    // MARK: Groups

    @Test(
        "A group that is written directly into the list of fields is compared",
        arguments: [
            ("/DA(/F1 10 Tf 0 g)", "/DA(/F1 10 Tf 1 g)"), ("/Ff 0", "/Ff 1"), ("/Ff 1", "/Ff 0"), ("", "/Ff 1"),
            ("/V(a)", "/V(b)"), ("/MaxLen 9", "/MaxLen 1"),
        ])
    func group(before: String, after: String) async throws {
        let kid = "<</T(Town)/Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[72 100 272 120]>>"
        func form(_ entries: String) -> String {
            "<</Fields[20 0 R <</T(G)/FT/Tx\(entries)/Kids[50 0 R]>>]/SigFlags 3>>"
        }
        let parties = try SigningParties()
        let unsigned = try SignedFiles.appending(
            [
                (1, "<</Type/Catalog/Pages 2 0 R/AcroForm 22 0 R>>"), (22, form(before)), (50, kid),
                (3, AttackScene.page("/Annots[50 0 R]")), (7, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"),
                (20, "<</Type/Annot/Subtype/Widget/FT/Sig/T(S)/Rect[0 0 0 0]/P 3 0 R/V 21 0 R>>"),
                (21, try LooseSigner.value(for: parties.ada)),
            ], to: SignedFiles.agreement())
        let signed = try await LooseSigner.complete(unsigned, by: parties.ada)
        let same = try SignedFiles.appending([(22, form(before))], to: signed)
        #expect(try await SignedFiles.report(same, trusting: parties.anchors).verdict == .valid)
        let changed = try SignedFiles.appending([(22, form(after))], to: signed)
        let report = try await SignedFiles.report(changed, trusting: parties.anchors)
        #expect(report.verdict == .invalid, "\(report)")
        let gone = try SignedFiles.appending([(22, "<</Fields[20 0 R]/SigFlags 3>>")], to: signed)
        #expect(try await SignedFiles.report(gone, trusting: parties.anchors).verdict == .invalid)
    }

    // MARK: Letters that viewers draw

    private static let resources =
        "/DR<</Font<</F1 7 0 R/Z 51 0 R/T3 52 0 R>>>>/NeedAppearances true/DA(/F1 0 Tf 0 g)"

    private func verdict(_ look: String, value: String = "(Bath)", form: String = resources) async throws
        -> VerificationReport.Verdict
    {
        let field = "/FT/Tx/T(Town)/Rect[72 100 272 120]\(look)"
        let scene = try await AttackScene(
            fields: [field],
            objects: [
                (51, "<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>"),
                (52, "<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/CharProcs<<>>>>"),
            ], form: form)
        return try await scene.verify(scene.updated([(30, AttackScene.field(field + "/V\(value)"))])).verdict
    }

    @Test(
        "A value in letters that nobody can read is doubtful if viewers draw it",
        arguments: [
            "/DA(/F1 10 Tf 1 g)", "/DA(/F1 10 Tf 1 1 1 rg)", "/DA(/F1 10 Tf 0 0 0 0 k)", "/DA(/F1 0.1 Tf 0 g)",
            "/DA(/F1 900 Tf 0 g)", "/DA(/Z 10 Tf 0 g)", "/DA(/T3 10 Tf 0 g)", "/DA(/ZaDb 10 Tf 0 g)",
            "/DA(/F1 10 Tf 3 Tr 0 g)", "/DA(/F1 10 Tf 1 Tz 0 g)", "/DA()", "/MK<</BG[0]>>/DA(/F1 10 Tf 0 g)",
            "/Ff 8192/DA(/F1 10 Tf 0 g)", "/DA(/F1 10 Tf 0 g 1 g)",
        ])
    func illegible(look: String) async throws {
        #expect(try await verdict(look) != .valid)
    }

    @Test(
        "A value in plain letters stays valid",
        arguments: [
            "", "/DA(/F1 10 Tf 0 g)", "/DA(0 0 1 rg /F1 0 Tf)", "/DA(/Helv 12 Tf 0.2 g)", "/DA(/F1 9 Tf 0 0 0 1 k)",
        ])
    func legible(look: String) async throws {
        #expect(try await verdict(look) == .valid)
    }
}
