import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

/// What programs do to signed files that changes nothing for anybody, beside what looks like it and does.
@Suite("Updates by other programs")
struct HonestUpdateTests {
    // MARK: Places

    /// How an update is written; the standard values are regular.
    struct Update: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var isHonest: Bool
        /// What stands before the object 50, and which of it the entry counts as the object's.
        var beforeObject = (text: "", counted: 0)
        var beforeTable = (text: "", counted: 0)
        var beforeTrailer = ""
    }

    static let updates: [Update] = [
        Update(testDescription: "a line feed before the object", isHonest: true, beforeObject: ("\n", 1)),
        Update(testDescription: "an empty line before the object", isHonest: true, beforeObject: ("\r\n\r\n", 4)),
        Update(testDescription: "one of two line feeds", isHonest: true, beforeObject: ("\n\n", 1)),
        Update(testDescription: "blanks before xref", isHonest: true, beforeTable: (" \n", 2)),
        Update(testDescription: "a carriage return before xref", isHonest: true, beforeTable: ("\r", 1)),
        Update(testDescription: "an empty line before the trailer", isHonest: true, beforeTrailer: "\n"),
        Update(testDescription: "blanks before the trailer", isHonest: true, beforeTrailer: " \r\n"),
        Update(
            testDescription: "all of them", isHonest: true, beforeObject: ("\n", 1), beforeTable: ("\n", 1),
            beforeTrailer: "\n"),
        Update(testDescription: "a comment before the object", isHonest: false, beforeObject: ("%\n", 2)),
        Update(testDescription: "the end of the file before the object", isHonest: false, beforeObject: ("", 3)),
        Update(testDescription: "many blanks before the object", isHonest: false, beforeObject: (blanks, blanks.count)),
        Update(testDescription: "a comment before xref", isHonest: false, beforeTable: ("%\n", 2)),
        Update(testDescription: "the object's end before xref", isHonest: false, beforeTable: ("\n", 8)),
        Update(testDescription: "many blanks before xref", isHonest: false, beforeTable: (blanks, blanks.count)),
        Update(testDescription: "a comment before the trailer", isHonest: false, beforeTrailer: "%\n"),
        Update(testDescription: "many blanks before the trailer", isHonest: false, beforeTrailer: blanks),
    ]
    private static let blanks = String(repeating: " ", count: 40)

    /// The file with an update, and what its `startxref` says.
    private func file(_ file: Data, _ update: Update, previous: Int) -> (file: Data, startxref: Int) {
        let object = file.count + update.beforeObject.text.utf8.count
        let body = "\(update.beforeObject.text)50 0 obj\n(x)\nendobj\n\(update.beforeTable.text)"
        let table = file.count + body.utf8.count
        let startxref = table - update.beforeTable.counted
        let end =
            "xref\n50 1\n\(AttackScene.entry(object - update.beforeObject.counted))\(update.beforeTrailer)"
            + "trailer\n<</Size 99/Root 1 0 R/Prev \(previous)>>\nstartxref\n\(startxref)\n%%EOF\n"
        return (file + Data((body + end).utf8), startxref)
    }

    @Test("White space may count towards the object after it, but nothing else may", arguments: updates)
    func places(update: Update) async throws {
        let scene = try await AttackScene()
        let first = file(scene.file, update, previous: try PDFDocument(scene.file).newestSection.offset)
        // The next program writes on from where this one said it began.
        let second = file(first.file, update, previous: first.startxref)
        for file in [first.file, second.file] {
            let found = try? await scene.verify(file)
            #expect((found?.verdict == .valid) == update.isHonest)
        }
    }

    @Test("A cross-reference stream may include the line end before it, but not a comment")
    func streams() async throws {
        let scene = try await AttackScene()
        let previous = try PDFDocument(scene.file).newestSection.offset
        for (blank, verdict) in [("\n", VerificationReport.Verdict.valid), ("%\n", .indeterminate)] {
            let own = "01" + String(format: "%08X", scene.file.count) + "00>"
            let text =
                "\(blank)90 0 obj\n<</Type/XRef/Size 99/Root 1 0 R/Prev \(previous)/W[1 4 1]/Index[90 1]"
                + "/Filter/ASCIIHexDecode/Length \(own.utf8.count)>>\nstream\n\(own)\nendstream\nendobj\n"
                + "startxref\n\(scene.file.count)\n%%EOF\n"
            #expect(try await scene.verify(scene.file + Data(text.utf8)).verdict == verdict)
        }
    }

    @Test("A hybrid file's hidden stream may include the line end before it, but not a comment")
    func hiddenStreams() async throws {
        let scene = try await AttackScene()
        for (blank, verdict) in [("\n", VerificationReport.Verdict.valid), ("%\n", .invalid)] {
            let hidden =
                "\(blank)91 0 obj\n<</Type/XRef/Size 99/W[1 4 1]/Index[60 1]/Filter/ASCIIHexDecode/Length 13>>stream\n"
                + "000000000000>\nendstream\nendobj\n"
            let file = try scene.appending(
                hidden, table: { _ in "0 1\n\(AttackScene.entry(0, "f", generation: 65535))" },
                trailer: "/XRefStm \(scene.file.count)")
            #expect(try await scene.verify(file).verdict == verdict)
        }
    }

    // MARK: The page tree

    @Test(
        "A program's note in the page tree's root is permitted, and an entry that readers use is a change",
        arguments: [
            ("/ITXT(4.2.0)", true), ("/Generator/Name", true), ("/Note 1/Draft false", true), ("/Note 1.5", true),
            ("/Note[1]", false), ("/Note<<>>", false), ("/Note 4 0 R", false), ("/Note null/Rotate 0", false),
            ("/UserUnit 2", false), ("/Tabs/S", false), ("/Ff 1", false), ("/Note 1/Note 2", false), ("/OC(x)", false),
        ])
    func notes(entries: String, isPermitted: Bool) async throws {
        let scene = try await AttackScene()
        let found = try await scene.verify(
            scene.updated([(2, "<</Type/Pages/Kids[3 0 R 5 0 R]/Count 2\(entries)>>")]))
        #expect(found.verdict == (isPermitted ? .valid : .invalid))
        if isPermitted { #expect(found.changes == ["a program's note was added to the tree of the document's pages"]) }
    }

    @Test("A note is a change if the page tree's root has another use")
    func servingRoot() async throws {
        let scene = try await AttackScene(catalog: "/ViewerPreferences 2 0 R")
        let found = try await scene.verify(
            scene.withCatalog(
                "/ViewerPreferences 2 0 R", [(2, "<</Type/Pages/Kids[3 0 R 5 0 R]/Count 2/HideToolbar true>>")]))
        #expect(found.verdict == .invalid)
        #expect(found.changes.contains("the document's viewer preferences were changed"))
    }

    @Test("A signed note cannot change")
    func signedNote() async throws {
        let tree = "<</Type/Pages/Kids[3 0 R 5 0 R]/Count 2/ITXT"
        let scene = try await AttackScene(objects: [(2, tree + "(1)>>")])
        #expect(try await scene.verify(scene.updated([(2, tree + "(2)>>")])).verdict == .invalid)
    }

    // MARK: One signature in two fields

    private static let second = "/FT/Sig/T(Second)/Rect[0 0 0 0]/V 21 0 R"

    @Test("Two fields that showed one signature when it was made show it still; a third one is a forgery")
    func sharedValue() async throws {
        let scene = try await AttackScene(fields: [Self.second])
        let report = try await scene.report(scene.file)
        #expect(report.verdict == .valid, "\(report)")
        #expect(report.signatures.map(\.field).sorted() == ["S", "Second"])
        let later = try await SignedFiles.signed(scene.file, field: "Later", by: scene.parties.ben)
        #expect(try await scene.report(later).verdict == .valid)
        for name in ["Third", "Second", "S"] {
            let forged = try await scene.report(scene.adding(["/FT/Sig/T(\(name))/Rect[0 0 0 0]/V 21 0 R"]))
            #expect(forged.verdict == .invalid)
            #expect(forged.signatures.allSatisfy { $0.problems.contains { $0.contains("one and the same signature") } })
        }
    }

    // MARK: The trailer

    /// Signed, with a trailer that names objects which are not there.
    private func dangling(_ entries: String, by parties: SigningParties) async throws -> Data {
        let base = try SignedFiles.appending(
            [(50, "(x)")], to: SignedFiles.agreement(), trailer: "/Root 1 0 R\(entries)")
        return try await SignedFiles.signed(base, by: parties.ada)
    }

    @Test(
        "A number that only the trailer named may be used for something, but not to say who wrote the document",
        arguments: [
            ("/FooBar 90 0 R", "(x)", VerificationReport.Verdict.valid),
            ("/FooBar 90 0 R", "<</Type/XObject/Length 1>>stream\n0\nendstream", .valid),
            ("/Info 90 0 R", "<</Type/Annot/Rect[0 0 0 0]>>", .valid), ("/Info 90 0 R", "[1]", .valid),
            ("/Info 90 0 R", "<</Title(Contract)>>", .valid), ("/Info 90 0 R", "<</Title[1]>>", .invalid),
            ("/FooBar 50 0 R", "(y)", .invalid), ("/FooBar[90 0 R]", "(x)", .invalid),
        ])
    func danglingEntry(entries: String, object: String, verdict: VerificationReport.Verdict) async throws {
        let parties = try SigningParties()
        let file = try await dangling(entries, by: parties)
        let number = entries.contains("50") ? 50 : 90
        let changed = try SignedFiles.appending([(number, object)], to: file, trailer: "/Root 1 0 R\(entries)")
        let report = try await SignedFiles.report(changed, trusting: parties.anchors)
        #expect(report.verdict == verdict, "\(report)")
        if object.contains("Contract") {
            #expect(report.signatures.first?.laterChanges == ["the document's properties were changed"])
        }
    }

    // MARK: The security store

    /// An archive whose security store another program wrote anew, without what it held.
    private func rewritten(_ file: Data, removing: Bool = false) throws -> Data {
        let document = try PDFDocument(file)
        let root = try #require(document.trailer["Root"]?.referenceValue)
        var update = try IncrementalUpdate(document, purpose: .validationData)
        var catalog = try update.dictionary(root)
        let certificate = update.add(.stream(PDFStream(dictionary: [:], encodedBytes: Data([0x30, 0]))))
        catalog["DSS"] =
            removing
            ? nil : .reference(update.add(.dictionary(["Certs": .array([.reference(certificate)])])))
        update.set(root, to: .dictionary(catalog))
        return file + Data(try update.emitted().bytes)
    }

    @Test("Evidence removed from a later security store still counts")
    func rewrittenStore() async throws {
        let scene = try LongTermScene()
        for level in [SignatureLevel.longTerm, .archive] {
            let (file, _) = try await scene.signed(to: level)
            let changed = try rewritten(rewritten(file))
            let report = try await scene.report(changed, after: 2 * 86_400)
            #expect(report.verdict == .valid, "\(report)")
            #expect(report.signatures.first?.revocation == .good)
            #expect(report.signatures.first?.level == level)
        }
        let (archive, _) = try await scene.signed(to: .archive)
        #expect(try await scene.report(rewritten(archive, removing: true)).verdict == .invalid)
    }

    @Test("An overwritten item of the store counts with its old content")
    func overwrittenItem() async throws {
        let scene = try LongTermScene()
        let (file, _) = try await scene.signed(to: .longTerm)
        let store = try #require(try DocumentSecurityStore(PDFDocument(file)))
        let places = Set(store.responses.map(\.position))
        var update = try IncrementalUpdate(PDFDocument(file), purpose: .validationData)
        for item in store.responses {
            update.set(
                try #require(item.reference), to: .stream(PDFStream(dictionary: [:], encodedBytes: Data([0x30, 0]))))
        }
        let changed = file + Data(try update.emitted().bytes)
        let document = try PDFDocument(changed)
        let stores = try DocumentSecurityStore.all(in: RevisionLibrary(Revision(document, tree: FieldTree(document))))
        #expect(Set(stores.dropFirst().flatMap(\.responses).map(\.position)) == places)
        #expect(stores.dropFirst().allSatisfy { $0.certificates.isEmpty })
        #expect(try await scene.report(changed).signatures.first?.revocation == .good)
    }

    @Test("A signature that covers the catalog stays valid when the catalog is extended")
    func coveredCatalog() async throws {
        let reference =
            "/Reference[<</TransformMethod/FieldMDP/Data 1 0 R/TransformParams<</Action/All/V/1.2>>>>]"
        let scene = try await AttackScene(reference: reference)
        let file = try scene.withCatalog("/DSS<</Certs[50 0 R]>>", [(50, SignedFiles.stream("x"))])
        let found = try await scene.verify(file)
        #expect(found.verdict == .valid, "\(found.changes)")
        #expect(try await scene.verify(scene.withCatalog("/OpenAction 3 0 R")).verdict == .invalid)
    }
}
