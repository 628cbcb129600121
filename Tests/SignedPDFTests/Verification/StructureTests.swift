import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

/// A signed file with tags: 40 is the root, 41 the document's element with 42, a paragraph, and 43, a form for the first
/// signature; 44 is the parent tree.
@Suite("Tags in signed files")
struct StructureTests {
    private static let root =
        "<</Type/StructTreeRoot/K 41 0 R/ParentTree 44 0 R/ParentTreeNextKey 2/RoleMap<</Para/P>>>>"
    private static let document = "<</Type/StructElem/S/Document/P 40 0 R/K[42 0 R 43 0 R]>>"
    private static let paragraph = "<</Type/StructElem/S/Para/P 41 0 R/Pg 3 0 R/K[0 1]/ActualText(100)>>"
    private static let element = "<</Type/StructElem/S/Form/P 41 0 R/K<</Type/OBJR/Obj 20 0 R/Pg 3 0 R>>>>"
    private static let tree = "<</Nums[0[42 0 R 42 0 R]1 43 0 R]>>"
    private static let catalog = "/StructTreeRoot 40 0 R/MarkInfo<</Marked true>>"
    private static let widget = "/FT/Sig/T(Later)/Rect[0 0 0 0]/StructParent 2"

    private func scene() async throws -> AttackScene {
        try await AttackScene(
            objects: [
                (40, Self.root), (41, Self.document), (42, Self.paragraph), (43, Self.element), (44, Self.tree),
            ], page: "/StructParents 0", catalog: Self.catalog, lock: "/StructParent 1")
    }

    /// The file with a new signature field 60 and further objects.
    private func verify(
        _ objects: [(Int, String)], widget: String = widget
    ) async throws -> (verdict: VerificationReport.Verdict, changes: [String]) {
        let scene = try await scene()
        return try await scene.verify(
            scene.updated(
                [
                    (22, "<</Fields[20 0 R 60 0 R]/SigFlags 3>>"),
                    (3, AttackScene.page("/StructParents 0/Annots[60 0 R]")), (60, AttackScene.field(widget)),
                ] + objects))
    }

    /// Ways in which programs add an element for the field.
    static let honest: [[(Int, String)]] = [
        [  // below the document's element, at its end
            (41, document.replacing("43 0 R", with: "43 0 R 61 0 R")),
            (61, "<</Type/StructElem/S/Form/P 41 0 R/Pg 3 0 R/ID(x)/K[<</Type/OBJR/Obj 60 0 R/Pg 3 0 R>>]>>"),
            (44, "<</Nums[0[42 0 R 42 0 R]1 43 0 R 2 61 0 R]>>"), (40, root.replacing("Key 2", with: "Key 3")),
        ],
        [  // below the root, whose only element becomes one of an array
            (40, root.replacing("/K 41 0 R", with: "/K[41 0 R 61 0 R]").replacing("Key 2", with: "Key 9")),
            (61, "<</S/Form/P 40 0 R/K<</Type/OBJR/Obj 60 0 R>>>>"),
            (44, "<</Kids[62 0 R 63 0 R]>>"), (62, "<</Limits[0 1]/Nums[0[42 0 R 42 0 R]1 43 0 R]>>"),
            (63, "<</Limits[2 2]/Nums[2 61 0 R]>>"),
        ],
        [  // before the others, with its pointer as an object, and no entry in the parent tree
            (41, document.replacing("[42", with: "[61 0 R 42")), (61, "<</S/Form/P 41 0 R/K 62 0 R>>"),
            (62, "<</Type/OBJR/Obj 60 0 R/Pg 3 0 R>>"),
        ],
        [],
    ]

    @Test(
        "An element may be added for a new signature field, the way programs do it",
        arguments: StructureTests.honest.indices)
    func added(index: Int) async throws {
        let found = try await verify(Self.honest[index])
        #expect(found.verdict == .valid, "\(found.changes)")
        #expect(found.changes == ["an empty signature field “Later” was added"])
    }

