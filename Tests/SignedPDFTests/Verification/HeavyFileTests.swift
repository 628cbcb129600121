import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

/// Small files that ask the comparison of revisions for millions of steps. What is asserted is that they end without
/// being called valid; `MutatePDF hostile` measures how long that takes.
@Suite("Files designed to be slow to verify")
struct HeavyFileTests {
    /// Nothing for a file that asks for too much.
    private func verdict(_ scene: AttackScene, _ file: Data) async throws -> VerificationReport.Verdict? {
        do throws(PDFError) {
            return try await PDFDocument(file).verifySignatures(
                trusting: scene.parties.anchors, at: SignedFiles.now
            ).verdict
        } catch .beyondLimits {
            return nil
        }
    }

    @Test("Pages that share one list of annotations")
    func sharedAnnotations() async throws {
        let count = 1000
        let links = (0..<count).map { (5000 + $0, "<</Subtype/Link/Rect[0 0 9 9]>>") }
        let list = links.map { "\($0.0) 0 R" }.joined(separator: " ")
        let pages = (0..<count).map { (2000 + $0, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots 999 0 R>>") }
        let kids = (["3 0 R"] + pages.map { "\($0.0) 0 R" }).joined(separator: " ")
        let scene = try await AttackScene(
            objects: links + pages + [(999, "[\(list)]"), (2, "<</Type/Pages/Kids[\(kids)]/Count \(count + 1)>>")])
        let verdict = try await verdict(scene, scene.updated([(50, "(x)")]))
        #expect(verdict == nil || verdict == .invalid)
    }

    @Test("Fields that share one long picture")
    func sharedPicture() async throws {
        let content = "BT /F1 9 Tf " + String(repeating: "(a)Tj ", count: 15_000) + "ET"
        let picture =
            "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F1 7 0 R>>>>/Length \(content.utf8.count)>>"
            + "stream\n\(content)\nendstream"
        let fields = (0..<400).map { "/FT/Tx/T(F\($0))/V(a)/Rect[0 0 9 9]/AP<</N 1500 0 R>>" }
        let scene = try await AttackScene(fields: fields, objects: [(1500, picture)])
        let file = try scene.updated([
            (22, "<</Fields[20 0 R \(scene.widgets)]/SigFlags 3/NeedAppearances true>>")
        ])
        #expect(try await verdict(scene, file) != .valid)
    }

    @Test("Long names that many fields repeat")
    func longNames() async throws {
        let scene = try await AttackScene()
        let numbers = (0..<4000).map { 3000 + $0 }
        let long = String(repeating: "n", count: 200_000)
        let kids = numbers.map { "\($0) 0 R " }.joined()
        for depth in 1...3 {
            // Groups within groups, each with a long name.
            let groups = (0..<depth).map { level in
                (2000 + level, "<</T(\(long))/Kids[\(level + 1 < depth ? "\(2001 + level) 0 R" : kids)]>>")
            }
            let file = try scene.updated(
                [(22, "<</Fields[20 0 R 2000 0 R]/SigFlags 3>>")] + groups
                    + numbers.map { ($0, "<</FT/Tx/T(\($0))>>") })
            #expect(try await verdict(scene, file) != .valid)
            #expect(throws: PDFError.self) { try PDFDocument(file).permittedAdditions() }
        }
    }

    @Test("New signature fields over many old fields")
    func covering() async throws {
        let fields = (0..<700).map { "/FT/Tx/T(F\($0))/Rect[0 0 9 9]" }
        let scene = try await AttackScene(fields: fields)
        let numbers = (0..<700).map { 3000 + $0 }
        let list = numbers.map { "\($0) 0 R " }.joined()
        let file = try scene.updated(
            [
                (22, "<</Fields[20 0 R \(scene.widgets)\(list)]/SigFlags 3>>"),
                (3, AttackScene.page("/Annots[\(scene.widgets)\(list)]")),
            ] + numbers.map { ($0, "<</Subtype/Widget/FT/Sig/T(S\($0))/Rect[20 20 29 29]/AP<<>>>>") })
        #expect(try await verdict(scene, file) != .valid)
    }

    @Test(
        "XMP that is nothing but beginnings of dates",
        arguments: ["xmp:ModifyDate='", " xmp:ModifyDate=\"", "<xmp:ModifyDate>"])
    func metadata(piece: String) async throws {
        func packet(_ text: String) -> String {
            let content = "<x:xmpmeta><rdf:RDF>\(text)</rdf:RDF></x:xmpmeta>"
            return "<</Type/Metadata/Subtype/XML/Length \(content.utf8.count)>>stream\n\(content)\nendstream"
        }
        let long = String(repeating: piece, count: 20_000)
        let scene = try await AttackScene(objects: [(50, packet(long))], catalog: "/Metadata 50 0 R")
        let found = try await scene.verify(scene.updated([(50, packet(long + "x"))]))
        #expect(found.changes == ["the document's properties were changed"])
    }

    @Test("Only whole entries of XMP are dates")
    func dates() throws {
        func rest(_ text: String) throws -> String {
            let packet = try #require(MetadataPacket(Data("<x:xmpmeta>\(text)".utf8)))
            return String(decoding: packet.withoutHousekeeping, as: UTF8.self)
        }
        #expect(try rest("<a xmp:ModifyDate=\"1\"\n xmp:CreatorTool='x y'>b c") == "<x:xmpmeta><a>bc")
        #expect(try rest("<xmp:ModifyDate>1</xmp:ModifyDate>") == "<x:xmpmeta>")
        #expect(try rest("<xmp:ModifyDate><b>1</b></xmp:ModifyDate>") != "<x:xmpmeta>")
        #expect(try rest("<a notxmp:ModifyDate=\"1\">") == "<x:xmpmeta><anotxmp:ModifyDate=\"1\">")
        #expect(try rest("<a xmp:ModifyDate=\"1<b\">") == "<x:xmpmeta><axmp:ModifyDate=\"1<b\">")
    }
}
