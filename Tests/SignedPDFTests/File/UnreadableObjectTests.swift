import Foundation
import Testing

@testable import PDFFormat
@testable import SignedPDF
@testable import TestSupport

/// An object of a form that no program can read.
private enum Broken: String, CaseIterable {
    case field = "<</Type/Annot/Subtype/Widget/FT/Btn/Ff 65536/T(push)/Rect[40 40 120 60]/F 4/A<</S/JavaScript>>/X>>"
    case cutString = "<</Subtype/Widget/FT/Tx/T(push"
    case wrongCloser = "<</Subtype/Widget/FT/Tx/T(push)/Rect[1 2 3 4]]>>"
    case empty = ""
    case word = "<</Subtype/Widget/FT/Tx/T(push)/V nothing>>"
}

@Suite("Objects of a form that cannot be read")
struct UnreadableObjectTests {
    /// A form whose second field is a broken object; or whose field has a broken kid, or names a broken type.
    private static func form(
        _ broken: Broken = .field, fields: String = "10 0 R 11 0 R", annotations: String = "10 0 R 11 0 R",
        others: [(Int, String)] = []
    ) throws -> Data {
        try SignedFiles.appending(
            [
                (1, "<</Type/Catalog/Pages 2 0 R/AcroForm 9 0 R>>"), (9, "<</Fields[\(fields)]>>"),
                (
                    3,
                    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Annots[\(annotations)]"
                        + "/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>"
                ), (10, "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Ada)/Rect[40 100 200 120]/F 4/P 3 0 R>>"),
                (11, broken.rawValue),
            ] + others, to: SignedFiles.agreement())
    }

    private static func signed(_ file: Data, _ name: String, by signer: SigningIdentity) async throws -> Data {
        let document = try PDFDocument(file)
        let tail = try await document.signedRevision(
            SignatureField(name: name),
            filling: [
                FormField(name: "name", page: 1, rect: .init(x: 0, y: 0, width: 1, height: 1), content: .text("Ada"))
            ],
            with: signer, at: SignedFiles.now)
        return file + tail
    }

    private static let forms: [(String, @Sendable () throws -> Data)] = [
        ("a kid", { try form(fields: "10 0 R 12 0 R", others: [(12, "<</T(group)/FT/Btn/Kids[11 0 R]>>")]) }),
        ("a type", { try form(fields: "10 0 R 12 0 R", others: [(12, "<</T(other)/FT 11 0 R/Rect[1 1 9 9]>>")]) }),
        ("an annotation", { try form(fields: "10 0 R") }),
        ("a field without a page", { try form(annotations: "10 0 R") }),
    ]

    @Test("Signing does not read a broken field, twice, and both signatures are valid", arguments: Broken.allCases)
    fileprivate func signs(broken: Broken) async throws {
        let parties = try SigningParties()
        let once = try await Self.signed(Self.form(broken), "A", by: parties.ada)
        let twice = try await Self.signed(once, "B", by: parties.ada)
        for (file, count) in [(once, 1), (twice, 2)] {
            let report = try await PDFDocument(file).verifySignatures(trusting: parties.anchors, at: SignedFiles.now)
            #expect(report.verdict == .valid && report.signatures.count == count, "\(report)")
        }
    }

    @Test("Signing does not read what a field names in vain either", arguments: forms.map(\.0))
    func signsOthers(name: String) async throws {
        let parties = try SigningParties()
        let form = try #require(Self.forms.first { $0.0 == name }).1
        let file = try await Self.signed(form(), "A", by: parties.ada)
        let report = try await PDFDocument(file).verifySignatures(trusting: parties.anchors, at: SignedFiles.now)
        #expect(report.verdict == .valid)
    }

    @Test("A field that cannot be read and came after a signature keeps that from being valid")
    func later() async throws {
        let parties = try SigningParties()
        let file = try await Self.signed(
            Self.form(.field, fields: "10 0 R", annotations: "10 0 R"), "A", by: parties.ada)
        let form = try PDFDocument(file).value("AcroForm", in: PDFDocument(file).catalog()).dictionaryValue
        let fields = try #require(form?["Fields"]?.arrayValue).compactMap(\.referenceValue).map { "\($0) R" }
        let forged = try SignedFiles.appending(
            [(9, "<</Fields[\(fields.joined(separator: " ")) 90 0 R]/SigFlags 3>>"), (90, Broken.field.rawValue)],
            to: file)
        let report = try? await PDFDocument(forged).verifySignatures(trusting: parties.anchors, at: SignedFiles.now)
        #expect(report?.verdict != .valid)
    }

    @Test("A rewritten file has lost what cannot be read, and names it", arguments: Broken.allCases)
    fileprivate func repairs(broken: Broken) throws {
        let document = try PDFDocument(Self.form(broken))
        #expect(try document.damage() != nil)
        let repaired = try document.repaired()
        #expect(repaired.dropped.map(\.description) == ["a form field on page 1 (object 11 0)"])
        let clean = try PDFDocument(repaired.bytes)
        #expect(try clean.damage() == nil)
        let form = try #require(try clean.value("AcroForm", in: clean.catalog()).dictionaryValue)
        #expect(form["Fields"]?.arrayValue?.count == 1)
        #expect(try clean.page(1).dictionary["Annots"]?.arrayValue?.count == 1)
        #expect(try clean.placedFields().map(\.name) == ["name"])
    }

    @Test("Lists whose elements have places keep them in a rewritten file")
    func places() throws {
        let file = try SignedFiles.appending(
            [(1, "<</Type/Catalog/Pages 2 0 R/Names[(a) 11 0 R(b) 4 0 R]>>"), (11, "<</X>>")],
            to: SignedFiles.agreement())
        let repaired = try PDFDocument(file).repaired()
        #expect(repaired.dropped.map(\.use) == [.other])
        #expect(try PDFDocument(repaired.bytes).catalog()["Names"]?.arrayValue?.count == 4)
    }

    @Test("An undamaged file has no damage")
    func undamaged() throws {
        #expect(try PDFDocument(SignedFiles.agreement()).damage() == nil)
        #expect(try PDFDocument(SignedFiles.agreement()).repaired().dropped == [])
    }
}