    /// The first honest update, but for one thing.
    static let forgeries: [(String, [(Int, String)])] = [
        ("a text of its own", [(61, "<</S/Form/P 41 0 R/ActualText(900)/K<</Type/OBJR/Obj 60 0 R>>>>")]),
        ("a description", [(61, "<</S/Form/P 41 0 R/Alt(900)/K<</Type/OBJR/Obj 60 0 R>>>>")]),
        ("a title", [(61, "<</S/Form/P 41 0 R/T(900)/K<</Type/OBJR/Obj 60 0 R>>>>")]),
        ("another role", [(61, "<</S/P/P 41 0 R/K<</Type/OBJR/Obj 60 0 R>>>>")]),
        ("another parent", [(61, "<</S/Form/P 42 0 R/K<</Type/OBJR/Obj 60 0 R>>>>")]),
        ("what is on the page", [(61, "<</S/Form/P 41 0 R/Pg 3 0 R/K 0>>")]),
        ("an old field's widget", [(61, "<</S/Form/P 41 0 R/K<</Type/OBJR/Obj 20 0 R>>>>")]),
        ("an element below it", [(61, "<</S/Form/P 41 0 R/K[62 0 R]>>"), (62, "<</S/P/P 61 0 R/K 0>>")]),
        ("nothing", [(61, "<</S/Form/P 41 0 R>>")]),
        (
            "a second element for the widget",
            [
                (41, document.replacing("43 0 R", with: "43 0 R 61 0 R 62 0 R")),
                (62, "<</S/Form/P 41 0 R/K<</Type/OBJR/Obj 60 0 R>>>>"),
            ]
        ),
        ("the others in another order", [(41, document.replacing("42 0 R 43 0 R", with: "43 0 R 42 0 R 61 0 R"))]),
        ("an element less", [(41, document.replacing("42 0 R 43 0 R", with: "43 0 R 61 0 R"))]),
        ("another old text", [(42, paragraph.replacing("100", with: "900"))]),
        ("another old order", [(42, paragraph.replacing("[0 1]", with: "[1 0]"))]),
        ("another role map", [(40, root.replacing("/Para/P", with: "/Para/Artifact"))]),
        ("a new entry of the root", [(40, root.replacing("/RoleMap", with: "/Lang(de)/RoleMap"))]),
        ("the parent tree exchanged", [(44, "<</Nums[0[43 0 R 42 0 R]1 43 0 R 2 61 0 R]>>")]),
        ("the parent tree shortened", [(44, "<</Nums[1 43 0 R 2 61 0 R]>>")]),
        ("the parent tree with more", [(44, "<</Nums[0[42 0 R 42 0 R]1 43 0 R 2 61 0 R 3 61 0 R]>>")]),
        ("the parent tree out of order", [(44, "<</Nums[1 43 0 R 0[42 0 R 42 0 R]2 61 0 R]>>")]),
        (
            "the parent tree with wrong limits",
            [
                (44, "<</Kids[62 0 R]>>"), (62, "<</Limits[5 9]/Nums[0[42 0 R 42 0 R]1 43 0 R 2 61 0 R]>>"),
            ]
        ),
        ("the next key back", [(40, root.replacing("Key 2", with: "Key 1"))]),
        ("a page that is none", [(61, "<</S/Form/P 41 0 R/Pg 4 0 R/K<</Type/OBJR/Obj 60 0 R>>>>")]),
        ("a pointer to a page that is none", [(61, "<</S/Form/P 41 0 R/K<</Type/OBJR/Obj 60 0 R/Pg 4 0 R>>>>")]),
        ("an identifier that is no text", [(61, "<</S/Form/P 41 0 R/ID 9/K<</Type/OBJR/Obj 60 0 R>>>>")]),
        ("another type", [(61, "<</Type/X/S/Form/P 41 0 R/K<</Type/OBJR/Obj 60 0 R>>>>")]),
        ("an entry twice", [(61, "<</S/P/S/Form/P 41 0 R/K<</Type/OBJR/Obj 60 0 R>>>>")]),
        ("a pointer with more", [(61, "<</S/Form/P 41 0 R/K<</Type/OBJR/Obj 60 0 R/MCID 0>>>>")]),
        ("a pointer of another type", [(61, "<</S/Form/P 41 0 R/K<</Type/MCR/Obj 60 0 R>>>>")]),
        ("a pointer with an entry twice", [(61, "<</S/Form/P 41 0 R/K<</Type/OBJR/Obj 20 0 R/Obj 60 0 R>>>>")]),
        (
            "a node of the parent tree twice",
            [(44, "<</Kids[62 0 R 62 0 R]>>"), (62, "<</Limits[0 2]/Nums[0[42 0 R 42 0 R]1 43 0 R 2 61 0 R]>>")]
        ),
        ("a key of the parent tree twice", [(44, "<</Nums[0[42 0 R 42 0 R]1 43 0 R 2 61 0 R 2 61 0 R]>>")]),
        ("the parent tree with another entry", [(44, "<</Blah 1/Nums[0[42 0 R 42 0 R]1 43 0 R 2 61 0 R]>>")]),
        ("the parent tree without a value", [(44, "<</Nums[0[42 0 R 42 0 R]1 43 0 R 2 61 0 R 3]>>")]),
        ("a key that the widget does not have", [(44, "<</Nums[0[42 0 R 42 0 R]1 43 0 R 7 61 0 R]>>")]),
        ("a circle", [(61, "<</S/Form/P 41 0 R/K[41 0 R]>>")]),
    ]

