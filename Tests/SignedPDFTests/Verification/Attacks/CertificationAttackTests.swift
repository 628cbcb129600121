import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

@Suite("Attacks on certified files")
struct CertificationAttackTests {
    private static let open = "/FT/Tx/T(City)/Rect[72 600 172 620]"

    @Test(
        "Filling in a field is permitted by DocMDP 2 and 3, not by 1",
        arguments: [(1, VerificationReport.Verdict.invalid), (2, .valid), (3, .valid)])
    func filling(level: Int, verdict: VerificationReport.Verdict) async throws {
        let scene = try await AttackScene(certified: level, fields: [Self.open])
        #expect(try await scene.verify(scene.file).verdict == .valid)
        let filled = AttackScene.field(Self.open + "/V(London)/AP<</N 60 0 R>>")
        let found = try await scene.verify(scene.updated([(30, filled), (60, AttackScene.showing("London"))]))
        #expect(found.verdict == verdict)
        #expect(found.changes == ["the field “City” on page 1 was filled in"])
    }

    @Test("Evidence for the decades may be added under every level", arguments: [nil, 1, 2, 3])
    func evidence(level: Int?) async throws {
        let scene = try await AttackScene(certified: level)
        let key = String(repeating: "0A", count: 20)
        let store = "/DSS<</Type/DSS/Certs[60 0 R]/OCSPs[]/VRI<</\(key)<</Cert[60 0 R]/TU(D:2026)>>>>>>"
        let file = try scene.withCatalog(store, [(60, SignedFiles.stream("0"))])
        let found = try await scene.verify(file)
        #expect(found.verdict == .valid)
        #expect(found.changes == ["a document security store was added"])
    }

