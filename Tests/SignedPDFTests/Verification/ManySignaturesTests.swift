import Foundation
import Testing

@testable import PDFFormat
@testable import SignedPDF
@testable import TestSupport

/// Files that were signed again and again: each revision is compared with the one before it only, and only where it was
/// touched.
@Suite("Files with many signatures")
struct ManySignaturesTests {
    private static let now = SignedFiles.now

    private static func signature(_ index: Int) -> SignatureField {
        SignatureField(
            name: "Signer \(index)", page: 1,
            rect: PageRect(x: 20 + 60 * Double(index % 9), y: 120 + 20 * Double(index / 9 % 30), width: 55, height: 18),
            appearance: .typedName("Signer \(index)", subtitle: []), lock: .only(["Text \(index)"]))
    }

    private static func text(_ index: Int, _ value: String) -> FormField {
        FormField(
            name: "Text \(index)", page: 1, rect: PageRect(x: 300, y: 700, width: 200, height: 20),
            content: .text(value), readOnly: false)
    }

    /// Everybody's fields placed once; then so many people sign, each in a revision of their own.
    private static func file(_ count: Int, by parties: SigningParties) async throws -> Data {
        var file = SignedFiles.agreement()
        file += try PDFDocument(file).update(
            adding: (0..<count).map { text($0, "") }, awaiting: (0..<count).map(signature))
        for index in 0..<count {
            file += try await PDFDocument(file).signedRevision(
                signature(index), filling: [text(index, "Value \(index)")], with: parties.ada, at: now)
        }
        return file
    }

    /// How much work reading and comparing a file was, without the bytes that were hashed.
    private static func work(_ file: Data, _ parties: SigningParties) async throws -> Int {
        let document = try PDFDocument(file)
        let before = document.meter.workLeft
        let report = try await document.verifySignatures(trusting: parties.anchors, at: now)
        #expect(report.verdict == .valid)
        return before - document.meter.workLeft
    }

    @Test("A file with twelve signatures is valid, and each lists the later ones")
    func verdict() async throws {
        let parties = try SigningParties()
        let report = try await SignedFiles.report(try await Self.file(12, by: parties), trusting: parties.anchors)
        #expect(report.verdict == .valid)
        #expect(report.signatures.map(\.field) == (0..<12).map { "Signer \($0)" })
        for (index, signature) in report.signatures.enumerated() {
            let signed = signature.changes.filter { $0.text.hasPrefix("a signature by") }
            let filled = signature.changes.filter { $0.text.hasSuffix("was filled in") }
            #expect(signed.count == 11 - index)
            #expect(filled.count == 11 - index)
            #expect(signature.changes.allSatisfy { $0.standing == .permitted })
        }
    }

    @Test("The cost of verification grows slower than the square of the signatures")
    func work() async throws {
        let parties = try SigningParties()
        let few = try await Self.work(try await Self.file(20, by: parties), parties)
        let many = try await Self.work(try await Self.file(80, by: parties), parties)
        // Four times as many; sixteen times the work would be their square. What is left of it is that each revision's
        // fields are listed.
        #expect(many < 10 * few, "\(few) for 20, \(many) for 80")
    }

    @Test("Changing an object behind an earlier signature's picture makes the file invalid")
    func touchedPicture() async throws {
        let parties = try SigningParties()
        let file = try await Self.file(4, by: parties)
        let document = try PDFDocument(file)
        let field = try #require(try FieldTree(document).fields.first { $0.name == "Signer 0" })
        let pictures = try document.value("AP", in: field.dictionary).dictionaryValue
        let picture = try #require(pictures?["N"]?.referenceValue)
        let attacked = try SignedFiles.appending(
            [
                (
                    picture.number,
                    "<</Type/XObject/Subtype/Form/BBox[0 0 55 18]/Length 12>>stream\n0 0 9 9 re f\nendstream"
                )
            ], to: file)
        // As the last revision, and under another signature that would cover it up.
        for hidden in [false, true] {
            let last = hidden ? try await SignedFiles.signed(attacked, field: "Eve", by: parties.ben) : attacked
            let report = try await SignedFiles.report(last, trusting: parties.anchors)
            #expect(report.verdict == .invalid)
            #expect(
                report.signatures.prefix(4).allSatisfy { signature in
                    signature.changes.contains { $0.text.contains("“Signer 0”") && $0.standing == .forbidden }
                })
        }
    }

    @Test("Changing a number that an earlier field refers to makes the file invalid")
    func touchedEntry() async throws {
        let parties = try SigningParties()
        var file = SignedFiles.agreement()
        // A field whose flags, and whose name for people, are objects of their own.
        file = try SignedFiles.appending(
            [
                (1, "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[20 0 R]>>>>"),
                (3, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Annots[20 0 R]>>"),
                (
                    20,
                    "<</Type/Annot/Subtype/Widget/FT/Tx/T(City)/V(London)/F 21 0 R/TU 22 0 R/Rect[10 10 90 30]/P 3 0 R>>"
                ),
                (21, "4"), (22, "(Your city)"),
            ], to: file)
        for name in ["One", "Two", "Three"] {
            file = try await SignedFiles.signed(file, field: name, by: parties.ada)
        }
        #expect(try await SignedFiles.report(file, trusting: parties.anchors).verdict == .valid)
        for (number, body, words) in [
            (21, "2", "was hidden or shown"), (22, "(Your debts)", "another name for people"),
        ] {
            let attacked = try SignedFiles.appending([(number, body)], to: file, trailer: try Self.trailer(of: file))
            let report = try await SignedFiles.report(attacked, trusting: parties.anchors)
            #expect(report.verdict == .invalid)
            #expect(report.signatures.allSatisfy { $0.laterChanges.contains { $0.contains(words) } }, "\(words)")
        }
    }

    private static func trailer(of file: Data) throws -> String {
        let root = try #require(try PDFDocument(file).trailer["Root"]?.referenceValue)
        return "/Root \(root.number) \(root.generation) R"
    }

    @Test("Shared and separate reading of revisions give the same comparison")
    func sharedReading() async throws {
        let parties = try SigningParties()
        let file = try await Self.file(6, by: parties)
        let document = try PDFDocument(file)
        let library = RevisionLibrary(Revision(document, tree: try FieldTree(document)))
        let ends = try SignatureParts.all(in: document).compactMap(\.placement.revisionEnd)
        #expect(ends.count == 6)
        let unchanged = UnchangedFields()
        for (start, end) in zip(ends, ends.dropFirst()) {
            let (old, new) = (try library.revision(upTo: start), try library.revision(upTo: end))
            let alone = [start, end].map { PDFDocument.opened(file, upTo: $0) }
            let trees = try alone.map { try FieldTree(try #require($0)) }
            #expect(trees[1].fields.map(\.name) == new.tree.fields.map(\.name))
            #expect(trees[1].fields.map(\.attributes) == new.tree.fields.map(\.attributes))
            let touched = try #require(library.touched(between: old.document, and: new.document))
            let shared = RevisionComparison.changes(from: old, to: new, unchanged: unchanged, touched: touched)
            let apart = RevisionComparison.changes(
                from: Revision(try #require(alone[0]), tree: trees[0]),
                to: Revision(try #require(alone[1]), tree: trees[1]), unchanged: UnchangedFields(), touched: nil)
            #expect(shared == apart)
            #expect(shared.count == 2)
        }
    }
}

extension PDFDocument {
    fileprivate static func opened(_ file: Data, upTo end: Int) -> PDFDocument? {
        try? PDFDocument(Data(file.prefix(end)))
    }
}
