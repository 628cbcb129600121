import Foundation
import SignedPDF
import X509

/// Small files for verification tests, written byte by byte.
enum SignedFiles {
    static let now = TestSigners.now

    /// Returns a file with a classic cross-reference table: a catalog, a page tree, and each page with its content.
    ///
    /// Object 1 is the catalog, 2 the page tree; page *n* (from 1) is object 2n + 1 and its content object 2n + 2.
    static func agreement(pages: Int = 2) -> Data {
        let kids = (1...pages).map { "\(2 * $0 + 1) 0 R" }.joined(separator: " ")
        var objects = [
            (1, "<</Type/Catalog/Pages 2 0 R>>"), (2, "<</Type/Pages/Kids[\(kids)]/Count \(pages)>>"),
        ]
        for page in 1...pages {
            let content = "BT /F1 12 Tf 72 700 Td (Page \(page): the price is 100.) Tj ET"
            objects.append(
                (
                    2 * page + 1,
                    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents \(2 * page + 2) 0 R"
                        + "/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>"
                ))
            objects.append((2 * page + 2, stream(content)))
        }
        return Data("%PDF-1.7\n".utf8)
            + section(objects, at: 9, trailer: "/Root 1 0 R", size: 2 * pages + 3, first: true)
    }

    static func stream(_ content: String) -> String {
        "<</Length \(content.utf8.count)>>stream\n\(content)\nendstream"
    }

    /// Appends an update as an attacker would write it: objects with the given numbers, and a table.
    static func appending(_ objects: [(Int, String)], to file: Data, trailer: String = "/Root 1 0 R") throws -> Data {
        let document = try PDFDocument(file)
        let size = max(document.newestSection.firstUnusedNumber, (objects.map(\.0).max() ?? 0) + 1)
        let previous = "/Prev \(document.newestSection.offset)"
        return file + section(objects, at: file.count, trailer: trailer + previous, size: size, first: false)
    }

    private static func section(
        _ objects: [(Int, String)], at start: Int, trailer: String, size: Int, first: Bool
    ) -> Data {
        var bytes = Data()
        var table = first ? "xref\n0 1\n0000000000 65535 f \n" : "xref\n"
        for (number, body) in objects {
            let offset = String(start + bytes.count)
            table += "\(number) 1\n\(String(repeating: "0", count: 10 - offset.count))\(offset) 00000 n \n"
            bytes += Data("\(number) 0 obj\n\(body)\nendobj\n".utf8)
        }
        let place = start + bytes.count
        bytes += Data("\(table)trailer\n<</Size \(size)\(trailer)>>\nstartxref\n\(place)\n%%EOF\n".utf8)
        return bytes
    }

    // MARK: Signing

    /// Returns the file with one more signature at its end.
    static func signed(
        _ file: Data, field: String = "Signature", filling fields: [FormField] = [], by signer: some DocumentSigner,
        at date: Date = now
    ) async throws -> Data {
        let document = try PDFDocument(file)
        // Below the existing signatures.
        let others = try FieldTree(document).fields.filter { $0.type == "Sig" }.count
        let signature = SignatureField(
            name: field, page: 1, rect: PageRect(x: 72, y: 600 + 55 * Double(others % 3), width: 200, height: 50),
            appearance: .typedName(field, subtitle: []))
        return file + (try await document.signedRevision(signature, filling: fields, with: signer, at: date))
    }

    static func textField(_ name: String, _ text: String) -> FormField {
        FormField(
            name: name, page: 1, rect: PageRect(x: 72, y: 100, width: 200, height: 20), content: .text(text),
            readOnly: false)
    }

    static func report(_ file: Data, trusting anchors: [Certificate], at time: Date = now) async throws
        -> VerificationReport
    {
        try await PDFDocument(file).verifySignatures(trusting: anchors, at: time)
    }
}

/// An authority and two signers with its certificates.
struct SigningParties {
    let authority: CertificateAuthority
    let ada: SigningIdentity
    let ben: SigningIdentity

    init(validFor seconds: TimeInterval = 86_400) throws {
        let start = TestSigners.start
        authority = try CertificateAuthority.make(commonName: "Test authority", notBefore: start - 60)
        ada = try authority.issue(
            commonName: "Ada Lovelace", email: "ada@example.org", notBefore: start, notAfter: start + seconds)
        ben = try authority.issue(
            commonName: "Ben Bitdiddle", email: "ben@example.org", notBefore: start, notAfter: start + seconds)
    }

    var anchors: [Certificate] { [authority.certificate] }
}
