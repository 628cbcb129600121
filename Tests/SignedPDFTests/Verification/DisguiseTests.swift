import Foundation
import Testing
import X509

@testable import SignedPDF
@testable import TestSupport

/// Updates that dress a change up as something that filling in and signing may do.
@Suite("Disguised changes")
struct DisguiseTests {
    private let parties: SigningParties

    init() throws {
        parties = try SigningParties()
    }

    /// The agreement, its first page with resources and a form of their own, with the fields and objects given.
    private func signed(
        fields: String = "", _ objects: [(Int, String)] = [], resources: String = "/Font<</F1 41 0 R>>",
        annotations: String = "", form: String = ""
    ) async throws -> Data {
        let page =
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources 40 0 R/Annots[\(annotations)]>>"
        let prepared = try SignedFiles.appending(
            [
                (1, "<</Type/Catalog/Pages 2 0 R/AcroForm 42 0 R>>"), (3, page), (40, "<<\(resources)>>"),
                (41, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"), (42, "<</Fields[\(fields)]\(form)>>"),
            ] + objects, to: SignedFiles.agreement())
        return try await SignedFiles.signed(prepared, by: parties.ada)
    }

    private func report(_ file: Data) async throws -> VerificationReport {
        try await SignedFiles.report(file, trusting: parties.anchors)
    }

    /// The update that adds a field to the form besides other objects.
    private func adding(_ field: Int, _ objects: [(Int, String)], to file: Data) throws -> Data {
        let fields = try #require(
            try PDFDocument(file).object(PDFReference(number: 42)).dictionaryValue?["Fields"]?.arrayValue)
        let others = fields.compactMap(\.referenceValue).map { "\($0) R " }.joined()
        return try SignedFiles.appending(
            [(42, "<</Fields[\(others)\(field) 0 R]/SigFlags 3>>")] + objects, to: file)
    }

    private static let evil = "BT /F1 12 Tf 72 700 Td (Page 1: the price is 900.) Tj ET"

    // MARK: Objects declared to be fields

    @Test(
        "Page content cannot be replaced by declaring it a signature field or its widget",
        arguments: [
            (4, "<</Length \(evil.utf8.count)/FT/Sig/T(x)>>stream\n\(evil)\nendstream", false),
            (4, SignedFiles.stream(evil), true), (41, "<</Type/Font/Subtype/Type1/BaseFont/Symbol>>", true),
            (40, "<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Symbol>>>>>>", true),
            (40, "<</FT/Sig/T(x)/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Symbol>>>>>>", false),
        ])
    func declaredField(number: Int, body: String, isKid: Bool) async throws {
        let file = try await signed()
        #expect(try await report(file).verdict == .valid)
        let objects = isKid ? [(90, "<</FT/Sig/T(x)/Kids[\(number) 0 R]>>"), (number, body)] : [(number, body)]
        let report = try await report(adding(isKid ? 90 : number, objects, to: file))
        #expect(report.verdict == .invalid)
        #expect(report.signatures.first?.laterChanges.contains { $0.hasPrefix("page 1's ") } == true)
    }

