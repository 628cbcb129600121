import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

@Suite("List boxes that are filled in after a signature")
struct ListBoxTests {
    private static let rows = ["Red", "Green", "Blue"]
    private static let list =
        "/FT/Ch/T(Color)/Ff 2097152/Opt[(Red)[(g)(Green)](Blue)]/DA(/F1 12 Tf)/Rect[72 600 172 640]/AP<</N 61 0 R>>"

    /// A list's picture, row by row, with bars behind some rows.
    private static func rows(_ texts: [String], marked: Set<Int>) -> String {
        var content = "0.9 G 0.5 0.5 99 39 re S "
        for (index, text) in texts.enumerated() {
            let y = 28 - 12 * index
            if marked.contains(index) { content += "0 0 0.5 rg 1 \(y - 2) 98 12 re f " }
            content += "BT \(marked.contains(index) ? 1 : 0) g /F1 10 Tf 2 \(y) Td (\(text)) Tj ET "
        }
        return "<</Type/XObject/Subtype/Form/BBox[0 0 100 40]/Resources<</Font<</F1 7 0 R>>>>/Length "
            + "\(content.utf8.count)>>stream\n\(content)\nendstream"
    }

    @Test(
        "A list box shows its options in order, with bars behind the chosen ones",
        arguments: [
            ("/V(g)/I[1]", rows(rows, marked: [1]), "", VerificationReport.Verdict.valid),
            ("/V(g)/TI 1", rows(["Green", "Blue"], marked: [0]), "", .valid),
            ("/V[(Red)(Blue)]/I[0 2]", rows(rows, marked: [0, 2]), "", .valid),
            ("/V(g)", rows(rows, marked: [2]), "", .indeterminate),
            ("/V(g)", rows(rows, marked: [1, 2]), "", .indeterminate),
            ("/V(g)", rows(rows, marked: []), "", .indeterminate),
            ("/V(Blue)", rows(["Red", "Green"], marked: [1]), "", .indeterminate),
            ("/V(g)", rows(["Red", "Gross", "Blue"], marked: [1]), "", .indeterminate),
            ("/V(g)", rows(["Green", "Red", "Blue"], marked: [0]), "", .indeterminate),
            ("/V(g)", rows(rows, marked: [1]), "BT 0 g /F1 10 Tf 100 616 Td (900) Tj ET", .indeterminate),
        ])
    func lists(value: String, picture: String, page: String, verdict: VerificationReport.Verdict) async throws {
        let content = "BT 0 g /F1 12 Tf 72 700 Td (Page) Tj ET " + page
        let scene = try await AttackScene(
            certified: 2, fields: [Self.list],
            objects: [(4, SignedFiles.stream(content)), (61, Self.rows(Self.rows, marked: []))])
        let filled = try scene.updated([
            (30, AttackScene.field(Self.list.replacing("61 0 R", with: "60 0 R") + value)), (60, picture),
        ])
        let found = try await scene.verify(filled)
        #expect(found.verdict == verdict, "\(found.changes)")
    }

    @Test("Another choice of a list box takes away the bar of the first, unless that hid print")
    func anotherChoice() async throws {
        for (page, verdict) in [
            ("", VerificationReport.Verdict.valid), ("BT 0 g /F1 10 Tf 100 616 Td (900) Tj ET", .indeterminate),
        ] {
            let chosen = Self.list + "/V(g)"
            let scene = try await AttackScene(
                certified: 2, fields: [chosen],
                objects: [
                    (4, SignedFiles.stream("BT 0 g /F1 12 Tf 72 700 Td (Page) Tj ET " + page)),
                    (61, Self.rows(Self.rows, marked: [1])),
                ])
            let filled = try scene.updated([
                (30, AttackScene.field(Self.list.replacing("61 0 R", with: "60 0 R") + "/V(Red)")),
                (60, Self.rows(Self.rows, marked: [0])),
            ])
            let found = try await scene.verify(filled)
            #expect(found.verdict == verdict, "\(found.changes)")
        }
    }
}
