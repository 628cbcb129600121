import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

/// Two people's fields placed once, then filled and signed by one after the other.
@Suite("Fields are placed once, and every signer's signature stays valid")
struct PreparedSigningTests {
    private static let now = SignedFiles.now

    private func text(_ name: String, _ value: String, y: Double) -> FormField {
        FormField(
            name: name, page: 1, rect: PageRect(x: 72, y: y, width: 200, height: 20), content: .text(value),
            readOnly: false)
    }

    private func signature(_ name: String, lock: FieldLock? = nil, certification: CertificationLevel? = nil)
        -> SignatureField
    {
        SignatureField(
            name: name, page: 1, rect: PageRect(x: 300, y: 600, width: 200, height: 50),
            appearance: .typedName(name, subtitle: []), lock: lock, certification: certification)
    }

    private var seal: SignatureField { SignatureField(name: "Seal", lock: .all) }

    /// Everybody's fields, empty; each signature closes its signer's.
    private func prepared(_ file: Data, by parties: SigningParties, certified: Bool) async throws -> Data {
        let document = try PDFDocument(file)
        let fields = [text("Ada's city", "", y: 100), text("Ben's city", "", y: 140)]
        let awaited = [
            signature("Ada", lock: .only(["Ada's city"])), signature("Ben", lock: .only(["Ben's city"])), seal,
        ]
        guard certified else { return file + (try document.update(adding: fields, awaiting: awaited)) }
        let certification = SignatureField(name: "Certification", certification: .formFilling)
        return file
            + (try await document.signedRevision(
                certification, filling: fields, awaiting: awaited, with: parties.ada, at: Self.now))
    }

    private func filled(
        _ file: Data, _ field: String, _ value: String, signing name: String, by signer: SigningIdentity
    ) async throws -> Data {
        let document = try PDFDocument(file)
        return file
            + (try await document.signedRevision(
                signature(name), filling: [text(field, value, y: 0)], with: signer, at: Self.now))
    }

    private func everybodySigned(certified: Bool, parties: SigningParties) async throws -> Data {
        var file = try await prepared(SignedFiles.agreement(), by: parties, certified: certified)
        file = try await filled(file, "Ada's city", "London", signing: "Ada", by: parties.ada)
        file = try await filled(file, "Ben's city", "Boston", signing: "Ben", by: parties.ben)
        return file
            + (try await PDFDocument(file).signedRevision(SignatureField(name: "Seal"), with: parties.ben, at: Self.now))
    }

    @Test("All signatures of a prepared document are valid, certified or not", arguments: [false, true])
    func everySignatureIsValid(certified: Bool) async throws {
        let parties = try SigningParties()
        let file = try await everybodySigned(certified: certified, parties: parties)
        let report = try await SignedFiles.report(file, trusting: parties.anchors)
        #expect(report.verdict == .valid, "\(report)")
        #expect(report.signatures.count == (certified ? 4 : 3))
        let document = try PDFDocument(file)
        #expect(try document.permittedAdditions() == .signatures)
        #expect(try CertificationLevel(of: document) == (certified ? .formFilling : nil))
        // Nothing was added after the fields were placed: signers only filled.
        let update = try await prepared(SignedFiles.agreement(), by: parties, certified: certified)
        let form = try #require(try document.value("AcroForm", in: document.catalog()).dictionaryValue)
        let before = try PDFDocument(update)
        let formBefore = try #require(try before.value("AcroForm", in: before.catalog()).dictionaryValue)
        #expect(try document.value("Fields", in: form) == before.value("Fields", in: formBefore))
    }

    @Test("Changing a field that a signature locked breaks that signature", arguments: ["Ada", "Seal"])
    func closedFields(closer: String) async throws {
        let parties = try SigningParties()
        var file = try await prepared(SignedFiles.agreement(), by: parties, certified: false)
        file = try await filled(file, "Ada's city", "London", signing: "Ada", by: parties.ada)
        if closer == "Seal" {
            file += try await PDFDocument(file).signedRevision(
                SignatureField(name: "Seal"), with: parties.ada, at: Self.now)
        }
        // Ada's lock closes her own field; the seal's closes Ben's too.
        let field = closer == "Seal" ? "Ben's city" : "Ada's city"
        let forged = file + (try PDFDocument(file).update(adding: [text(field, "Paris", y: 0)]))
        let report = try await SignedFiles.report(forged, trusting: parties.anchors)
        #expect(report.verdict == .invalid)
        // The other's field may be filled after Ada's signature alone.
        let allowed = file + (try PDFDocument(file).update(adding: [text("Ben's city", "Paris", y: 0)]))
        let verdict = try await SignedFiles.report(allowed, trusting: parties.anchors).verdict
        #expect(verdict == (closer == "Seal" ? .invalid : .valid))
    }