    @Test("A signature's picture cannot be exchanged by declaring it a widget")
    func declaredPicture() async throws {
        let file = try await signed()
        let document = try PDFDocument(file)
        let field = try #require(try FieldTree(document).fields.first { $0.type == "Sig" })
        let picture = try #require(field.dictionary["AP"]?.dictionaryValue?["N"]?.referenceValue)
        let other = "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 5>>stream\n0 0 m\nendstream"
        let report = try await report(
            adding(90, [(90, "<</FT/Sig/T(x)/Kids[\(picture) R]>>"), (picture.number, other)], to: file))
        #expect(report.verdict == .invalid)
        #expect(
            report.signatures.first?.laterChanges.contains(
                "the signature in the field “Signature” on page 1 was changed")
                == true)
    }

    @Test("An open field that the page uses as its list of images cannot be filled in to change the page")
    func fieldAsResources() async throws {
        let field = "<</FT/Tx/T(Open)/Type/Annot/Subtype/Widget/Rect[0 0 9 9]/P 3 0 R"
        let file = try await signed(
            fields: "50 0 R", [(50, field + ">>")], resources: "/XObject 50 0 R", annotations: "50 0 R")
        let image = "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 5>>stream\n0 0 m\nendstream"
        let report = try await report(
            SignedFiles.appending([(50, field + "/V(x)/M 51 0 R>>"), (51, image)], to: file))
        #expect(report.verdict == .invalid)
    }

    @Test("A repeated entry that readers resolve differently is a change")
    func repeatedEntry() async throws {
        let file = try await signed()
        let document = try PDFDocument(file)
        let widgets = try #require(try document.page(1).dictionary["Annots"]?.arrayValue)
        let annotations = widgets.compactMap(\.referenceValue).map { "\($0) R" }.joined(separator: " ")
        let page =
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 6 0 R/Contents 4 0 R/Resources 40 0 R"
            + "/Annots[\(annotations)]>>"
        let report = try await report(SignedFiles.appending([(3, page)], to: file))
        #expect(report.verdict == .invalid)
        #expect(
            report.signatures.first?.laterChanges
                == ["page 1 got an entry twice", "an object was added that has an entry twice"])
    }

    @Test("The catalog cannot be exchanged for another one; under another number it may say the same")
    func otherCatalog() async throws {
        let file = try await signed()
        for (entries, change) in [
            ("", "the document's catalog was written under another number"),
            ("/OpenAction<</S/URI/URI(http://x)>>", "the document's opening action was changed"),
            ("/Pages 3 0 R", "the document's catalog got an entry twice"),
        ] {
            let copy = "<</Type/Catalog/Pages 2 0 R/AcroForm 42 0 R\(entries)>>"
            let report = try await report(SignedFiles.appending([(90, copy)], to: file, trailer: "/Root 90 0 R"))
            #expect(report.verdict == (entries.isEmpty ? .valid : .invalid))
            #expect(report.signatures.first?.laterChanges.contains(change) == true)
        }
    }

    @Test("A catalog under a new number does not hide changes to its old object")
    func formerCatalog() async throws {
        let catalog = "<</Type/Catalog/Pages 2 0 R/AcroForm 22 0 R/Names 1 0 R"
        let scene = try await AttackScene(catalog: "/Names 1 0 R")
        let script = "/JavaScript<</Names[(a)<</S/JavaScript/JS(x)>>]>>"
        let file = try SignedFiles.appending(
            [(90, catalog + ">>"), (1, catalog + script + ">>")], to: scene.file, trailer: "/Root 90 0 R")
        #expect(try await scene.verify(file).verdict == .invalid)
    }

    // MARK: Lengths

    @Test("A stream's length written elsewhere cannot be changed", arguments: [-9, 9])
    func indirectLength(difference: Int) async throws {
        let first = "BT /F1 12 Tf 72 700 Td (The price is 100.) Tj ET"
        let second = "BT /F1 12 Tf 72 600 Td (It is not due.) Tj ET"
        let whole = first + "\nendstream\n" + second
        let (before, after) =
            difference < 0 ? (whole.utf8.count, first.utf8.count) : (first.utf8.count, whole.utf8.count)
        let content = "<</Length 50 0 R>>stream\n\(whole)\nendstream"
        let file = try await signed([(4, content), (50, "\(before)")])
        #expect(try await report(file).verdict == .valid)
        let report = try await report(SignedFiles.appending([(50, "\(after)")], to: file))
        #expect(report.verdict == .invalid)
        #expect(report.signatures.first?.changes.map(\.kind) == [.content(.pageContentReplaced(page: 1))])
    }

    // MARK: Fields

    @Test("An empty signature field may be added unsigned only if it shows nothing")
    func coveringField() async throws {
        let file = try await signed()
        let picture = "<</Type/XObject/Subtype/Form/BBox[0 0 612 792]/Length 5>>stream\n0 0 m\nendstream"
        for (entries, verdict) in [
            ("/Rect[0 0 612 792]/AP<</N 91 0 R>>", VerificationReport.Verdict.invalid),
            ("/Rect[0 0 612 792]/MK<</BG[1]>>", .invalid), ("/Rect[0 0 612 792]/AA<<>>", .invalid),
            ("/Rect[0 0 612 792]", .valid), ("/Rect[0 0 0 0]/AP<</N 91 0 R>>", .valid),
        ] {
            let field = "<</FT/Sig/T(x)/Type/Annot/Subtype/Widget/F 4/P 3 0 R\(entries)>>"
            let report = try await report(adding(90, [(90, field), (91, picture)], to: file))
            #expect(report.verdict == verdict, "\(entries)")
        }
    }

    @Test("Of two fields with one name, neither can be changed unseen", arguments: [50, 51])
    func fieldsOfOneName(changed: Int) async throws {
        let field = "<</FT/Tx/T(a)/V(100)/Ff 1/Type/Annot/Subtype/Widget/Rect[0 0 9 9]/P 3 0 R/F 4"
        let file = try await signed(
            fields: "50 0 R 51 0 R", [(50, field + ">>"), (51, field + ">>")], annotations: "50 0 R 51 0 R")
        let other = field.replacing("(100)", with: "(900)")
        let report = try await report(SignedFiles.appending([(changed, other + ">>")], to: file))
        #expect(report.verdict == .invalid)
        #expect(report.signatures.first?.laterChanges == ["the read-only field “a” on page 1 was changed"])
    }

    @Test(
        "A read-only field cannot be changed, filled or not; the picture of any filled field only with its value",
        arguments: [
            ("/Ff 1/V(100)", "/Ff 1/V(900)/AP<</N 52 0 R>>", "the read-only field “a” on page 1 was changed"),
            ("/Ff 1/V(100)", "/Ff 1/V(900)", "the read-only field “a” on page 1 was changed"),
            ("/Ff 1/V(100)", "/Ff 1/V(100)/AP<</N 52 0 R>>", "the read-only field “a” on page 1 was changed"),
            ("/Ff 1", "/Ff 1/V(900)", "the read-only field “a” on page 1 was changed"),
            ("/Ff 53 0 R/V(100)", "/Ff 53 0 R/V(900)", "the read-only field “a” on page 1 was changed"),
            (
                "/V(100)", "/V(100)/AP<</N 52 0 R>>",
                "the picture of the field “a” on page 1 was changed, but not its value"
            ),
            ("", "/AP<</N 52 0 R>>", "the picture of the field “a” on page 1 was drawn anew"),
        ])
    func readOnlyField(before: String, after: String, change: String) async throws {
        let field = "<</FT/Tx/T(a)/Type/Annot/Subtype/Widget/Rect[0 0 9 9]/P 3 0 R/F 4"
        let picture = "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 5>>stream\n0 0 m\nendstream"
        let file = try await signed(
            fields: "50 0 R", [(50, "\(field)\(before)>>"), (52, picture), (53, "1")], annotations: "50 0 R")
        let report = try await report(SignedFiles.appending([(50, "\(field)\(after)>>")], to: file))
        #expect(report.verdict == .invalid)
        #expect(report.signatures.first?.laterChanges == [change])
    }

    @Test("A read-only field's picture cannot be exchanged in place")
    func pictureInPlace() async throws {
        let field = "<</FT/Tx/T(a)/V(1)/Ff 1/Type/Annot/Subtype/Widget/Rect[0 0 9 9]/P 3 0 R/F 4/AP<</N 52 0 R>>>>"
        let picture = "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 5>>stream\n0 0 m\nendstream"
        let file = try await signed(fields: "50 0 R", [(50, field), (52, picture)], annotations: "50 0 R")
        let report = try await report(
            SignedFiles.appending([(52, picture.replacing("0 0 m", with: "9 9 m"))], to: file))
        #expect(report.verdict == .invalid)
        #expect(report.signatures.first?.laterChanges == ["the read-only field “a” on page 1 was changed"])
    }

    @Test("A field group cannot lose its inherited attributes")
    func groupLeftOut() async throws {
        let file = try await signed(
            fields: "50 0 R", [(50, "<</T(g)/FT/Tx/Ff 1/Kids[51 0 R]>>"), (51, "<</T(a)/Parent 50 0 R/V(1)>>")])
        let report = try await report(
            SignedFiles.appending([(50, "<</T(g)/FT/Tx/Kids[51 0 R]>>")], to: file))
        #expect(report.verdict == .invalid)
        #expect(report.signatures.first?.changes.map(\.kind) == [.content(.fieldGroupChanged)])
    }

    // MARK: Trees that lead in circles

    @Test("A cyclic form can be verified after signing")
    func circle() async throws {
        let file = try await signed(
            fields: "50 0 R",
            [(50, "<</T(a)/FT/Tx/Kids[51 0 R 51 0 R]>>"), (51, "<</T(b)/Parent 50 0 R/Kids[50 0 R 51 0 R]>>")])
        #expect(try await report(file).verdict == .valid)
        let changed = try SignedFiles.appending([(4, SignedFiles.stream(Self.evil))], to: file)
        #expect(try await report(changed).verdict == .invalid)
    }

    @Test("A form with fields nested too deep is never valid")
    func depth() async throws {
        let chain = (50..<150).map { ($0, "<</T(a)/FT/Tx/Kids[\($0 + 1) 0 R]>>") }
        let file = try await signed(fields: "50 0 R", chain + [(150, "<</T(a)/V(1)>>")])
        #expect(try await report(file).verdict == .indeterminate)
    }

    // MARK: Updates without effect

    @Test("Added bytes without effect are reported")
    func withoutEffect() async throws {
        let file = try await signed()
        let blank = try await report(file + Data("\n\n".utf8))
        #expect(blank.verdict == .valid)
        #expect(blank.signatures.first?.changes.map(\.kind) == [.content(.blankSpaceAdded)])
        let idle = try await report(SignedFiles.appending([(90, "(x)")], to: file))
        #expect(idle.verdict == .valid)
        #expect(
            idle.signatures.first?.laterChanges
                == ["bytes were added that nothing in the document refers to, or that change nothing in it"])
    }

    // MARK: What must stay possible

    @Test("Two signers who fill in a prepared form, a seal and a security store leave all signatures valid")
    func ordinaryFlow() async throws {
        func field(_ name: String) -> String {
            "<</FT/Tx/T(\(name))/Type/Annot/Subtype/Widget/Rect[72 72 272 92]/P 3 0 R/F 4/DA(/Helv 0 Tf 0 g)>>"
        }
        let prepared = try SignedFiles.appending(
            [
                (1, "<</Type/Catalog/Pages 2 0 R/AcroForm 20 0 R>>"),
                (3, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Annots[21 0 R 22 0 R]>>"),
                (20, "<</Fields[21 0 R 22 0 R]>>"), (21, field("City")), (22, field("Town")),
            ], to: SignedFiles.agreement())
        var date = SignedFiles.textField("Date", "today")
        date.readOnly = true
        var file = try await SignedFiles.signed(
            prepared, field: "Ada", filling: [SignedFiles.textField("City", "London"), date], by: parties.ada)
        var town = SignedFiles.textField("Town", "Reading")
        town.readOnly = true
        file = try await SignedFiles.signed(file, field: "Ben", filling: [town], by: parties.ben)
        let seal = SignatureField(name: "Seal", page: 1, rect: nil, appearance: .invisible)
        file += try await PDFDocument(file).signedRevision(seal, with: parties.ada, at: SignedFiles.now)
        let catalog = "<</Type/Catalog/Pages 2 0 R/AcroForm 20 0 R/DSS<</Certs[90 0 R]>>>>"
        file = try SignedFiles.appending([(1, catalog), (90, SignedFiles.stream("0"))], to: file)
        let report = try await report(file)
        #expect(report.verdict == .valid)
        #expect(report.signatures.map(\.problems) == [[], [], []])
        #expect(report.signatures.last?.changes.map(\.kind) == [.content(.securityStoreAdded)])
        #expect(report.signatures.first?.laterChanges.contains("the field “Town” on page 1 was filled in") == true)
    }
}
