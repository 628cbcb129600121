import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

@Suite("Attacks through fields")
struct FieldAttackTests {
    private static let city = "/FT/Tx/T(City)/Rect[72 600 172 620]"

    @Test(
        "A filled field shows its value",
        arguments: [
            ("(London)", "London", nil), ("(London)", "Lon don", nil),
            ("(London)", "Paris", "shows “Paris” although its value is “London”"),
            ("(1 000)", "1000", nil), ("(1000)", "9000", "shows “9000” although its value is “1000”"),
            ("()", "900", "shows “900” although it is empty"),
            ("<FEFF007A0142006F0074>", "z", "shows “z” although its value is “złot”"),
        ] as [(String, String, String?)])
    func picture(value: String, shown: String, mismatch: String?) async throws {
        let scene = try await AttackScene(fields: [Self.city])
        let field = AttackScene.field(Self.city + "/V\(value)/AP<</N 60 0 R>>")
        let found = try await scene.verify(scene.updated([(30, field), (60, AttackScene.showing(shown))]))
        #expect(found.verdict == (mismatch == nil ? .valid : .invalid))
        if let mismatch { #expect(found.changes.contains("the field “City” on page 1 \(mismatch)")) }
    }

    @Test("A value changed without its picture is detected")
    func stalePicture() async throws {
        let scene = try await AttackScene(
            fields: [Self.city + "/V(London)/AP<</N 50 0 R>>"], objects: [(50, AttackScene.showing("London"))])
        let field = AttackScene.field(Self.city + "/V(Paris)/AP<</N 50 0 R>>")
        let found = try await scene.verify(scene.updated([(30, field)]))
        #expect(found.verdict == .invalid)
        let redrawn = try await scene.verify(
            scene.updated([(30, field), (22, "<</Fields[20 0 R 30 0 R]/SigFlags 3/NeedAppearances true>>")]))
        // Some viewers do as they are asked, others show the old text.
        #expect(redrawn.verdict == .indeterminate)
        #expect(redrawn.changes.contains("viewers were asked to draw the fields anew"))
    }

    @Test("A font's own map is used to compare its text, and unreadable text is doubtful")
    func mappedFont() async throws {
        let map = "1 beginbfrange <41> <5A> <0061> endbfrange 1 beginbfchar <20> <0020> endbfchar"
        let content = "BT /F1 10 Tf (PARIS) Tj ET"
        for (resources, verdict) in [
            ("/Font<</F1<</Subtype/Type1/ToUnicode 61 0 R>>>>", VerificationReport.Verdict.invalid),
            ("/Font<</F1<</Subtype/Type0>>>>", .indeterminate), ("", .indeterminate),
        ] {
            let scene = try await AttackScene(fields: [Self.city], form: "/DR<</Font<</F1 7 0 R>>>>")
            let appearance =
                "<</Subtype/Form/BBox[0 0 100 20]/Resources<<\(resources)>>/Length \(content.utf8.count)>>stream\n"
                + "\(content)\nendstream"
            let found = try await scene.verify(
                scene.updated([
                    (30, AttackScene.field(Self.city + "/V(london)/AP<</N 60 0 R>>")), (60, appearance),
                    (61, SignedFiles.stream(map)),
                ]))
            #expect(found.verdict == verdict, "\(resources) \(found.changes)")
        }
    }

    private static let tick =
        "<</Type/XObject/Subtype/Form/BBox[0 0 10 10]/Length 25>>stream\n0 G 1 w 2 2 m 8 8 l S    \nendstream"
    private static let box =
        "/FT/Btn/T(Agreed)/Rect[72 600 82 610]/AP<</N<</Yes 50 0 R/Off 51 0 R>>>>"

    @Test(
        "A checkbox shows the state that is its value, with its own pictures",
        arguments: [
            ("/V/Yes/AS/Yes", VerificationReport.Verdict.valid, "the field “Agreed” on page 1 was filled in"),
            ("/V/Yes/AS/Off", .invalid, "the checkbox “Agreed” on page 1 shows another state than its value"),
            ("/V/Off/AS/Yes", .invalid, "the checkbox “Agreed” on page 1 shows another state than its value"),
            ("/AS/Yes", .invalid, "the checkbox “Agreed” on page 1 shows another state than its value"),
        ])
    func checkbox(entries: String, verdict: VerificationReport.Verdict, change: String) async throws {
        let scene = try await AttackScene(
            fields: [Self.box], objects: [(50, Self.tick), (51, AttackScene.picture)])
        let found = try await scene.verify(scene.updated([(30, AttackScene.field(Self.box + entries))]))
        #expect(found.verdict == verdict)
        #expect(found.changes.contains(change))
    }

    @Test("The state's name may be a text, even with its solidus", arguments: ["(Yes)", "(/Yes)", "(/No)"])
    func stateAsText(value: String) async throws {
        let box = "/FT/Btn/T(Agreed)/Rect[300 600 320 620]/AP<</N<</Yes 50 0 R/Off 51 0 R>>>>"
        func picture(_ content: String) -> String {
            let filter = content.isEmpty ? "/Filter/FlateDecode" : ""
            return
                "<</Subtype/Form/BBox[0 0 20 20]\(filter)/Length \(content.utf8.count)>>stream\n\(content)\nendstream"
        }
        for off in ["", "q Q"] {
            let scene = try await AttackScene(
                certified: 2, fields: [box + "/AS/Off"],
                objects: [(50, picture("1 w 3 3 m 17 17 l S")), (51, picture(off))])
            let found = try await scene.verify(
                scene.updated([(30, AttackScene.field(box + "/AS/Yes/V\(value)"))]))
            #expect(found.verdict == (value == "(/No)" ? .invalid : .valid), "\(off) \(found.changes)")
        }
    }

    @Test(
        "A mark that reads as one more digit of print is doubtful, unless a box is around it",
        arguments: [
            ("", 139.0, VerificationReport.Verdict.indeterminate), ("", 100, .valid), ("", 280, .valid),
            ("138 698 11 13 re S", 139, .valid), ("60 500 400 400 re S", 139, .indeterminate),
        ])
    func digit(frame: String, x: Double, verdict: VerificationReport.Verdict) async throws {
        // The print "EUR" ends at 99, and "10,000" begins at 150.
        let content = "BT /F1 12 Tf 72 700 Td (EUR) Tj 78 0 Td (10,000) Tj ET \(frame)"
        let mark = "1 w 0 G 8 1 m 8 9 l 6 7 l S"
        let box = "/FT/Btn/T(Agreed)/Rect[\(x) 699 \(x + 10) 711]/AP<</N<</Yes 50 0 R>>>>"
        let scene = try await AttackScene(
            certified: 2, fields: [box + "/AS/Off"],
            objects: [
                (4, SignedFiles.stream(content)),
                (50, "<</Subtype/Form/BBox[0 0 10 12]/Length \(mark.utf8.count)>>stream\n\(mark)\nendstream"),
            ])
        let found = try await scene.verify(scene.updated([(30, AttackScene.field(box + "/AS/Yes/V/Yes"))]))
        #expect(found.verdict == verdict, "\(found.changes)")
        let change = "the checkbox “Agreed” on page 1 reads as a part of what is printed beside it"
        #expect(found.changes.contains(change) == (verdict == .indeterminate))
    }

    @Test("Ticking may not bring pictures that show under the pointer, and names the default border freely")
    func pressed() async throws {
        let box = "/FT/Btn/T(Agreed)/Rect[300 600 320 620]"
        func picture(_ content: String) -> String {
            "<</Subtype/Form/BBox[0 0 20 20]/Length \(content.utf8.count)>>stream\n\(content)\nendstream"
        }
        let scene = try await AttackScene(
            certified: 2, fields: [box + "/AS/Off/AP<</N<</Yes 50 0 R/Off 51 0 R>>>>"],
            objects: [(50, picture("1 w 3 3 m 17 17 l S")), (51, picture("q Q"))])
        for (entries, verdict) in [
            (
                "/AP<</N<</Yes 50 0 R/Off 51 0 R>>/D<</Yes 50 0 R/Off 51 0 R>>>>",
                VerificationReport.Verdict.indeterminate
            ),
            ("/AP<</N<</Yes 50 0 R/Off 51 0 R>>>>/BS<</S/S/W 1>>", .valid),
            ("/AP<</N<</Yes 50 0 R/Off 51 0 R>>>>/BS<</S/B/W 1>>", .indeterminate),
            ("/AP<</N<</Yes 50 0 R/Off 51 0 R>>>>/BS<</W 6>>", .indeterminate),
        ] {
            let found = try await scene.verify(
                scene.updated([(30, AttackScene.field(box + "/AS/Yes/V/Yes" + entries))]))
            #expect(found.verdict == verdict, "\(entries): \(found.changes)")
        }
    }

    @Test("A checkbox's pictures cannot be exchanged so that “off” looks like “on”")
    func exchangedStates() async throws {
        let scene = try await AttackScene(
            fields: [Self.box],
            objects: [(50, Self.tick), (51, AttackScene.picture)])
        let turned = Self.box.replacing("Yes 50 0 R/Off 51", with: "Yes 51 0 R/Off 50")
        let found = try await scene.verify(scene.updated([(30, AttackScene.field(turned + "/V/Yes/AS/Yes"))]))
        #expect(found.verdict == .invalid)
        #expect(found.changes.contains("the pictures of the checkbox “Agreed” on page 1 were exchanged"))
    }

    @Test(
        "Filling in moves nothing, hides nothing and adds no actions",
        arguments: [
            ("/FT/Tx/T(City)/Rect[0 0 612 792]/V(x)", "the field “City” on page 1 was moved"),
            ("/FT/Tx/T(City)/Rect[72 600 172 620]/V(x)/F 2", "the field “City” on page 1 was hidden or shown"),
            (
                "/FT/Tx/T(City)/Rect[72 600 172 620]/V(x)/A<<>>",
                "the actions of the field “City” on page 1 were changed"
            ),
            (
                "/FT/Tx/T(City)/Rect[72 600 172 620]/V(x)/AA<<>>",
                "the actions of the field “City” on page 1 were changed"
            ),
            (
                "/FT/Tx/T(City)/Rect[72 600 172 620]/V(x)/TU(Name)",
                "the field “Name” on page 1 was given another name for people"
            ),
            (
                "/FT/Tx/T(City)/Rect[72 600 172 620]/V(x)/MaxLen 3",
                "the entry /MaxLen of the field “City” on page 1 was changed"
            ),
            (
                "/FT/Tx/T(City)/Rect[72 600 172 620]/V(x)/OC 7 0 R",
                "the entry /OC of the field “City” on page 1 was changed"
            ),
            ("/FT/Sig/T(City)/Rect[72 600 172 620]", "the field “City” on page 1 became one of another kind"),
            ("/FT/Tx/T(Town)/Rect[72 600 172 620]", "the field “City” was removed"),
            ("/FT/Tx/T(City)/Rect[72 600 172 620]/Kids[null]", nil),
            ("/FT/Tx/T(City)/Rect[72 600 172 620]/Kids/Test", nil),
            ("/FT/Tx/T(City)/Rect[72 600 172 620]/V(x)/V(y)", "the field “City” on page 1 got an entry twice"),
        ] as [(String, String?)])
    func entries(entries: String, change: String?) async throws {
        let scene = try await AttackScene(fields: [Self.city])
        // A second /F would be an entry twice.
        let body = "<</Type/Annot/Subtype/Widget/P 3 0 R\(entries.contains("/F 2") ? "" : "/F 4")\(entries)>>"
        let found = try await scene.verify(scene.updated([(30, body)]))
        #expect(found.verdict == .invalid)
        if let change { #expect(found.changes.contains(change), "\(found.changes)") }
    }

    @Test("A new text field or button over the page's text is forbidden, signed or not")
    func newFields() async throws {
        let scene = try await AttackScene()
        for type in ["Tx", "Btn", "Ch"] {
            let file = try scene.adding(["/FT/\(type)/T(New)/V(900)/Rect[72 690 272 720]"])
            #expect(try await scene.verify(file).verdict == .invalid)
            let signed = try await SignedFiles.signed(file, field: "Later", by: scene.parties.ben)
            let found = try await scene.verify(signed)
            #expect(found.verdict == .invalid)
            #expect(found.changes.contains("the field “New” on page 1 was added"))
        }
    }

    @Test("A field without a page cannot be put on one, and a new picture is allowed only on a page")
    func placedWidgets() async throws {
        let hidden = "/FT/Tx/T(Note)/V(900)/Ff 1/Rect[72 690 272 720]"
        let scene = try await AttackScene(
            objects: [(51, AttackScene.picture)], form: "")
        let loose = try await LooseScene.signed(hidden, by: scene)
        let found = try await scene.verify(
            SignedFiles.appending([(3, AttackScene.page("/Annots[30 0 R]"))], to: loose))
        #expect(found.verdict == .invalid)
        #expect(found.changes == ["a field was put on page 1"])

        let twice = try scene.adding(
            ["/FT/Sig/T(Later)/Rect[72 72 90 90]"],
            [
                (
                    5,
                    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 6 0 R/Annots[60 0 R]"
                        + "/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>"
                )
            ])
        let both = try await scene.verify(twice)
        #expect(both.verdict == .invalid)
        #expect(both.changes.contains("a new field's picture was put on page 2 besides another"))
    }

    @Test("The form's default appearance and fonts stay; fonts may be added")
    func formResources() async throws {
        let form = "/DA(/F1 0 Tf 0 g)/DR<</Font<</F1 7 0 R>>>>"
        let scene = try await AttackScene(objects: [(50, "<</Type/Font/Subtype/Type1/BaseFont/Symbol>>")], form: form)
        for (entries, verdict) in [
            ("/DA(/F1 0 Tf 0 g)/DR<</Font<</F1 7 0 R/F2 50 0 R>>>>", VerificationReport.Verdict.valid),
            ("/DA(/F1 0 Tf 0 g)/DR<</Font<</F1 50 0 R>>>>", .invalid), ("/DA(/F1 0 Tf 0 g)/DR<</Font<<>>>>", .invalid),
            ("/DA(/F1 0 Tf 0 g)", .invalid), ("/DA(/F1 1 Tf 1 g)/DR<</Font<</F1 7 0 R>>>>", .invalid),
        ] {
            let found = try await scene.verify(scene.updated([(22, "<</Fields[20 0 R]/SigFlags 3\(entries)>>")]))
            #expect(found.verdict == verdict, "\(entries)")
        }
    }

    @Test("Two fields that share a name and a signature are rejected")
    func sharedSignature() async throws {
        let scene = try await AttackScene()
        for name in ["S", "Other"] {
            let report = try await scene.report(
                scene.adding(["/FT/Sig/T(\(name))/Rect[0 0 0 0]/V 21 0 R"]))
            #expect(report.verdict == .invalid)
            #expect(report.signatures.allSatisfy { $0.problems.contains { $0.contains("one and the same signature") } })
        }
    }
}

/// A signed file with a field that is on no page.
private enum LooseScene {
    static func signed(_ field: String, by scene: AttackScene) async throws -> Data {
        let prepared = try SignedFiles.appending(
            [(3, AttackScene.page("")), (7, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")],
            to: SignedFiles.agreement())
        return try await LooseSigner.sign(prepared, by: scene.parties.ada, fields: [AttackScene.field(field)])
    }
}
