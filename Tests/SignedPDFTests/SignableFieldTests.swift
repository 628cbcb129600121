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