    @Test("Nothing else about the tags may be changed", arguments: StructureTests.forgeries.indices)
    func changed(index: Int) async throws {
        let replaced = Dictionary(Self.forgeries[index].1, uniquingKeysWith: { first, _ in first })
        var objects = Dictionary(Self.honest[0], uniquingKeysWith: { first, _ in first })
        objects.merge(replaced) { $1 }
        let found = try await verify(objects.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        #expect(found.verdict == .invalid, "\(Self.forgeries[index].0)")
        #expect(found.changes.contains("the document's tags were changed"))
    }

    @Test("Tags cannot be added for other fields, nor to a document without tags")
    func otherFields() async throws {
        let found = try await verify(Self.honest[0], widget: Self.widget.replacing("/Sig", with: "/Tx"))
        #expect(found.changes.contains("the document's tags were changed"))
        let scene = try await AttackScene()
        let added = try await scene.verify(
            scene.adding(
                [Self.widget],
                [
                    (1, "<</Type/Catalog/Pages 2 0 R/AcroForm 22 0 R/StructTreeRoot 40 0 R>>"),
                    (40, "<</Type/StructTreeRoot/K 61 0 R>>"), (61, "<</S/Form/P 40 0 R/K<</Type/OBJR/Obj 60 0 R>>>>"),
                ]))
        #expect(added.verdict == .invalid)
    }

    @Test("The root of the tags cannot be replaced or removed")
    func root() async throws {
        let scene = try await scene()
        let other = Self.root.replacing("Para/P", with: "Para/H")
        for entries in ["/StructTreeRoot 45 0 R", "/StructTreeRoot\(other)", ""] {
            let found = try await scene.verify(scene.withCatalog(entries + "/MarkInfo<</Marked true>>", [(45, other)]))
            #expect(found.verdict == .invalid)
            #expect(found.changes == ["the document's tags were changed"])
        }
    }

    @Test("A signature made by this library over a tagged file leaves the tags as they were")
    func signed() async throws {
        let scene = try await scene()
        let twice = try await SignedFiles.signed(scene.file, field: "Second", by: scene.parties.ben)
        #expect(try await scene.report(twice).verdict == .valid)
    }
}