    @Test(
        "An invalid security store is not accepted as evidence",
        arguments: [
            "/DSS(x)", "/DSS<</Blah[]>>", "/DSS<</Certs 4 0 R>>", "/DSS<</Certs[(x)]>>", "/DSS<</VRI<</Bleh<<>>>>>>",
            "/DSS<</VRI<</0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A<</Blah[]>>>>>>", "/DSS 60 0 R",
        ])
    func noEvidence(entry: String) async throws {
        let scene = try await AttackScene(certified: 1)
        let found = try await scene.verify(scene.withCatalog(entry, [(60, AttackScene.picture)]))
        #expect(found.verdict == .invalid)
        #expect(
            found.changes == ["the document security store holds something else than certificates and revocation data"])
    }

    @Test("The security store cannot be removed; its data for a signature can be replaced, which is reported")
    func shrunkenStore() async throws {
        let key = String(repeating: "0A", count: 20)
        let scene = try await AttackScene(
            certified: 1, objects: [(50, SignedFiles.stream("0"))],
            catalog: "/DSS<</Certs[50 0 R]/VRI<</\(key)<</Cert[50 0 R]>>>>>>")
        #expect(try await scene.verify(scene.withCatalog("")).changes == ["the document security store was removed"])
        for (information, change) in [
            ("/VRI<</\(key)<<>>>>", "replaced in"), ("/VRI<</\(key)<</Cert[60 0 R]>>>>", "replaced in"),
            ("/VRI<<>>", "removed from"), ("", "removed from"),
        ] {
            let store = "/DSS<</Certs[50 0 R]\(information)>>"
            let found = try await scene.verify(scene.withCatalog(store, [(60, SignedFiles.stream("1"))]))
            #expect(found.verdict == .valid)
            #expect(
                found.changes == ["the list of what a signature needs was \(change) the document security store"])
        }
        let other = "/DSS<</Certs[60 0 R]/VRI<</\(key)<</Cert[50 0 R]>>>>>>"
        let found = try await scene.verify(scene.withCatalog(other, [(60, SignedFiles.stream("1"))]))
        #expect(found.verdict == .valid)
        #expect(found.changes == ["evidence was taken out of the document security store"])
        for information in ["/VRI<</\(key)(x)>>", "/VRI<</\(key)<</Cert[(x)]>>>>", "/VRI<</\(key)<</Blah[50 0 R]>>>>"] {
            let found = try await scene.verify(scene.withCatalog("/DSS<</Certs[50 0 R]\(information)>>"))
            #expect(found.verdict == .invalid)
        }
    }

    @Test(
        "Evil annotations: DocMDP 3 permits remarks; what can cover or imitate the text is never called valid",
        arguments: [
            ("/Subtype/Text/Contents(Why?)", VerificationReport.Verdict.valid, "a note was added to page 1"),
            ("/Subtype/Highlight/QuadPoints[1 2 3 4 5 6 7 8]/C[1 1 0]", .valid, "a highlight was added to page 1"),
            ("/Subtype/Highlight/AP<</N 61 0 R>>", .indeterminate, "a highlight was added to page 1"),
            ("/Subtype/FreeText/Contents(900)/DA(/F1 12 Tf)", .indeterminate, "a text box was added to page 1"),
            ("/Subtype/Stamp/AP<</N 61 0 R>>", .indeterminate, "a stamp was added to page 1"),
            ("/Subtype/Redact/OverlayText(900)", .indeterminate, "a redaction was added to page 1"),
            ("/Subtype/Ink/InkList[[1 2 3 4]]", .indeterminate, "a drawing was added to page 1"),
            ("/Subtype/FileAttachment/FS<<>>", .invalid, "an annotation (FileAttachment) was added to page 1"),
            ("/Subtype/Text/A<</S/JavaScript/JS(x)>>", .invalid, "an annotation (Text) was added to page 1"),
            ("/Subtype/Link/A<</S/Launch/F(x)>>", .invalid, "an annotation (Link) was added to page 1"),
            ("/Subtype/Watermark", .invalid, "an annotation (Watermark) was added to page 1"),
            ("/Subtype/Widget/FT/Tx/V(900)", .invalid, "an annotation (Widget) was added to page 1"),
        ])
    func annotations(entries: String, verdict: VerificationReport.Verdict, change: String) async throws {
        for level in [nil, 2, 3] {
            let scene = try await AttackScene(certified: level)
            let file = try scene.updated([
                (3, AttackScene.page("/Annots[60 0 R]")), (60, "<</Type/Annot/Rect[72 690 272 720]\(entries)>>"),
                (61, AttackScene.picture),
            ])
            let found = try await scene.verify(file)
            #expect(found.verdict == (level == 3 ? verdict : .invalid), "level \(level ?? 0)")
            #expect(found.changes == [change])
        }
    }

    @Test("Annotations that were certified can be removed or changed only if they are remarks without a picture")
    func certifiedAnnotations() async throws {
        for (entries, verdict) in [
            ("/Subtype/Text/Contents(Why?)", VerificationReport.Verdict.valid),
            ("/Subtype/Stamp/AP<</N 51 0 R>>", .indeterminate), ("/Subtype/Watermark", .invalid),
        ] {
            let annotation = "<</Type/Annot/Rect[72 690 272 720]\(entries)>>"
            let scene = try await AttackScene(
                certified: 3, objects: [(50, annotation), (51, AttackScene.picture)], page: "/Annots[50 0 R]")
            let other = annotation.replacing("[72 690", with: "[72 692")
            #expect(try await scene.verify(scene.updated([(50, other)])).verdict == verdict, "\(entries)")
        }
    }

    @Test("Annotations cannot be put into another order, which is the order they cover one another in")
    func order() async throws {
        let scene = try await AttackScene(
            certified: 3,
            objects: [
                (50, "<</Type/Annot/Subtype/Text/Rect[0 0 9 9]>>"), (51, "<</Type/Annot/Subtype/Ink/Rect[0 0 9 9]>>"),
            ], page: "/Annots[50 0 R 51 0 R]")
        let file = try SignedFiles.appending([(3, AttackScene.page("/Annots[51 0 R 50 0 R]"))], to: scene.file)
        let found = try await scene.verify(file)
        #expect(found.verdict == .invalid)
    }

    @Test(
        "Sneaky signatures: a new visible signature is reported with its page, and never valid by a stranger")
    func sneakySignature() async throws {
        let rect = PageRect(x: 72, y: 72, width: 150, height: 40)
        for level in [nil, 1, 2, 3] {
            let scene = try await AttackScene(certified: level)
            let found = try await scene.verify(sign(scene.file, by: scene, rect))
            #expect(found.verdict == (level == 1 ? .invalid : .valid), "level \(level ?? 0)")
            #expect(found.changes == ["a signature by Ben Bitdiddle <ben@example.org> was added on page 1"])
            let stranger = try await scene.verify(sign(scene.file, by: scene, rect, as: TestSigners.p256()))
            #expect(stranger.verdict == (level == 1 ? .invalid : .indeterminate), "level \(level ?? 0)")
            let invisible = try await scene.verify(sign(scene.file, by: scene, nil))
            #expect(invisible.verdict == (level == 1 ? .invalid : .valid), "level \(level ?? 0)")
            #expect(invisible.changes == ["a signature by Ben Bitdiddle <ben@example.org> was added"])
        }
    }

    @Test("Sneaky signatures: a picture without a valid signature is forbidden")
    func brokenSneakySignature() async throws {
        let scene = try await AttackScene(certified: 2)
        let picture = "/FT/Sig/T(Later)/Rect[72 600 172 620]/AP<</N 70 0 R>>"
        let value = "<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/ByteRange[0 9 19 9]/Contents<00>>>"
        for entries in [picture, picture + "/V 71 0 R"] {
            let found = try await scene.verify(
                scene.adding([entries], [(70, AttackScene.picture), (71, value)]))
            #expect(found.verdict == .invalid)
        }
    }

    @Test("A composed signature covers only the places of its parts")
    func composedSignature() async throws {
        let scene = try await AttackScene(fields: ["/FT/Tx/T(Price)/Ff 1/V(100)/Rect[72 400 172 420]"])
        func signed(_ places: [PageRect]) async throws -> Data {
            let parts = places.map { SignaturePart(.text("x"), rect: $0) }
            let field = SignatureField(name: "Later", page: 1, appearance: .composed(parts))
            let document = try PDFDocument(scene.file)
            return scene.file + (try await Self.recklessly(sign: field, in: document, by: scene.parties.ben))
        }
        let corners = [
            PageRect(x: 10, y: 10, width: 80, height: 20), PageRect(x: 500, y: 750, width: 80, height: 20),
        ]
        #expect(try await scene.verify(signed(corners)).verdict == .valid)
        let covering = try await scene.verify(signed(corners + [PageRect(x: 70, y: 370, width: 90, height: 25)]))
        #expect(covering.verdict == .invalid)
        #expect(covering.changes.contains("the signature field “Later” on page 1 covers the field “Price”"))
    }

    /// Signs without asking what the signatures that are there permit.
    private static func recklessly(
        sign field: SignatureField, in document: PDFDocument, by signer: some DocumentSigner
    ) async throws -> Data {
        try await document.signedRevision(
            field, filling: [], awaiting: [], with: signer, at: SignedFiles.now, addingRoom: 0
        ) { $0 }
    }

    private func sign(
        _ file: Data, by scene: AttackScene, _ rect: PageRect?, as stranger: (any DocumentSigner)? = nil
    ) async throws -> Data {
        let document = try PDFDocument(file)
        let field = SignatureField(
            name: "Later", page: 1, rect: rect, appearance: rect == nil ? .invisible : .typedName("Ben", subtitle: []))
        if let stranger { return file + (try await Self.recklessly(sign: field, in: document, by: stranger)) }
        return file + (try await Self.recklessly(sign: field, in: document, by: scene.parties.ben))
    }

    @Test("Sneaky signatures: a new signature cannot cover a large part of a page, nor another field")
    func coveringSignature() async throws {
        let scene = try await AttackScene(fields: ["/FT/Tx/T(Price)/Ff 1/V(100)/Rect[72 600 172 620]"])
        let page = try await scene.verify(sign(scene.file, by: scene, PageRect(x: 0, y: 0, width: 612, height: 400)))
        #expect(page.verdict == .invalid)
        #expect(page.changes.contains("the signature field “Later” on page 1 covers a large part of the page"))
        let field = try await scene.verify(sign(scene.file, by: scene, PageRect(x: 70, y: 170, width: 60, height: 25)))
        #expect(field.verdict == .invalid)
        #expect(field.changes.contains("the signature field “Later” on page 1 covers the field “Price”"))
    }

    @Test("The permissions that the catalog names cannot be removed")
    func removedPermissions() async throws {
        let scene = try await AttackScene(certified: 2, catalog: "/Perms<</DocMDP 21 0 R>>")
        #expect(try await scene.verify(scene.file).verdict == .valid)
        let found = try await scene.verify(scene.withCatalog(""))
        #expect(found.verdict == .invalid)
        #expect(found.changes == ["the document's permissions were changed"])
    }

    @Test("A certification applies through its signature even without /Perms")
    func certificationWithoutPermissions() async throws {
        let scene = try await AttackScene(certified: 1, fields: [Self.open])
        let found = try await scene.verify(scene.updated([(30, AttackScene.field(Self.open + "/V(x)"))]))
        #expect(found.verdict == .invalid)
    }

    @Test("A field's own lock binds, although its signature does not repeat it, and so does the level in it")
    func lockOfTheField() async throws {
        let lock = "/Lock<</Type/SigFieldLock/Action/Include/Fields[(City)]>>"
        let fields = [Self.open, "/FT/Tx/T(Town)/Rect[72 500 172 520]"]
        let scene = try await AttackScene(fields: fields, lock: lock)
        let filled = fields.map { AttackScene.field($0 + "/V(x)") }
        #expect(try await scene.verify(scene.updated([(30, filled[0])])).verdict == .invalid)
        // A value without a picture is doubtful.
        #expect(try await scene.verify(scene.updated([(31, filled[1])])).verdict == .indeterminate)
        let closed = try await AttackScene(fields: fields, lock: lock.replacing("/Type", with: "/P 1/Type"))
        #expect(try await closed.verify(closed.updated([(31, filled[1])])).verdict == .invalid)
    }

    @Test(
        "Dates and names of programs may be brought up to date under DocMDP 1, titles may not",
        arguments: [("/ModDate(D:2027)", true), ("/Producer(x)", true), ("/Title(Gift)", false), ("/Author(x)", false)])
    func properties(entry: String, isHousekeeping: Bool) async throws {
        for level in [1, 2] {
            let scene = try await AttackScene(certified: level)
            let file = try SignedFiles.appending(
                [(60, "<<\(entry)>>")], to: scene.file, trailer: "/Root 1 0 R/Info 60 0 R")
            let found = try await scene.verify(file)
            #expect(found.verdict == (isHousekeeping || level == 2 ? .valid : .invalid))
        }
    }

    @Test("XMP metadata stays XMP, and under DocMDP 1 only its dates change")
    func metadata() async throws {
        func packet(_ title: String, _ date: String) -> String {
            let text =
                "<x:xmpmeta><rdf:RDF><dc:title>\(title)</dc:title><xmp:ModifyDate>\(date)</xmp:ModifyDate></rdf:RDF>"
                + "</x:xmpmeta>"
            return "<</Type/Metadata/Subtype/XML/Length \(text.utf8.count)>>stream\n\(text)\nendstream"
        }
        for level in [1, 2] {
            let scene = try await AttackScene(
                certified: level, objects: [(50, packet("A", "2026"))], catalog: "/Metadata 50 0 R")
            #expect(try await scene.verify(scene.updated([(50, packet("A", "2027"))])).verdict == .valid)
            let titled = try await scene.verify(scene.updated([(50, packet("B", "2026"))]))
            #expect(titled.verdict == (level == 1 ? .invalid : .valid))
            #expect(titled.changes == ["the document's properties were changed"])
            #expect(try await scene.verify(scene.updated([(50, AttackScene.picture)])).verdict == .invalid)
            #expect(try await scene.verify(scene.withCatalog("")).verdict == .invalid)
        }
    }
}
