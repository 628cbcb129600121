import Foundation
import Testing
import X509

@testable import CryptographicMessages
@testable import SignedPDF
@testable import TestSupport

/// What people have tried on signed PDF files; none of it may come out as valid.
@Suite("Attacks on signed files")
struct AttackTests {
    private let parties: SigningParties

    init() throws {
        parties = try SigningParties()
    }

    private func signed() async throws -> Data {
        try await SignedFiles.signed(
            SignedFiles.agreement(), filling: [SignedFiles.textField("City", "London")], by: parties.ada)
    }

    private func report(_ file: Data) async throws -> VerificationReport {
        try await SignedFiles.report(file, trusting: parties.anchors)
    }

    /// Where the signature value stands in a file with one signature.
    private func gap(of file: Data) throws -> Range<Int> {
        let document = try PDFDocument(file)
        let field = try #require(try SignedField.all(in: document, tree: FieldTree(document)).first)
        return try SignedByteRange(field.dictionary["ByteRange"], fileSize: file.count).gap
    }

    @Test("A byte changed anywhere outside the signature value is detected")
    func flippedBytes() async throws {
        let file = try await signed()
        let gap = try gap(of: file)
        for index in stride(from: 0, to: file.count, by: 23) where !gap.contains(index) {
            var changed = file
            changed[index] ^= 0x01
            guard let document = try? PDFDocument(changed),
                let report = try? await document.verifySignatures(trusting: parties.anchors, at: SignedFiles.now)
            else { continue }
            #expect(report.verdict != .valid, "byte \(index)")
        }
    }

