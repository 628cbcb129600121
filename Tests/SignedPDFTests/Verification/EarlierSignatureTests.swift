import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

@Suite("Signing that would break an earlier signature")
struct EarlierSignatureTests {
    static let closing = [
        "/Reference[<</TransformMethod/DocMDP/TransformParams<</P 1/V/1.2>>>>]",
        "/Reference[<</TransformMethod/FieldMDP/TransformParams<</Action/All/V/1.2>>>>]",
        "/Reference[<</TransformMethod/FieldMDP/TransformParams<</Action/Exclude/Fields[(City)]/V/1.2>>>>]", "lock",
    ]
    private static let lock = "/Lock<</Type/SigFieldLock/Action/Include/Fields[(City)]/P 1>>"

    private func scene(_ closing: String) async throws -> AttackScene {
        try await AttackScene(
            fields: ["/FT/Tx/T(City)/Rect[72 600 172 620]"], reference: closing == "lock" ? "" : closing,
            lock: closing == "lock" ? Self.lock : "")
    }

    @Test("Signing is refused if an earlier signature closed the document, which is named", arguments: closing)
    func closedDocument(closing: String) async throws {
        let scene = try await scene(closing)
        let document = try PDFDocument(scene.file)
        let earlier = { (error: any Error) -> Bool in
            guard case PDFError.earlierSignature("S", "Ada Lovelace", _)? = error as? PDFError else { return false }
            return "\(error)".hasPrefix("The signature “S” by Ada Lovelace would not stay valid: it ")
        }
        #expect(performing: { try document.requireSignaturesPermitted() }, throws: earlier)
        for appearance in [SignatureField.Appearance.invisible, .typedName("Ben", subtitle: [])] {
            let field = SignatureField(
                name: "Later", page: 1, rect: PageRect(x: 72, y: 400, width: 100, height: 40), appearance: appearance)
            await #expect(
                performing: { try await document.signedRevision(field, with: scene.parties.ben, at: SignedFiles.now) },
                throws: earlier)
        }
    }

    @Test("A field that a signature locked cannot be filled in when signing")
    func closedField() async throws {
        let reference =
            "/Reference[<</TransformMethod/FieldMDP/TransformParams<</Action/Include/Fields[(City)]/V/1.2>>>>]"
        let scene = try await scene(reference)
        let document = try PDFDocument(scene.file)
        try document.requireSignaturesPermitted()
        await #expect(
            throws: PDFError.earlierSignature(
                field: "S", signer: "Ada Lovelace", reason: "it locks the field “City”")
        ) {
            try await document.signedRevision(
                SignatureField(name: "Later"), filling: [SignedFiles.textField("City", "Paris")],
                with: scene.parties.ben, at: SignedFiles.now)
        }
        let signed = try await document.signedRevision(
            SignatureField(name: "Later"), with: scene.parties.ben, at: SignedFiles.now)
        #expect(try await scene.verify(scene.file + signed).verdict == .valid)
    }

    @Test(
        "A picture that would cover a page or a field is refused",
        arguments: [
            (PageRect(x: 0, y: 0, width: 600, height: 700), "a large part of page 1"),
            (PageRect(x: 70, y: 170, width: 60, height: 25), "the field “City”"),
        ])
    func covering(rect: PageRect, what: String) async throws {
        let scene = try await scene("")
        await #expect(
            throws: PDFError.earlierSignature(
                field: "S", signer: "Ada Lovelace", reason: "the new signature's picture would cover \(what)")
        ) {
            try await PDFDocument(scene.file).signedRevision(
                SignatureField(name: "Later", page: 1, rect: rect, appearance: .typedName("Ben", subtitle: [])),
                with: scene.parties.ben, at: SignedFiles.now)
        }
    }
}
