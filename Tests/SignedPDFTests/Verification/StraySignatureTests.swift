import Foundation
import Testing
import X509

@testable import SignedPDF
@testable import TestSupport

@Suite("Signatures in odd places")
struct StraySignatureTests {
    private let parties: SigningParties

    init() throws { parties = try SigningParties() }

    /// Where a signature stands: the objects of a form, in which `SIG` is the signature dictionary.
    struct Place: Sendable, CustomTestStringConvertible {
        var name: String
        var finding: PlacementFinding
        var field: String
        var form = "<</Fields[20 0 R]/SigFlags 3>>"
        var annotations = "[22 0 R]"
        var catalog = ""
        var objects: [(Int, String)]
        var testDescription: String { name }

        static let widget = "/Type/Annot/Subtype/Widget/Rect[40 40 200 80]/F 4/P 3 0 R"
        static let all: [Place] = [
            Place(
                name: "/V at the only kid", finding: .atWidget, field: "S",
                objects: [
                    (20, "<</FT/Sig/T(S)/Kids[22 0 R]>>"), (22, "<<\(widget)/Parent 20 0 R/V 21 0 R>>"), (21, "SIG"),
                ]),
            Place(
                name: "/V direct in the only kid", finding: .atWidget, field: "S",
                objects: [(20, "<</FT/Sig/T(S)/Kids[22 0 R]>>"), (22, "<<\(widget)/Parent 20 0 R/V SIG>>")]),
            Place(
                name: "/FT at the kid", finding: .atWidget, field: "S",
                objects: [
                    (20, "<</T(S)/Kids[22 0 R]/V 21 0 R>>"), (22, "<<\(widget)/Parent 20 0 R/FT/Sig>>"), (21, "SIG"),
                ]),
            Place(
                name: "/FT and /V at the kid", finding: .atWidget, field: "S",
                objects: [
                    (20, "<</T(S)/Kids[22 0 R]>>"), (22, "<<\(widget)/Parent 20 0 R/FT/Sig/V 21 0 R>>"), (21, "SIG"),
                ]),
            Place(
                name: "a widget that no list names", finding: .fieldUnlisted, field: "S",
                form: "<</Fields[]/SigFlags 3>>",
                objects: [(22, "<<\(widget)/FT/Sig/T(S)/V 21 0 R>>"), (21, "SIG")]),
            Place(
                name: "a field that no list names", finding: .fieldUnlisted, field: "P.S", form: "<</Fields[]>>",
                objects: [
                    (23, "<</T(P)/Kids[20 0 R]>>"), (20, "<</FT/Sig/T(S)/Parent 23 0 R/Kids[22 0 R]/V 21 0 R>>"),
                    (22, "<<\(widget)/Parent 20 0 R>>"), (21, "SIG"),
                ]),
            Place(
                name: "a field of another type", finding: .atWidget, field: "S",
                objects: [(20, "<<\(widget)/FT/Tx/T(S)/V 21 0 R>>"), (21, "SIG")]),
            Place(
                name: "an entry of the catalog", finding: .outsideForm, field: "object 21", form: "<</Fields[]>>",
                annotations: "[]", catalog: "/Foo 21 0 R", objects: [(21, "SIG")]),
            Place(
                name: "an array in an array", finding: .outsideForm, field: "object 21", form: "<</Fields[]>>",
                annotations: "[]", catalog: "/Foo[[21 0 R]]", objects: [(21, "[1 [SIG]]")]),
            Place(
                name: "permissions", finding: .outsideForm, field: "object 21", form: "<</Fields[]>>",
                annotations: "[]", catalog: "/Perms<</UR3 21 0 R>>", objects: [(21, "SIG")]),
            Place(
                name: "an object that nothing refers to", finding: .unreached, field: "object 21",
                form: "<</Fields[]>>", annotations: "[]", objects: [(21, "SIG")]),
            Place(
                name: "an object that no cross-reference lists", finding: .unreached, field: "object 21",
                form: "<</Fields[]>>", annotations: "[]", objects: [(40, "(x)\nendobj\n21 0 obj\nSIG")]),
        ]
    }

