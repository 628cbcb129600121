import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

@Suite("Attacks through object numbers and cross-references")
struct ObjectAttackTests {
    @Test("A used object cannot be freed", arguments: [3, 4, 7, 20, 21, 22])
    func freed(number: Int) async throws {
        let scene = try await AttackScene()
        let file = try scene.appending(table: { _ in "\(number) 1\n\(AttackScene.entry(0, "f", generation: 1))" })
        let report = try? await scene.report(file)
        #expect(report?.verdict != .valid)
    }

    @Test("An unused object may be freed and its number reused")
    func reused() async throws {
        let scene = try await AttackScene(objects: [(50, "(nothing refers to this)")])
        let freed = try scene.appending(table: { _ in "50 1\n\(AttackScene.entry(0, "f", generation: 1))" })
        #expect(try await scene.verify(freed).verdict == .valid)
        let again = try SignedFiles.appending([(50, "(nor to this)")], to: freed)
        #expect(try await scene.verify(again).verdict == .valid)
    }

    @Test("A free number that a signed object refers to cannot be filled")
    func danglingReference() async throws {
        let scene = try await AttackScene(resources: "/Font<</F1 7 0 R>>/XObject<</Over 90 0 R>>")
        #expect(try await scene.verify(scene.file).verdict == .valid)
        let found = try await scene.verify(scene.updated([(90, AttackScene.picture)]))
        #expect(found.verdict == .invalid)
        #expect(found.changes == ["page 1's fonts, images or other resources were changed"])
    }

    @Test("Rewriting objects unchanged is not a change")
    func rewritten() async throws {
        let scene = try await AttackScene(objects: [(50, AttackScene.picture)], page: "/Annots[]")
        let found = try await scene.verify(
            scene.updated([(7, "<</BaseFont/Helvetica/Type/Font/Subtype/Type1>>"), (50, AttackScene.picture)]))
        #expect(found.verdict == .valid)
        #expect(
            found.changes == ["bytes were added that nothing in the document refers to, or that change nothing in it"])
    }

    @Test("A stream that becomes a dictionary is a change, and so is a dictionary that becomes a stream")
    func kinds() async throws {
        let scene = try await AttackScene(objects: [(50, AttackScene.picture)], catalog: "/Blah 50 0 R/Bleh 51 0 R")
        let dictionary = "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 5>>"
        #expect(try await scene.verify(scene.updated([(50, dictionary)])).verdict == .invalid)
        #expect(try await scene.verify(scene.updated([(51, AttackScene.picture)])).verdict == .invalid)
    }

    @Test("A cross-reference with two entries for one object is rejected")
    func namedTwice() async throws {
        let scene = try await AttackScene()
        let honest = try #require(try PDFDocument(scene.file).entry(for: 4))
        guard case .offset(let place, _) = honest else { return }
        let evil = "4 0 obj\n\(SignedFiles.stream("(The price is 900.) Tj"))\nendobj\n"
        for isFirst in [true, false] {
            let file = try scene.appending(evil) { start in
                let entries = [AttackScene.entry(start), AttackScene.entry(place)]
                return (isFirst ? entries : entries.reversed()).map { "4 1\n\($0)" }.joined()
            }
            #expect(try await scene.verify(file).verdict == .invalid)
        }
    }

    @Test("A hybrid file's hidden cross-reference stream cannot place an object elsewhere than the table does")
    func hiddenStream() async throws {
        let scene = try await AttackScene()
        guard case .offset(let place, _)? = try PDFDocument(scene.file).entry(for: 4) else { return }
        let evil = "4 0 obj\n\(SignedFiles.stream("(The price is 900.) Tj"))\nendobj\n"
        let start = scene.file.count
        let offset = String(format: "%08X", start)
        let hidden =
            "91 0 obj\n<</Type/XRef/Size 99/W[1 4 1]/Index[4 1]/Filter/ASCIIHexDecode/Length 13>>stream\n"
            + "01\(offset)00>\nendstream\nendobj\n"
        // In the table, the object is where it was; some readers ask the stream first.
        let file = try scene.appending(
            evil + hidden, table: { _ in "4 1\n\(AttackScene.entry(place))" },
            trailer: "/XRefStm \(start + evil.utf8.count)")
        let found = try await scene.verify(file)
        #expect(found.verdict == .invalid)
        #expect(
            found.changes == [
                "the file's cross-reference says two things of one object",
                "the object 4, which the cross-reference does not lead to, was added",
            ])
        // Where the table leaves it out, the stream counts, and the change is seen for what it is.
        let alone = try scene.appending(
            evil + hidden, table: { _ in "0 1\n\(AttackScene.entry(0, "f", generation: 65535))" },
            trailer: "/XRefStm \(start + evil.utf8.count)")
        #expect(try await scene.verify(alone).changes == ["page 1's content was replaced"])
    }

    @Test("The trailer's unknown entries cannot be changed, nor can encryption be added")
    func trailer() async throws {
        let scene = try await AttackScene(objects: [(50, "(x)")])
        let found = try await scene.verify(
            SignedFiles.appending([(50, "(y)")], to: scene.file, trailer: "/Root 1 0 R/FooBar 50 0 R"))
        #expect(found.verdict == .invalid)
        #expect(found.changes == ["the trailer's entry /FooBar was changed"])
    }

    @Test("A file changed back is valid, and a signature made in between is judged on its own")
    func changedBack() async throws {
        let scene = try await AttackScene()
        let evil = try scene.updated([(4, SignedFiles.stream("(The price is 900.) Tj"))])
        let signed = try await SignedFiles.signed(evil, field: "Later", by: scene.parties.ben)
        let honest = try PDFDocument(scene.file).object(PDFReference(number: 4)).streamValue?.encodedBytes ?? Data()
        let back = try SignedFiles.appending(
            [(4, SignedFiles.stream(String(decoding: honest, as: UTF8.self)))], to: signed)
        let report = try await scene.report(back)
        #expect(report.verdict == .invalid)
        #expect(report.signatures.map(\.problems.isEmpty) == [false, false])
        let unsigned = try SignedFiles.appending(
            [(4, SignedFiles.stream(String(decoding: honest, as: UTF8.self)))], to: evil)
        #expect(try await scene.verify(unsigned).verdict == .valid)
    }

    @Test("Many signatures that share the file's beginning are hashed as if each were alone")
    func sharedPrefixes() throws {
        let file = Data((0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let digests = PrefixDigests(file)
        for (start, end, length) in [(100, 200, 300), (5000, 6000, 4000), (700, 800, 0), (5000, 5001, 1), (0, 9, 9)] {
            let numbers = PDFObject.array([0, start, end, length].map { .integer($0) })
            let range = try SignedByteRange(numbers, fileSize: file.count)
            let pieces = [file[..<start], file[end..<end + length]]
            for algorithm in DigestAlgorithm.allCases {
                #expect(
                    digests.digest(of: range, by: algorithm).bytes == algorithm.digest(ofPieces: pieces).bytes)
            }
        }
    }
}
