import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

@Suite("Attacks through the catalog and the page tree")
struct DocumentAttackTests {
    @Test(
        "Additions to the catalog are named and forbidden",
        arguments: [
            ("/OpenAction<</S/JavaScript/JS(x)>>", "the document's opening action was changed"),
            ("/OpenAction<</S/Launch/F(calc)>>", "the document's opening action was changed"),
            ("/AA<</WP<</S/JavaScript/JS(x)>>>>", "the document's automatic actions were changed"),
            ("/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(x)>>]>>>>", "the document's scripts were added"),
            ("/Names<</EmbeddedFiles<</Names[(a)60 0 R]>>>>", "the document's attached files were added"),
            ("/AF[60 0 R]", "the document's attached files were changed"),
            ("/OCProperties<</OCGs[]/D<<>>>>", "the document's layers were changed"),
            ("/Outlines 60 0 R", "the document's bookmarks were changed"),
            ("/StructTreeRoot 60 0 R", "the document's tags were changed"),
            ("/ViewerPreferences<</HideToolbar true>>", "the document's viewer preferences were changed"),
            ("/Collection<<>>", "the document's collection of files was changed"),
            ("/Dests 60 0 R", "the document's link targets were changed"),
            ("/Requirements[60 0 R]", "the document's entry /Requirements was changed"),
        ])
    func catalog(entries: String, change: String) async throws {
        let scene = try await AttackScene()
        let found = try await scene.verify(scene.withCatalog(entries, [(60, "<</Blah 1>>")]))
        #expect(found.verdict == .invalid)
        #expect(found.changes == [change])
    }

    @Test(
        "Additions to a page are named and forbidden",
        arguments: [
            ("/AA<</O<</S/JavaScript/JS(x)>>>>", "page 1's actions were changed"),
            ("/CropBox[0 300 612 792]", "page 1's visible part was changed"),
            ("/Rotate 180", "page 1's rotation was changed"), ("/UserUnit 2", "page 1's unit was changed"),
            ("/Thumb 60 0 R", "page 1's thumbnail was changed"),
            ("/Group<</S/Transparency>>", "page 1's entry /Group was changed"),
        ])
    func page(entries: String, change: String) async throws {
        let scene = try await AttackScene()
        let found = try await scene.verify(scene.updated([(3, AttackScene.page(entries)), (60, AttackScene.picture)]))
        #expect(found.verdict == .invalid)
        #expect(found.changes == [change])
    }

    @Test(
        "Attributes inherited by pages cannot be changed in the parent node",
        arguments: [
            ("/Rotate 90", "page 2's rotation was changed"), ("/CropBox[0 0 9 9]", "page 2's visible part was changed"),
            ("/Resources<</Font<</F1 7 0 R>>>>", "page 2's fonts, images or other resources were changed"),
            ("/Blah[1]", "the tree of the document's pages was changed"),
        ])
    func inherited(entries: String, change: String) async throws {
        let scene = try await AttackScene(objects: [
            (5, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 6 0 R>>")
        ])
        let found = try await scene.verify(
            scene.updated([(2, "<</Type/Pages/Kids[3 0 R 5 0 R]/Count 2\(entries)>>")]))
        #expect(found.verdict == .invalid)
        #expect(found.changes.contains(change))
    }

    @Test(
        "A page tree without its pages is never valid",
        arguments: ["", "/Kids/Test", "/Kids[]", "/Kids[null]", "/Kids[60 0 R]", "/Kids[2 0 R]"])
    func brokenTree(kids: String) async throws {
        let scene = try await AttackScene()
        let found = try await scene.verify(scene.updated([(2, "<</Type/Pages\(kids)/Count 2>>"), (60, "null")]))
        #expect(found.verdict == .invalid)
    }

    @Test("An object reachable from signed content cannot be changed through another path")
    func sharedObject() async throws {
        // The list of fields serves as something else besides: whoever adds a field changes that too.
        let scene = try await AttackScene(catalog: "/Blah 22 0 R")
        let found = try await scene.verify(scene.adding(["/FT/Sig/T(Later)/Rect[0 0 0 0]"]))
        #expect(found.verdict == .invalid)
        #expect(found.changes.contains("the document's entry /Blah was changed"))
    }

    @Test("Each change reports its page and place, before and after, in the reader's coordinates")
    func places() async throws {
        let scene = try await AttackScene(fields: ["/FT/Tx/T(City)/TU(Your city)/Rect[72 600 172 620]"])
        let field = AttackScene.field("/FT/Tx/T(City)/TU(Your city)/Rect[72 600 172 620]/V(London)/AP<</N 60 0 R>>")
        let file = try scene.updated([
            (30, field), (6, SignedFiles.stream("0 0 m")), (60, AttackScene.showing("London")),
        ])
        let signature = try #require(try await scene.report(file).signatures.first)
        #expect(
            signature.laterChanges
                == ["page 2's content was replaced", "the field “Your city” on page 1 was filled in"])
        #expect(signature.changes.map(\.standing) == [.forbidden, .permitted])
        #expect(signature.changes.map(\.from) == [scene.file.count, scene.file.count])
        #expect(signature.changes.map(\.to) == [file.count, file.count])
        #expect(signature.changes.first?.areas == [ChangedArea(pageBefore: 2, pageAfter: 2)])
        #expect(
            signature.changes.last?.areas
                == [
                    ChangedArea(
                        pageBefore: 1, pageAfter: 1, rect: PageRect(x: 72, y: 172, width: 100, height: 20),
                        annotation: 30)
                ])
    }

    @Test("An annotation's place is reported unless it has no extent")
    func annotationPlaces() async throws {
        let scene = try await AttackScene(certified: 3)
        for (rect, place) in [
            ("[72 600 92 620]", PageRect(x: 72, y: 172, width: 20, height: 20)), ("[92 620 92 600]", nil),
            ("[1 2]", nil),
        ] as [(String, PageRect?)] {
            let file = try scene.updated([
                (3, AttackScene.page("/Annots[60 0 R]")), (60, "<</Type/Annot/Subtype/Text/Rect\(rect)>>"),
            ])
            let change = try #require(try await scene.report(file).signatures.first?.changes.first)
            #expect(
                change.areas == [ChangedArea(pageBefore: 1, pageAfter: 1, rect: place, annotation: 60)], "\(rect)")
        }
    }

    @Test("A name from the file cannot add a line to the report")
    func spoofedLine() async throws {
        let scene = try await AttackScene(fields: ["/FT/Tx/T(City)/TU(x\\n  Trust: all)/Rect[72 600 172 620]"])
        let field = AttackScene.field(
            "/FT/Tx/T(City)/TU(x\\n  Trust: all)/Rect[72 600 172 620]/V(London)/AP<</N 60 0 R>>")
        let found = try await scene.verify(scene.updated([(30, field), (60, AttackScene.showing("London"))]))
        #expect(found.changes == ["the field “x   Trust: all” on page 1 was filled in"])
    }
}