    private func file(
        _ place: Place, entries: String = "", key: String = "/ByteRange", type: String = "/Type/Sig"
    ) async throws -> Data {
        let value = try LooseSigner.value(for: parties.ada, entries: entries)
            .replacingOccurrences(of: "/ByteRange", with: key).replacingOccurrences(of: "/Type/Sig", with: type)
        let unsigned = try SignedFiles.appending(
            [
                (1, "<</Type/Catalog/Pages 2 0 R/AcroForm 24 0 R\(place.catalog)>>"), (24, place.form),
                (
                    3,
                    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Annots\(place.annotations)"
                        + "/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>"
                ),
            ] + place.objects.map { ($0.0, $0.1.replacingOccurrences(of: "SIG", with: value)) },
            to: SignedFiles.agreement())
        return try await LooseSigner.complete(unsigned, by: parties.ada)
    }

    @Test("It is found and named, and stays intact when somebody signs again", arguments: Place.all)
    func found(place: Place) async throws {
        let file = try await file(place)
        let report = try await SignedFiles.report(file, trusting: parties.anchors)
        let signature = try #require(report.signatures.first)
        #expect(report.signatures.count == 1 && report.verdict == .indeterminate, "\(report)")
        #expect(signature.intact == true && signature.coverage == .wholeFile && signature.trusted)
        #expect(signature.field == place.field)
        #expect(signature.findings.filter(\.isProblem).map(\.code) == [place.finding.code], "\(report)")

        let again = try await SignedFiles.signed(file, field: "Again", by: parties.ben)
        let later = try await SignedFiles.report(again, trusting: parties.anchors)
        #expect(later.signatures.count == 2 && later.verdict == .indeterminate, "\(later)")
        #expect(later.signatures.first?.intact == true && later.signatures.first?.coverage == .revision)
        #expect(later.signatures.map(\.signer).first?.hasPrefix("Ada") == true)
    }

    @Test("Its key may be written with escapes", arguments: ["/Byte#52ange", "/#42#79#74#65#52#61#6e#67#65"])
    func escaped(key: String) async throws {
        let report = try await SignedFiles.report(try await file(Place.all[0], key: key), trusting: parties.anchors)
        #expect(report.signatures.count == 1 && report.verdict == .indeterminate)
        #expect(report.signatures.first?.findings.contains(.placement(.atWidget)) == true)
    }

    @Test("It needs no /Type", arguments: [Place.all[0], Place.all[7], Place.all[10]])
    func withoutType(place: Place) async throws {
        let report = try await SignedFiles.report(try await file(place, type: ""), trusting: parties.anchors)
        #expect(report.signatures.map(\.intact) == [true] && report.verdict == .indeterminate, "\(report)")
        #expect(report.signatures.first?.findings.contains(.placement(place.finding)) == true)
    }

    @Test("One within the dictionary of a field's signature is found beside it")
    func nested() async throws {
        let place = Place(
            name: "", finding: .outsideForm, field: "S", annotations: "[20 0 R]",
            objects: [(20, "<<\(Place.widget)/FT/Sig/T(S)/V 21 0 R>>"), (21, "SIG")])
        let inner = "/Foo<</Type/Sig/Filter/F/SubFilter/ETSI.CAdES.detached/ByteRange[0 1 2 3]/Contents<30>>>"
        let report = try await SignedFiles.report(try await file(place, entries: inner), trusting: parties.anchors)
        #expect(report.signatures.count == 2 && report.verdict == .invalid, "\(report)")
        #expect(Set(report.signatures.map(\.intact)) == [true, false])
    }

    @Test("Two kids with a signature each are two signatures")
    func twoKids() async throws {
        let place = Place(
            name: "", finding: .atWidget, field: "S", annotations: "[22 0 R 23 0 R]",
            objects: [
                (20, "<</FT/Sig/T(S)/Kids[22 0 R 23 0 R]>>"), (22, "<<\(Place.widget)/Parent 20 0 R/V 21 0 R>>"),
                (23, "<<\(Place.widget)/Parent 20 0 R>>"), (21, "SIG"),
            ])
        let first = try await file(place)
        let both = try await LooseSigner.complete(
            SignedFiles.appending(
                [
                    (23, "<<\(Place.widget)/Parent 20 0 R/V 25 0 R>>"),
                    (25, try LooseSigner.value(for: parties.ben)),
                ], to: first), by: parties.ben)
        let report = try await SignedFiles.report(both, trusting: parties.anchors)
        #expect(report.signatures.map(\.signer.localizedCapitalized).map { $0.prefix(3) } == ["Ada", "Ben"])
        #expect(report.signatures.allSatisfy { $0.intact == true } && report.verdict != .valid)
        #expect(report.signatures.allSatisfy { $0.findings.contains(.placement(.atWidget)) })
    }