    @Test("A seal that locks the document permits only validation evidence", arguments: [false, true])
    func closedDocument(fillsField: Bool) async throws {
        let parties = try SigningParties()
        let lock = FieldLock(.only(["Seal"]), permission: .noChanges)
        let placed = try PDFDocument(SignedFiles.agreement()).update(
            adding: [text("City", "", y: 100)], awaiting: [SignatureField(name: "Seal", lock: lock)])
        let prepared = SignedFiles.agreement() + placed
        let file =
            prepared
            + (try await PDFDocument(prepared).signedRevision(
                SignatureField(name: "Seal"), with: parties.ada, at: Self.now))
        let document = try PDFDocument(file)
        let field = try widget("Seal", in: document)
        let value = try #require(try document.value("V", in: field).dictionaryValue)
        for permissions in [
            SignaturePermissions(value, lock: nil, in: document),
            SignaturePermissions([:], lock: field["Lock"], in: document),
        ] {
            #expect(permissions.locks == [.only(["Seal"])])
            #expect(permissions.certificationLevel == 1)
        }
        let changed =
            fillsField
            ? file + (try document.update(adding: [text("City", "Paris", y: 0)]))
            : file + (try document.update(adding: [], awaiting: [signature("Late")]))
        #expect(try await SignedFiles.report(file, trusting: parties.anchors).verdict == .valid)
        #expect(try await SignedFiles.report(changed, trusting: parties.anchors).verdict == .invalid)
        await #expect(throws: PDFError.self) {
            try await document.signedRevision(signature("Late"), with: parties.ben, at: Self.now)
        }
    }

    @Test("A lock is written in the field and repeated in its signature")
    func locksAreWritten() async throws {
        let parties = try SigningParties()
        let document = try PDFDocument(try await everybodySigned(certified: true, parties: parties))
        let field = try widget("Ada", in: document)
        let lock = try #require(try document.value("Lock", in: field).dictionaryValue)
        #expect(lock["Action"] == .name("Include"))
        #expect(lock["Fields"] == .array([.text("Ada's city")]))
        let value = try #require(try document.value("V", in: field).dictionaryValue)
        #expect(SignaturePermissions(value, lock: nil, in: document).locks == [.only(["Ada's city"])])
        let sealed = try #require(try document.value("V", in: widget("Seal", in: document)).dictionaryValue)
        #expect(SignaturePermissions(sealed, lock: nil, in: document).locks == [.all])
        let certification = try #require(
            try document.value("V", in: widget("Certification", in: document)).dictionaryValue)
        #expect(SignaturePermissions(certification, lock: nil, in: document).certificationLevel == 2)
    }

    @Test("Only the first signature can certify")
    func lateCertification() async throws {
        let parties = try SigningParties()
        let file = try await SignedFiles.signed(SignedFiles.agreement(), by: parties.ada)
        await #expect(throws: PDFError.self) {
            try await PDFDocument(file).signedRevision(
                signature("Late", certification: .formFilling), with: parties.ben, at: Self.now)
        }
    }

    @Test("A document certified against additions refuses them")
    func closedDocument() async throws {
        let parties = try SigningParties()
        let file = SignedFiles.agreement()
        let closed =
            file
            + (try await PDFDocument(file).signedRevision(
                signature("Author", certification: .noChanges), with: parties.ada, at: Self.now))
        let document = try PDFDocument(closed)
        #expect(try document.permittedAdditions() == .nothing)
        #expect(throws: PDFError.additionsForbidden) { try document.update(adding: []) }
        #expect(try PDFDocument(file).permittedAdditions() == .anything)
    }
}

@Suite("Composed signatures")
struct ComposedSignatureTests {
    @Test("Each part is drawn at its place inside one signature field", arguments: [0, 90, 180, 270])
    func places(rotation: Int) async throws {
        let parties = try SigningParties()
        let file = try onePage("/Rotate \(rotation)").bytes
        let parts = [
            SignaturePart(.text("London"), rect: PageRect(x: 100, y: 120, width: 90, height: 20)),
            SignaturePart(.checkbox(true), rect: PageRect(x: 300, y: 100, width: 16, height: 16)),
            SignaturePart(
                .drawing([.fill(.rectangle(x: 0, y: 0, width: 10, height: 5), color: .black)], size: (10, 5)),
                rect: PageRect(x: 140, y: 200, width: 100, height: 50)),
        ]
        let signature = SignatureField(name: "All", appearance: .composed(parts))
        let signed =
            file + (try await PDFDocument(file).signedRevision(signature, with: parties.ada, at: SignedFiles.now))
        let document = try PDFDocument(signed)
        let page = try document.page(1)
        let field = try widget("All", in: document)
        let corners = try #require(field["Rect"]?.arrayValue)
        let rect = try #require(PDFRectangle(corners))
        #expect(page.pageRect(rect) == PageRect(x: 100, y: 100, width: 216, height: 150))
        let appearances = try #require(try document.value("AP", in: field).dictionaryValue)
        let drawn = try #require(try document.value("N", in: appearances).streamValue)
        let content = String(decoding: drawn.encodedBytes, as: UTF8.self)
        // From the bottom left of the signature, upwards: 150 - 20 - 20, 150 - 16, 0.
        for place in ["1 0 0 1 0 110 cm", "1 0 0 1 200 134 cm", "1 0 0 1 40 0 cm"] {
            #expect(content.contains(place), "\(content)")
        }
        #expect(try await SignedFiles.report(signed, trusting: parties.anchors).verdict == .valid)
    }

    @Test("A part without size is refused")
    func emptyPart() async throws {
        let parties = try SigningParties()
        let parts = [SignaturePart(.text("x"), rect: PageRect(x: 10, y: 10, width: 0, height: 10))]
        await #expect(throws: PDFError.self) {
            try await onePage("").signedRevision(
                SignatureField(name: "All", appearance: .composed(parts)), with: parties.ada, at: SignedFiles.now)
        }
    }
}