    // The authority's certificate, which comes along as a convenience, is signed by nobody.
    @Test("A byte changed in the signature value is detected or changes nothing in the report")
    func flippedValue() async throws {
        let file = try await signed()
        let gap = try gap(of: file)
        let contents = try #require(
            try SignedField.all(in: PDFDocument(file), tree: FieldTree(PDFDocument(file))).first?.contents)
        let original = try await report(file)
        let used = try #require(BERExtent.first(in: Array(contents)[...]))
        for index in stride(from: gap.lowerBound + 1, to: gap.lowerBound + 1 + 2 * used, by: 41) {
            var changed = file
            changed[index] = changed[index] == 0x41 ? 0x42 : 0x41
            let report = try await report(changed)
            #expect(report.verdict != .valid || report == original, "byte \(index)")
        }
    }

    @Test("A page's content replaced in an update is named with its page")
    func replacedContent() async throws {
        let file = try await signed()
        let content = SignedFiles.stream("BT /F1 12 Tf 72 700 Td (Page 2: the price is 900.) Tj ET")
        let changed = try SignedFiles.appending([(6, content)], to: file)
        let report = try await report(changed)
        #expect(report.verdict == .invalid)
        #expect(report.signatures.first?.intact == true)
        #expect(report.signatures.first?.coverage == .revision)
        #expect(report.signatures.first?.laterChanges == ["page 2's content was replaced"])
        #expect(report.signatures.first?.problems == ["Page 2's content was replaced after this signature was made."])
    }

    @Test("Content replaced and then signed by another does not become acceptable to the first signer")
    func replacedContentThenSigned() async throws {
        let file = try await signed()
        let changed = try SignedFiles.appending([(4, SignedFiles.stream("0 0 m"))], to: file)
        let again = try await SignedFiles.signed(changed, field: "Second", by: parties.ben)
        let report = try await report(again)
        #expect(report.verdict == .invalid)
        #expect(report.signatures.first?.findings.filter(\.isProblem).map(\.code) == ["page-content-replaced"])
        #expect(report.signatures.last?.findings.contains(where: \.isProblem) == false)
    }

    @Test(
        "An update beyond filling in and signing is named and makes the file invalid",
        arguments: [
            (
                [(3, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 6 0 R/Resources<<>>>>")],
                "page 1's content was replaced"
            ),
            (
                [(5, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 10 10]/Contents 6 0 R/Resources<<>>>>")],
                "page 2's size was changed"
            ),
            ([(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>")], "page 2 was removed"),
            ([(2, "<</Type/Pages/Kids[5 0 R 3 0 R]/Count 2>>")], "the pages were put into another order"),
            (
                [(2, "<</Type/Pages/Kids[3 0 R 5 0 R 99 0 R]/Count 3>>"), (99, "<</Type/Page/Parent 2 0 R>>")],
                "page 3 was added"
            ),
            ([(2, "<</Type/Pages/Kids[3 0 R 5 0 R]/Count 2/Rotate 90>>")], "page 1's rotation was changed"),
            (
                [
                    (
                        5,
                        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 6 0 R/Annots[98 0 R]"
                            + "/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>"
                    ),
                    (98, "<</Type/Annot/Subtype/FreeText/Rect[0 0 9 9]/Contents(900)>>"),
                ],
                "a text box was added to page 2"
            ),
            (
                [
                    (
                        5,
                        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 6 0 R"
                            + "/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Symbol>>>>>>>>"
                    )
                ],
                "page 2's fonts, images or other resources were changed"
            ),
        ])
    func otherChanges(objects: [(Int, String)], change: String) async throws {
        let file = try await SignedFiles.signed(SignedFiles.agreement(), by: parties.ada)
        let report = try await report(SignedFiles.appending(objects, to: file))
        #expect(report.verdict == .invalid)
        #expect(report.signatures.first?.laterChanges.contains(change) == true)
    }

    @Test("An action on opening the document cannot be added")
    func openingAction() async throws {
        let file = try await signed()
        let document = try PDFDocument(file)
        let form = try #require(try document.catalog()["AcroForm"]?.referenceValue)
        let catalog = "<</Type/Catalog/Pages 2 0 R/AcroForm \(form) R/OpenAction<</S/URI/URI(http://x)>>>>"
        let report = try await report(SignedFiles.appending([(1, catalog)], to: file))
        #expect(report.verdict == .invalid)
        #expect(report.signatures.first?.laterChanges == ["the document's opening action was changed"])
    }

    @Test("A read-only value cannot be changed; an open one can, and the change is reported")
    func exchangedValue() async throws {
        var field = SignedFiles.textField("Price", "100")
        for (isReadOnly, verdict) in [(true, VerificationReport.Verdict.invalid), (false, .valid)] {
            field.readOnly = isReadOnly
            let file = try await SignedFiles.signed(SignedFiles.agreement(), filling: [field], by: parties.ada)
            var other = field
            other.content = .text("900")
            let report = try await report(file + PDFDocument(file).update(adding: [other]))
            #expect(report.verdict == verdict)
            #expect(
                report.signatures.first?.laterChanges == [
                    isReadOnly
                        ? "the read-only field “Price” on page 1 was changed"
                        : "the field “Price” on page 1 was given another value"
                ])
        }
    }

    @Test(
        "Entries of a field and of the form that filling in does not touch cannot be changed",
        arguments: [
            ("/V(London)/F 2", "the field “City” was hidden or shown"),
            ("/V(London)/F 4/Ff 2", "the entry /Ff of the field “City” was changed"),
            ("/V(London)/F 4/AA<<>>", "the actions of the field “City” were changed"),
            ("/V(London)/F 4/Rect[0 0 612 792]", "the field “City” was moved"),
        ])
    func fieldEntries(entries: String, change: String) async throws {
        let prepared = try SignedFiles.appending(
            [
                (1, "<</Type/Catalog/Pages 2 0 R/AcroForm 20 0 R>>"), (20, "<</Fields[21 0 R]>>"),
                (21, "<</T(City)/FT/Tx/Kids[22 0 R 23 0 R]/V(London)>>"),
                (22, "<</Type/Annot/Subtype/Widget/Parent 21 0 R/Rect[0 0 9 9]/F 4>>"),
                (23, "<</Type/Annot/Subtype/Widget/Parent 21 0 R/Rect[0 0 9 9]/F 4>>"),
            ], to: SignedFiles.agreement())
        let file = try await SignedFiles.signed(prepared, by: parties.ada)
        let rect = entries.contains("/Rect") ? "" : "/Rect[0 0 9 9]"
        let widget = "<</Type/Annot/Subtype/Widget/Parent 21 0 R\(rect)\(entries)>>"
        let report = try await report(SignedFiles.appending([(23, widget)], to: file))
        #expect(report.verdict == .invalid)
        #expect(report.signatures.first?.laterChanges.contains(change) == true)
    }

    @Test("A form of another kind cannot be put over the signed one")
    func otherForm() async throws {
        let file = try await signed()
        let document = try PDFDocument(file)
        let form = try #require(try document.catalog()["AcroForm"]?.referenceValue)
        let fields = try #require(try document.object(form).dictionaryValue?["Fields"]?.arrayValue)
        let others = fields.compactMap(\.referenceValue).map { "\($0) R" }.joined(separator: " ")
        let report = try await report(
            SignedFiles.appending([(form.number, "<</Fields[\(others)]/SigFlags 3/XFA(x)>>")], to: file))
        #expect(report.verdict == .invalid)
        #expect(report.signatures.first?.laterChanges.contains("the form's entry /XFA was changed") == true)
    }

    @Test("A signature's picture cannot be replaced, and its field cannot be removed")
    func signatureField() async throws {
        let file = try await signed()
        let document = try PDFDocument(file)
        let field = try #require(try FieldTree(document).fields.first { $0.type == "Sig" })
        let reference = try #require(field.reference)
        let value = try #require(field.dictionary["V"]?.referenceValue)
        let moved =
            "<</Type/Annot/Subtype/Widget/FT/Sig/T(Signature)/Rect[0 0 1 1]/F 132/P 3 0 R/V \(value) R>>"
        let report = try await report(SignedFiles.appending([(reference.number, moved)], to: file))
        #expect(report.verdict == .invalid)

        let form = try #require(try document.catalog()["AcroForm"]?.referenceValue)
        let stripped = try SignedFiles.appending([(form.number, "<</Fields[]/SigFlags 3>>")], to: file)
        // Its widget is still on the page, so other programs show it.
        let unlisted = try await self.report(stripped)
        #expect(unlisted.verdict == .invalid && unlisted.signatures.count == 1)
        #expect(unlisted.signatures.first?.findings.contains(.placement(.fieldUnlisted)) == true)
    }

    @Test("Trailing bytes that are not a revision make the file invalid; white space is accepted")
    func trailingBytes() async throws {
        let file = try await signed()
        let junk = try await report(file + Data("<script>\n".utf8))
        #expect(junk.verdict == .invalid)
        let blank = try await report(file + Data("\n\n".utf8))
        #expect(blank.verdict == .valid)
        #expect(blank.signatures.first?.coverage == .revision)
    }

    @Test("A byte range that leaves out more than the signature value is found, even if the digest fits")
    func enlargedGap() async throws {
        let file = try await LooseSigner.sign(SignedFiles.agreement(), by: parties.ada, leavingOutMore: 24)
        let report = try await report(file)
        #expect(report.verdict == .invalid)
        #expect(report.signatures.first?.intact == true)
        #expect(report.signatures.first?.coverage == .partial)
        #expect(report.signatures.first?.problems.first?.hasPrefix("The bytes that the signature leaves out") == true)
    }

    @Test("A signature over part of a revision covers only that part")
    func partOfAFile() async throws {
        let file = try await LooseSigner.sign(SignedFiles.agreement(), by: parties.ada, stoppingShort: 9)
        let report = try await report(file)
        #expect(report.verdict == .invalid)
        #expect(report.signatures.first?.coverage == .partial)
        #expect(
            report.signatures.first?.problems
                == ["The signature covers only a part of the file, and that part is no revision of it."])
    }

    @Test(
        "An invalid byte range is reported and never read beyond the file",
        arguments: [
            ("", "has no /ByteRange"), ("/ByteRange[0 10]", "not made of four numbers"),
            ("/ByteRange[0 10 20 9999999]", "beyond the end"), ("/ByteRange[0 9999999 9999999 1]", "beyond the end"),
            ("/ByteRange[0 100 50 100]", "overlap"), ("/ByteRange[0 100 100 100]", "overlap"),
            ("/ByteRange[5 10 20 30]", "leaves out the first 5 bytes"), ("/ByteRange[0 -1 20 30]", "no byte count"),
            ("/ByteRange[0 10 9223372036854775807 9223372036854775807]", "no byte count"),
            ("/ByteRange[0 10 999999999999999999 999999999999999999]", "beyond the end"),
            ("/ByteRange[0(x)20 30]", "no byte count"),
        ])
    func senselessByteRange(entry: String, part: String) async throws {
        let file = try await signed()
        let contents = try #require(
            try SignedField.all(in: PDFDocument(file), tree: FieldTree(PDFDocument(file))).first?.contents)
        let digits = contents.map { String(format: "%02X", $0) }.joined()
        let report = try await report(Self.withSignature("/SubFilter/ETSI.CAdES.detached/Contents<\(digits)>\(entry)"))
        #expect(report.verdict == .invalid)
        #expect(report.signatures.first?.intact == false)
        #expect(report.signatures.first?.coverage == .partial)
        #expect(report.signatures.first?.problems.contains { $0.contains(part) } == true)
        #expect(report.signatures.first?.signer == "Ada Lovelace <ada@example.org>")
    }

    /// A file with a field whose signature dictionary has the entries given.
    private static func withSignature(_ entries: String) throws -> Data {
        try SignedFiles.appending(
            [
                (1, "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[20 0 R]/SigFlags 3>>>>"),
                (20, "<</Type/Annot/Subtype/Widget/FT/Sig/T(S)/Rect[0 0 0 0]/P 3 0 R/V 21 0 R>>"),
                (21, "<</Type/Sig/Filter/Adobe.PPKLite\(entries)>>"),
            ], to: SignedFiles.agreement())
    }

    @Test(
        "A signature with a missing or invalid value is broken",
        arguments: [
            "", "/Contents<>", "/Contents<00000000>", "/Contents(hello)", "/Contents 7", "/Contents<3003020101>",
        ])
    func withoutValue(entry: String) async throws {
        let file = try Self.withSignature("/SubFilter/ETSI.CAdES.detached/ByteRange[0 10 20 30]" + entry)
        let report = try await report(file)
        #expect(report.verdict == .invalid)
        #expect(report.signatures.first?.intact == false)
    }

    @Test("A signature value wrapped into a dictionary of an attacker's making is not that dictionary's signature")
    func wrapping() async throws {
        let file = try await signed()
        let gap = try gap(of: file)
        let value = String(decoding: file[gap], as: UTF8.self)
        let range = "[0 \(gap.lowerBound) \(gap.upperBound) \(file.count - gap.upperBound)]"
        let document = try PDFDocument(file)
        let form = try #require(try document.catalog()["AcroForm"]?.referenceValue)
        let fields = try #require(try document.object(form).dictionaryValue?["Fields"]?.arrayValue)
        let others = fields.compactMap(\.referenceValue).map { "\($0) R" }.joined(separator: " ")
        let wrapped = try SignedFiles.appending(
            [
                (form.number, "<</Fields[\(others) 90 0 R]/SigFlags 3>>"),
                (90, "<</Type/Annot/Subtype/Widget/FT/Sig/T(Approved)/Rect[0 0 0 0]/P 3 0 R/V 91 0 R>>"),
                (
                    91,
                    "<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/M(D:20300101000000Z)"
                        + "/ByteRange\(range)/Contents\(value)>>"
                ),
            ], to: file)
        let report = try await report(wrapped)
        #expect(report.verdict == .invalid)
        let forged = try #require(report.signatures.first { $0.field == "Approved" })
        #expect(forged.coverage == .partial)
        #expect(
            forged.problems.contains("The bytes that the signature leaves out are not the value of this signature."))
    }

    @Test("One signature shown in two fields is not two signatures")
    func shownTwice() async throws {
        let file = try await signed()
        let document = try PDFDocument(file)
        let form = try #require(try document.catalog()["AcroForm"]?.referenceValue)
        let fields = try #require(try document.object(form).dictionaryValue?["Fields"]?.arrayValue)
        let others = fields.compactMap(\.referenceValue).map { "\($0) R" }.joined(separator: " ")
        let signature = try #require(try FieldTree(document).fields.first { $0.type == "Sig" }?.dictionary["V"])
        let value = try #require(signature.referenceValue)
        let twice = try SignedFiles.appending(
            [
                (form.number, "<</Fields[\(others) 90 0 R]/SigFlags 3>>"),
                (90, "<</Type/Annot/Subtype/Widget/FT/Sig/T(Ben)/Rect[0 0 0 0]/P 3 0 R/V \(value) R>>"),
            ], to: file)
        let report = try await report(twice)
        #expect(report.verdict == .invalid)
        #expect(report.signatures.count == 2)
        #expect(report.signatures.allSatisfy { $0.problems.contains { $0.contains("one and the same signature") } })
    }
}
