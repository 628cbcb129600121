import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

@Suite("Signing a field that the document has")
struct SignableFieldTests {
    /// A form with a signature field on its page, one that no page shows, one in a group, and a text field.
    private static func form() throws -> PDFDocument {
        var builder = RevisionBuilder(seed: 1)
        builder.append(
            [
                1: "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 5 0 R 6 0 R 8 0 R]>>>>",
                2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Annots[4 0 R 7 0 R 8 0 R]>>",
                4: "<</Subtype/Widget/FT/Sig/T(Tenant)/Rect[10 10 110 50]/P 3 0 R>>",
                5: "<</FT/Sig/T(Hidden)>>", 6: "<</T(Owner)/FT/Sig/Kids[7 0 R]>>",
                7: "<</Subtype/Widget/T(First)/Parent 6 0 R/Rect[200 10 300 50]/P 3 0 R>>",
                8: "<</Subtype/Widget/FT/Tx/T(Town)/Rect[10 60 110 80]/P 3 0 R>>",
            ], style: .table, trailer: "/Root 1 0 R")
        return try PDFDocument(Data(builder.bytes))
    }

    private static func signed(_ name: String, in document: PDFDocument) async throws -> PDFDocument {
        let place = try document.signableField(named: name)
        let signature = SignatureField(
            name: place.name, page: place.page ?? 1,
            appearance: place.rect == nil ? .invisible : .typedName("Ada", subtitle: []))
        let tail = try await document.signedRevision(signature, with: TestSigners.p256(), at: TestSigners.start)
        return try PDFDocument(document.bytes + tail)
    }

    @Test("A field is found by its name with its place", arguments: ["Tenant", "Owner.First"])
    func found(name: String) throws {
        let place = try Self.form().signableField(named: name)
        #expect(place.name == name && place.kind == .signature && place.page == 1)
        #expect(place.rect == PageRect(x: name == "Tenant" ? 10 : 200, y: 250, width: 100, height: 40))
    }

    @Test("The field is signed in its place, and no other is added", arguments: ["Tenant", "Owner.First", "Hidden"])
    func signs(name: String) async throws {
        let document = try await Self.signed(name, in: Self.form())
        let report = try await document.verifySignatures(trusting: [], at: TestSigners.now)
        #expect(report.signatures.map(\.field) == [name])
        #expect(try document.placedFields().count == Self.form().placedFields().count)
        let isShown = try widget(name, in: document)["AP"] != nil
        #expect(isShown == (name != "Hidden"))
    }

    @Test("A name that no field bears is refused with the names of the fields to sign")
    func unknown() throws {
        let refusal = #expect(throws: PDFError.self) { try Self.form().signableField(named: "Nobody") }
        #expect(
            refusal?.description
                == "The field “Nobody” cannot be signed: the document has no field of this name; those "
                + "to sign are “Tenant”, “Owner.First”, “Hidden”.")
        let none = #expect(throws: PDFError.self) { try onePage("").signableField(named: "A") }
        #expect(none?.description.contains("no field of this name, and no other to sign") == true)
    }

    /// A form with one signature field, with further entries.
    private static func form(_ entries: String) throws -> PDFDocument {
        var builder = RevisionBuilder(seed: 1)
        builder.append(
            [
                1: "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>", 2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Annots[4 0 R]>>",
                4: "<</Subtype/Widget/FT/Sig/T(Tenant)/Rect[10 10 110 50]/P 3 0 R\(entries)>>",
            ], style: .table, trailer: "/Root 1 0 R")
        return try PDFDocument(Data(builder.bytes))
    }

    @Test(
        "What the author of a field demands is met or named",
        arguments: [
            ("/Ff 64/DigestMethod[(SHA512)]", "“SHA512”, and the signature would use SHA-256"),
            ("/Ff 64/DigestMethod[(SHA512)(SHA256)]", nil), ("/Ff 0/DigestMethod[(SHA512)]", nil),
            ("/Ff 1/Filter/Other", "another handler"), ("/Ff 1/Filter/Adobe.PPKLite", nil),
            ("/Ff 2/SubFilter[/adbe.pkcs7.detached]", "another format"), ("/SubFilter[/adbe.pkcs7.detached]", nil),
            ("/Ff 2/SubFilter[/adbe.pkcs7.detached/ETSI.CAdES.detached]", nil), ("/Ff 4/V 4", "a newer kind"),
            ("/Ff 8/Reasons[(I agree)(I saw it)]", "one of these reasons: “I agree” or “I saw it”"),
            ("/Ff 8/Reasons[(.)]", nil), ("/Ff 8", nil), ("/Ff 16/LegalAttestation[(x)]", "a legal attestation"),
            ("/Ff 32/AddRevInfo true", "revocation information"), ("/Ff 32/AddRevInfo false", nil),
            ("/MDP<</P 2>>", "a certification of level 2"), ("/MDP<</P 0>>", nil),
            ("/TimeStamp<</URL(http://a)/Ff 1>>", "a timestamp"), ("/TimeStamp<</URL(http://a)>>", nil),
            ("/Cert<</Ff 2/Issuer[(x)]>>", "certain certificates"), ("/Cert<</Issuer[(x)]>>", nil),
        ] as [(String, String?)])
    func seedValue(entries: String, demand: String?) async throws {
        let form = try Self.form("/SV<</Type/SV\(entries)>>")
        guard let demand else {
            #expect(try await Self.signed("Tenant", in: form).isSigned())
            return
        }
        let refusal = await #expect(throws: PDFError.self) { try await Self.signed("Tenant", in: form) }
        let sentence = refusal?.description ?? ""
        #expect(sentence.hasPrefix("The field “Tenant” cannot be signed: its author ") && sentence.contains(demand))
    }

    @Test("A demanded reason is met by giving it")
    func reason() async throws {
        let form = try Self.form("/SV<</Ff 8/Reasons[(I agree)]>>")
        for (reason, isMet) in [("I agree", true), ("Because", false)] {
            let signature = SignatureField(name: "Tenant", reason: reason)
            let tail = try? await form.signedRevision(signature, with: TestSigners.p256(), at: TestSigners.start)
            #expect((tail != nil) == isMet)
        }
        let none = try Self.form("/SV<</Ff 8/Reasons[(.)]>>")
        await #expect(throws: PDFError.self) {
            try await none.signedRevision(
                SignatureField(name: "Tenant", reason: "x"), with: TestSigners.p256(), at: TestSigners.start)
        }
    }

    @Test("A hidden field stays hidden", arguments: [(2, 134), (32, 164), (4, 132), (0, 132)])
    func hidden(before: Int, after: Int) async throws {
        let document = try await Self.signed("Tenant", in: Self.form("/F \(before)"))
        #expect(try widget("Tenant", in: document)["F"] == .integer(after))
    }

    @Test("A field of another kind, and a signed one, are refused with the reason")
    func refused() async throws {
        let text = #expect(throws: PDFError.self) { try Self.form().signableField(named: "Town") }
        #expect(text?.description.hasSuffix("it is a text field, not a signature field.") == true)
        let signed = try await Self.signed("Tenant", in: Self.form())
        let again = #expect(throws: PDFError.self) { try signed.signableField(named: "Tenant") }
        #expect(again?.description == "The field “Tenant” cannot be signed: it is signed already.")
        let rest = #expect(throws: PDFError.self) { try signed.signableField(named: "Nobody") }
        #expect(rest?.description.contains("Tenant") == false)
    }
}
