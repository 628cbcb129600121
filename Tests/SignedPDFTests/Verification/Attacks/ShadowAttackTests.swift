import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

@Suite("Shadow attacks: hidden content in the signed file")
struct ShadowAttackTests {
    @Test("Hide: an image over the text cannot be taken away by exchanging it")
    func exchangedOverlay() async throws {
        let scene = try await AttackScene(
            objects: [(50, AttackScene.picture)], resources: "/Font<</F1 7 0 R>>/XObject<</Over 50 0 R>>")
        #expect(try await scene.verify(scene.file).verdict == .valid)
        let empty = AttackScene.picture.replacing("0 0 m", with: "% o.k")
        let found = try await scene.verify(scene.updated([(50, empty)]))
        #expect(found.verdict == .invalid)
        #expect(found.changes == ["page 1's fonts, images or other resources were changed"])
    }

    @Test("Hide: an image over the text cannot be taken away by freeing its object number")
    func freedOverlay() async throws {
        let scene = try await AttackScene(
            objects: [(50, AttackScene.picture)], resources: "/Font<</F1 7 0 R>>/XObject<</Over 50 0 R>>")
        for entry in [AttackScene.entry(0, "f", generation: 1), AttackScene.entry(9, generation: 1)] {
            let found = try await scene.verify(scene.appending(table: { _ in "50 1\n\(entry)" }))
            #expect(found.verdict == .invalid)
            #expect(found.changes == ["page 1's fonts, images or other resources were changed"])
        }
    }

    @Test("Hide: an annotation over the text cannot be taken away")
    func removedAnnotation() async throws {
        let scene = try await AttackScene(
            objects: [
                (50, "<</Type/Annot/Subtype/Stamp/Rect[0 0 612 792]/AP<</N 51 0 R>>>>"), (51, AttackScene.picture),
            ],
            page: "/Annots[50 0 R]")
        let found = try await scene.verify(scene.updated([(3, AttackScene.page(""))]))
        #expect(found.verdict == .invalid)
    }

    @Test("Hide: a layer cannot be switched on or off")
    func layers() async throws {
        let layers = "/OCProperties<</OCGs[50 0 R]/D 51 0 R>>"
        let scene = try await AttackScene(
            objects: [(50, "<</Type/OCG/Name(Discount)>>"), (51, "<</Order[50 0 R]/ON[50 0 R]>>")],
            resources: "/Properties<</MC0 50 0 R>>", catalog: layers)
        let found = try await scene.verify(scene.updated([(51, "<</Order[50 0 R]/OFF[50 0 R]>>")]))
        #expect(found.verdict == .invalid)
        #expect(found.changes == ["the document's layers were changed"])
        let renamed = try await scene.verify(scene.updated([(50, "<</Type/OCG/Name(Discount)/Intent/Design>>")]))
        #expect(renamed.verdict == .invalid)
    }

    @Test("Replace: a font cannot be exchanged for one that draws other digits")
    func exchangedFont() async throws {
        let scene = try await AttackScene()
        let found = try await scene.verify(scene.updated([(7, "<</Type/Font/Subtype/Type1/BaseFont/Symbol>>")]))
        #expect(found.verdict == .invalid)
        #expect(found.changes == ["page 1's fonts, images or other resources were changed"])
    }

    @Test("Replace: a hidden value is not revealed by asking viewers to redraw")
    func sleepingValue() async throws {
        let scene = try await AttackScene(
            fields: ["/FT/Tx/T(Price)/Ff 1/Rect[72 600 172 620]/V(900)/AP<</N 50 0 R>>"],
            objects: [(50, AttackScene.showing("100"))])
        #expect(try await scene.verify(scene.file).verdict == .valid)
        let found = try await scene.verify(
            scene.updated([(22, "<</Fields[20 0 R 30 0 R]/SigFlags 3/NeedAppearances true>>")]))
        #expect(found.verdict == .invalid)
        #expect(
            found.changes.contains(
                "viewers were asked to draw the field “Price” on page 1 anew, which shows “100” although its value is “900”"
            ))
    }

    @Test(
        "Replace: asking viewers to redraw is permitted for empty fields, and doubtful for fields with a value",
        arguments: [("", VerificationReport.Verdict.valid), ("/V(100)/AP<</N 50 0 R>>", .indeterminate)])
    func honestRedrawing(entries: String, verdict: VerificationReport.Verdict) async throws {
        for isLocked in [false, true] {
            let scene = try await AttackScene(
                fields: ["/FT/Tx/T(Price)/Ff 1/Rect[72 600 172 620]\(entries)"],
                objects: [(50, AttackScene.showing("100"))],
                lock: isLocked ? "/Lock<</Type/SigFieldLock/Action/All>>" : "")
            let found = try await scene.verify(
                scene.updated([(22, "<</Fields[20 0 R 30 0 R]/SigFlags 3/NeedAppearances true>>")]))
            #expect(found.verdict == (isLocked && verdict != .valid ? .invalid : verdict), "\(found.changes)")
            #expect(found.changes.contains("viewers were asked to draw the fields anew"))
        }
    }

    @Test("Hide and replace: a second set of pages cannot be brought to light, wherever its bytes are")
    func hiddenPages() async throws {
        let scene = try await AttackScene(objects: [
            (50, "<</Type/Pages/Kids[51 0 R]/Count 1>>"),
            (51, "<</Type/Page/Parent 50 0 R/MediaBox[0 0 612 792]/Contents 52 0 R>>"),
            (52, SignedFiles.stream("(The price is 900.) Tj")),
        ])
        let catalog = "<</Type/Catalog/Pages 50 0 R/AcroForm 22 0 R>>"
        #expect(try await scene.verify(scene.updated([(1, catalog)])).verdict == .invalid)
        let root = "<</Type/Pages/Kids[51 0 R]/Count 1>>"
        #expect(try await scene.verify(scene.updated([(2, root)])).verdict == .invalid)
    }

    @Test("Hide and replace: a cross-reference to other signed bytes counts as a change")
    func exchangedPlaces() async throws {
        // Object 4 stands in the signed bytes a second time, inside a stream that nothing refers to.
        let other = "4 0 obj\n<</Length 22>>stream\n(The price is 900.) Tj\nendstream\nendobj"
        let scene = try await AttackScene(objects: [(50, SignedFiles.stream(other))])
        let place = try #require(scene.file.range(of: Data(other.utf8))?.lowerBound)
        let found = try await scene.verify(scene.appending(table: { _ in "4 1\n\(AttackScene.entry(place))" }))
        #expect(found.verdict == .invalid)
        #expect(found.changes == ["page 1's content was replaced"])
    }
}