    @Test("One signature at several kids, or at a field and its kid, is one signature")
    func shared() async throws {
        for (field, count) in [("/V 21 0 R", 1), ("", 1)] {
            let place = Place(
                name: "", finding: .atWidget, field: "S", annotations: "[22 0 R 23 0 R]",
                objects: [
                    (20, "<</FT/Sig/T(S)\(field)/Kids[22 0 R 23 0 R]>>"),
                    (22, "<<\(Place.widget)/Parent 20 0 R/V 21 0 R>>"),
                    (23, "<<\(Place.widget)/Parent 20 0 R/V 21 0 R>>"), (21, "SIG"),
                ])
            let report = try await SignedFiles.report(try await file(place), trusting: parties.anchors)
            #expect(report.signatures.count == count)
            #expect(report.verdict == (field.isEmpty ? .indeterminate : .valid), "\(report)")
        }
    }

    @Test("A dictionary in an object stream that poses as a signature is reported as broken", arguments: 1...6)
    func compressed(seed: Int) async throws {
        var builder = RevisionBuilder(seed: seed)
        builder.append(
            [
                1: "<</Type/Catalog/Pages 2 0 R/Foo 5 0 R>>", 2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>", 4: "(x)",
                5: "[<</Type/Sig/Filter/F/SubFilter/ETSI.CAdES.detached/ByteRange[0 1 2 3]/Contents<00>>>]",
            ], style: .stream, trailer: "/Root 1 0 R")
        let report = try await SignedFiles.report(Data(builder.bytes), trusting: [])
        #expect(report.signatures.count == 1 && report.verdict == .invalid)
    }

    @Test("Usage rights are noted, and count neither for nor against a person's signature")
    func usageRights() async throws {
        let place = Place(
            name: "", finding: .usageRights, field: "UR3", annotations: "[]", catalog: "/Perms<</UR3 21 0 R>>",
            objects: [(21, "SIG")])
        let rights = "/Reference[<</Type/SigRef/TransformMethod/UR3/TransformParams<</Type/TransformParams/V/2.2>>>>]"
        let file = try await file(place, entries: rights)
        let alone = try await SignedFiles.report(file, trusting: parties.anchors)
        #expect(alone.verdict == .unsigned && alone.signatures.map(\.kind) == [.usageRights])
        let filled = try await SignedFiles.signed(
            file, filling: [SignedFiles.textField("Town", "Bath")], by: parties.ben)
        let report = try await SignedFiles.report(filled, trusting: parties.anchors)
        #expect(report.verdict == .valid && report.signatures.map(\.kind) == [.usageRights, .person], "\(report)")
        #expect(report.signatures.first?.findings.contains(.placement(.usageRights)) == true)
        // A broken one is at least doubtful.
        var bytes = filled
        bytes[try #require(filled.range(of: Data("price is 100".utf8))).lowerBound] ^= 1
        #expect(try await SignedFiles.report(bytes, trusting: parties.anchors).verdict == .invalid)
    }

    @Test("Signing neither replaces a signature at a widget nor certifies after one")
    func signing() async throws {
        let document = try PDFDocument(try await file(Place.all[0]))
        await #expect(throws: PDFError.invalidField(name: "S", reason: "it is signed already")) {
            try await document.signedRevision(SignatureField(name: "S"), with: parties.ben, at: SignedFiles.now)
        }
        #expect(try document.permittedAdditions() == .signatures)
        await #expect(throws: PDFError.self) {
            try await document.signedRevision(
                SignatureField(name: "C", certification: .noChanges), with: parties.ben, at: SignedFiles.now)
        }
        let closed = try PDFDocument(
            try await file(
                Place.all[4],
                entries: "/Reference[<</TransformMethod/DocMDP/TransformParams<</P 1/V/1.2>>>>]"))
        await #expect(throws: PDFError.self) {
            try await closed.signedRevision(SignatureField(name: "New"), with: parties.ben, at: SignedFiles.now)
        }
    }

    @Test("Changes after it are judged like those after any signature")
    func changed() async throws {
        let file = try SignedFiles.appending(
            [(4, SignedFiles.stream("BT /F1 12 Tf 72 700 Td (Page 1: the price is 900.) Tj ET"))],
            to: try await file(Place.all[0]))
        let report = try await SignedFiles.report(file, trusting: parties.anchors)
        #expect(report.verdict == .invalid && report.signatures.first?.intact == true)
    }
}
