import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

/// An update that this reader could follow and others refuse. Those look for objects by themselves then, and take the
/// newest page content that they find, which no cross-reference leads to.
@Suite("Attacks through differences between readers")
struct ReaderDifferentialTests {
    /// How an update is written; the standard values are regular.
    struct Update: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var table = "xref\n0 1\n0000000000 65535 f \n"
        var size = "/Size 99"
        var startxref: @Sendable (Int) -> String = { "startxref\n\($0)\n%%EOF\n" }
        var trailer = ""
        var gap = ""
    }

    static let irregularUpdates: [ReaderDifferentialTests.Update] = [
        Update(testDescription: "an entry for object 99,999,999", table: "xref\n99999999 1\n0000000000 00001 f \n"),
        Update(testDescription: "5,000 blanks after the end") {
            "startxref\n\($0)\n%%EOF\n" + String(repeating: " ", count: 5000)
        },
        Update(testDescription: "1,100 blanks after the end") {
            "startxref\n\($0)\n%%EOF\n" + String(repeating: " ", count: 1100)
        },
        Update(testDescription: "a long comment after the end") {
            "startxref\n\($0)\n%%EOF\n" + String(repeating: "%", count: 5000)
        },
        Update(testDescription: "a comment between startxref and its number") { "startxref\n% hello\n\($0)\n%%EOF\n" },
        Update(testDescription: "a number far from startxref") {
            "startxref\(String(repeating: " ", count: 3000))\($0)\n%%EOF\n"
        },
        Update(testDescription: "no line end after the number") { "startxref \($0)%%\n%%EOF\n" },
        Update(testDescription: "no /Size", size: ""), Update(testDescription: "/Size 1", size: "/Size 1"),
        Update(testDescription: "an indirect /Size", size: "/Size 98 0 R"),
        Update(testDescription: "a broken /Size", size: "/Size 99.0"),
        Update(testDescription: "short records", table: "xref\n60 1\n1 1 f\n"),
        Update(testDescription: "records of 19 bytes", table: "xref\n60 1\n0000000000 00001 f\n"),
        Update(testDescription: "a table on one line", table: "xref 60 1 0000000000 00001 f "),
        Update(testDescription: "the first part beside xref", table: "xref 60 1\n0000000000 00001 f \n"),
        Update(testDescription: "a tab in a part's head", table: "xref\n60\t1\n0000000000 00001 f \n"),
        Update(testDescription: "a part's head on two lines", table: "xref\n60\n1\n0000000000 00001 f \n"),
        Update(testDescription: "a table without parts", table: "xref  \n"),
        Update(testDescription: "a comment before xref", table: "%c\nxref\n0 0\n"),
        Update(testDescription: "an end of file before xref", table: "     \n\n\n%%EOF\nxref\n0 0\n"),
        Update(
            testDescription: "a nested trailer",
            trailer: "/ID" + String(repeating: "[", count: 40) + String(repeating: "]", count: 40)),
        Update(testDescription: "something between objects", gap: "1 2 3\n"),
    ]

    private static let evil = "4 0 obj\n\(SignedFiles.stream("(The price is 900.) Tj"))\nendobj\n"

    private func file(_ scene: AttackScene, _ update: Update, body: String) throws -> Data {
        let previous = try PDFDocument(scene.file).newestSection.offset
        var text = body + update.gap
        let place = scene.file.count + text.utf8.count
        text += update.table + "trailer\n<<\(update.size)/Root 1 0 R/Prev \(previous)\(update.trailer)>>\n"
        return scene.file + Data((text + update.startxref(place)).utf8)
    }

    @Test(
        "An irregular update never makes a valid file",
        arguments: ReaderDifferentialTests.irregularUpdates)
    func hidden(update: Update) async throws {
        for level in [nil, 2, 3] {
            let scene = try await AttackScene(certified: level)
            let report = try await scene.report(file(scene, update, body: Self.evil))
            #expect(report.verdict == .invalid || report.verdict == .indeterminate)
            #expect(report.signatures.allSatisfy { !$0.problems.isEmpty })
        }
    }

    @Test(
        "A harmless irregular update is doubtful, and the report gives the reason",
        arguments: ReaderDifferentialTests.irregularUpdates)
    func doubtful(update: Update) async throws {
        let scene = try await AttackScene()
        let report = try await scene.report(file(scene, update, body: ""))
        #expect(report.verdict != .valid)
    }

    @Test("An empty regular update is harmless, and an unreferenced object is named")
    func stray() async throws {
        let scene = try await AttackScene()
        let update = Update(testDescription: "regular")
        #expect(try await scene.verify(file(scene, update, body: "")).verdict == .valid)
        let named = "% written by a program with a name\n"
        #expect(try await scene.verify(file(scene, update, body: named)).verdict == .valid)
        let found = try await scene.verify(file(scene, update, body: Self.evil))
        #expect(found.verdict == .invalid)
        #expect(found.changes.contains("the object 4, which the cross-reference does not lead to, was added"))
    }

    @Test("An entry without an object, and one given twice, make the file doubtful")
    func astray() async throws {
        let scene = try await AttackScene()
        for place in [scene.file.count, scene.file.count - 3, 100] {
            let astray = Update(testDescription: "", table: "xref\n60 1\n\(AttackScene.entry(place))")
            let report = try await scene.report(file(scene, astray, body: ""))
            #expect(report.verdict == .indeterminate)
            let words = "the cross-reference leads the object 60 to something else than an object"
            #expect(report.signatures.flatMap(\.problems).contains { $0.contains(words) })
        }
        let twice = "xref\n60 1\n0000000000 00001 f \n60 1\n0000000000 00001 f \n"
        #expect(
            try await scene.verify(file(scene, Update(testDescription: "", table: twice), body: "")).verdict != .valid)
    }

    @Test("No text may follow an update's end on its line", arguments: ["% x\n", "", "x\n"])
    func end(rest: String) async throws {
        let scene = try await AttackScene()
        let first = try scene.updated([(50, "(x)")])
        #expect(try await scene.verify(SignedFiles.appending([(51, "(y)")], to: first)).verdict == .valid)
        let second = try SignedFiles.appending([(51, "(y)")], to: first.dropLast() + Data(rest.utf8))
        let report = try await scene.report(second)
        #expect(report.verdict == .indeterminate)
        #expect(report.signatures.first?.problems.contains { $0.contains("follows %%EOF on its line") } == true)
    }

    @Test("An object hidden in a stream is doubtful")
    func withinStream() async throws {
        let scene = try await AttackScene()
        let hidden = "50 0 obj\n\(SignedFiles.stream("\n\(Self.evil)"))\nendobj\n"
        let table = "xref\n50 1\n\(AttackScene.entry(scene.file.count))"
        let report = try await scene.report(file(scene, Update(testDescription: "", table: table), body: hidden))
        #expect(report.verdict == .indeterminate)
    }

    @Test("A cross-reference stream cannot replace page content")
    func disguisedStream() async throws {
        let scene = try await AttackScene()
        let previous = try PDFDocument(scene.file).newestSection.offset
        func update(_ number: Int, _ entries: String, _ data: String) -> Data {
            let place = scene.file.count
            return scene.file
                + Data(
                    ("\(number) 0 obj\n<</Type/XRef/Size 99/Root 1 0 R/Prev \(previous)\(entries)"
                        + "/Filter/ASCIIHexDecode/Length \(data.utf8.count)>>\nstream\n\(data)\nendstream\nendobj\n"
                        + "startxref\n\(place)\n%%EOF\n").utf8)
        }
        let own = "01" + String(format: "%08X", scene.file.count) + "00>"
        #expect(try await scene.verify(update(90, "/W[1 4 1]/Index[90 1]", own)).verdict == .valid)
        // Under the number of the page's content, which its entries leave where it was.
        #expect(try await scene.verify(update(4, "/W[1 4 1]/Index[90 1]", "000000000000>")).verdict != .valid)
        for (entries, data) in [
            ("/W[1 4 1]/Index[90 2]", own), ("/W[1 4 1]/Index[90 1]", "03000000000000>"),
            ("/W[1 4 1 0]/Index[90 1]", own), ("/W[0 4 1]/Index[90 1]", String(own.dropFirst(2))),
            ("/W[1 4 1]/Index[90 1 91]", own), ("/W[1 4 1]/Index[90 1]", String(own.dropLast()) + "00>"),
        ] { #expect(try await scene.verify(update(90, entries, data)).verdict != .valid) }
    }

    @Test("An object stream with an unreferenced object is not valid")
    func objectStream() async throws {
        let scene = try await AttackScene()
        let previous = try PDFDocument(scene.file).newestSection.offset
        for (members, isFound) in [("50 0 ", true), ("50 0 4 1 ", false)] {
            let content = members + "1 <<>>"
            let head =
                "91 0 obj\n<</Type/ObjStm/N \(members.split(separator: " ").count / 2)/First \(members.utf8.count)"
            let stream = head + "/Length \(content.utf8.count)>>\nstream\n\(content)\nendstream\nendobj\n"
            let place = scene.file.count + stream.utf8.count
            let data =
                "020000005B00" + "01" + String(format: "%08X", scene.file.count) + "00" + "01"
                + String(format: "%08X", place) + "00>"
            let section =
                "92 0 obj\n<</Type/XRef/Size 99/Root 1 0 R/Prev \(previous)/W[1 4 1]/Index[50 1 91 2]"
                + "/Filter/ASCIIHexDecode/Length \(data.utf8.count)>>\nstream\n\(data)\nendstream\nendobj\n"
            let file = scene.file + Data((stream + section + "startxref\n\(place)\n%%EOF\n").utf8)
            #expect(try await scene.verify(file).verdict == (isFound ? .valid : .invalid))
        }
    }

    @Test("Updates of this library are regular in every style", arguments: RevisionBuilder.Style.allCases)
    func own(style: RevisionBuilder.Style) async throws {
        let parties = try SigningParties()
        var builder = RevisionBuilder(seed: 7)
        builder.append(
            [
                1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]>>",
            ], style: style, trailer: "/Root 1 0 R")
        let once = try await SignedFiles.signed(Data(builder.bytes), field: "First", by: parties.ada)
        let twice = try await SignedFiles.signed(once, field: "Second", by: parties.ben)
        let document = try PDFDocument(twice)
        for end in [builder.bytes.count, once.count] {
            #expect(try UpdateSyntax.flaws(in: document, from: end).isEmpty)
        }
    }
}
