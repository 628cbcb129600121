import Foundation
import PageImages
import SignedPDF
import Testing

@testable import FileSigning

@Suite("Signing files")
struct FileSigningTests {
    private let folder: URL
    private let moment = Date(timeIntervalSince1970: 1_795_253_700)

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "countersign-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func sample(_ name: String = "in.pdf", pages: Int = 3) throws -> URL {
        var composition = PDFComposition(DocumentInformation(title: "Sample"))
        for number in 1...pages {
            composition.addPage(width: 400, height: 600)
            try composition.text("Page \(number)", x: 40, baseline: 40)
        }
        let url = folder.appending(path: name)
        try composition.data().write(to: url)
        return url
    }

    private func order(_ input: URL, _ output: String = "out.pdf") throws -> SigningOrder {
        SigningOrder(
            input: input, output: folder.appending(path: output),
            signer: try #require(SignerName("Ada Lovelace <ada@example.org>")))
    }

    @Test("A signed file begins with the bytes of the original")
    func originalBytes() async throws {
        let input = try sample()
        let order = try order(input)
        let receipt = try await FileSigner(order).sign(at: moment)
        let original = try Data(contentsOf: input)
        let signed = try Data(contentsOf: order.output)
        #expect(signed.starts(with: original))
        #expect(receipt.size == signed.count)
        #expect(receipt.added == signed.count - original.count)
        #expect(receipt.page == nil)
        #expect(receipt.keyWasEphemeral)
        let report = try await FileVerifier(trusting: []).report(on: order.output, named: "out.pdf", at: moment)
        #expect(report.verdict == .indeterminate)
        #expect(report.signatures.first?.intact == true)
        #expect(report.signatures.first?.signer == "Ada Lovelace <ada@example.org>")
        #expect(report.file == "out.pdf")
    }

    @Test(
        "A visible signature shows the time in the ordered zone, and the zone",
        arguments: [
            ("Europe/Berlin", "Signed 21 Nov 2026, 10:35 UTC+01:00"), ("UTC", "Signed 21 Nov 2026, 09:35 UTC"),
            ("America/St_Johns", "Signed 21 Nov 2026, 06:05 UTC-03:30"),
            ("Pacific/Auckland", "Signed 21 Nov 2026, 22:35 UTC+13:00"),
        ])
    func zone(name: String, shown: String) async throws {
        var order = try order(try sample(pages: 1))
        order.rect = PageRect(x: 20, y: 20, width: 200, height: 60)
        order.timeZone = try #require(TimeZone(identifier: name))
        _ = try await FileSigner(order).sign(at: moment)
        let signed = try Data(contentsOf: order.output)
        let words = try await PopplerPageRenderer()
            .words(onPage: 1, of: PageSource(hash: String(repeating: "0", count: 64)) { signed })
        let text = words.map(\.text).joined(separator: " ")
        #expect("\(text) ".contains("\(shown) "), "\(text)")
    }

    /// A file with an XFA form, which shows something else than its pages do.
    private func formFile() throws -> URL {
        let objects = [
            "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[]/XFA[(template)4 0 R]>>>>",
            "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>", "<</Length 3>>stream\n<a>\nendstream",
        ]
        var (text, rows) = ("%PDF-1.7\n", "0000000000 65535 f \n")
        for (index, object) in objects.enumerated() {
            let offset = String(text.utf8.count)
            rows += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        let count = objects.count + 1
        text += "xref\n0 \(count)\n\(rows)trailer\n<</Size \(count)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n"
        let url = folder.appending(path: "form.pdf")
        try Data(text.utf8).write(to: url)
        return url
    }

    @Test("The XFA part of a form is removed on request, and the form is refused otherwise")
    func xfaForm() async throws {
        var order = try order(formFile())
        await #expect(throws: FileSigningError.self) { try await FileSigner(order).sign(at: moment) }
        #expect(!FileManager.default.fileExists(atPath: order.output.path))
        order.dropsXFA = true
        let receipt = try await FileSigner(order).sign(at: moment)
        #expect(receipt.preparations == [.xfaRemoved])
        // A file without one is signed as it is.
        var plain = try self.order(sample(), "plain.pdf")
        plain.dropsXFA = true
        #expect(try await FileSigner(plain).sign(at: moment).preparations.isEmpty)
    }

    @Test("Keys, certificates and trust anchors are read from files")
    func files() async throws {
        let authority = try CertificateAuthority.make(commonName: "Test authority", notBefore: moment - 60)
        let identity = try authority.issue(
            commonName: "Ada Lovelace", email: "ada@example.org", notBefore: moment - 60, notAfter: moment + 3600)
        let (key, certificate, anchor) = (
            folder.appending(path: "key.pem"), folder.appending(path: "cert.pem"), folder.appending(path: "ca.pem")
        )
        try Data(identity.keyPEM.utf8).write(to: key)
        try Data(identity.certificatesPEM().utf8).write(to: certificate)
        try Data(authority.certificatePEM().utf8).write(to: anchor)
        var order = try order(sample())
        order.key = .pem(key: key, certificates: certificate)
        order.rect = PageRect(x: 40, y: 500, width: 200, height: 50)
        let receipt = try await FileSigner(order).sign(at: moment)
        #expect(receipt.page == 3)
        #expect(!receipt.keyWasEphemeral)
        let report = try await FileVerifier(trusting: [anchor]).report(on: order.output, named: "x", at: moment)
        #expect(report.verdict == .valid)
    }

    @Test("One unreadable certificate in a folder of anchors is reported, and the others are trusted")
    func anchorFolder() throws {
        let authority = try CertificateAuthority.make(commonName: "Test authority", notBefore: moment - 60)
        let anchors = folder.appending(path: "anchors")
        try FileManager.default.createDirectory(at: anchors, withIntermediateDirectories: true)
        try Data(authority.certificatePEM().utf8).write(to: anchors.appending(path: "good.pem"))
        let bad = anchors.appending(path: "bad.der")
        try Data([0x30, 0x03, 0x02, 0x01, 0x01]).write(to: bad)
        var skipped: [FileSigningError] = []
        #expect(try TrustAnchors([anchors]).certificates { skipped.append($0) } == [authority.certificate])
        #expect(skipped.count == 1 && skipped.first?.description.contains("bad.der") == true)
        #expect(throws: FileSigningError.self) { try TrustAnchors([bad]).certificates() }
        try FileManager.default.removeItem(at: anchors.appending(path: "good.pem"))
        #expect(throws: FileSigningError.self) { try TrustAnchors([anchors]).certificates() }
    }

    @Test("The original file is never overwritten")
    func originalFile() async throws {
        let input = try sample()
        let before = try Data(contentsOf: input)
        let link = folder.appending(path: "link.pdf")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: input)
        let twin = folder.appending(path: "twin.pdf")
        try FileManager.default.linkItem(at: input, to: twin)
        for name in ["in.pdf", "./in.pdf", "link.pdf", "twin.pdf"] {
            let order = try order(input, name)
            await #expect(throws: FileSigningError.self) { try await FileSigner(order).sign(at: moment) }
        }
        #expect(try Data(contentsOf: input) == before)
    }

    @Test("An impossible place is refused with the page's size, and nothing is written")
    func impossiblePlace() async throws {
        let input = try sample()
        var wrong = try order(input)
        wrong.page = 4
        wrong.rect = PageRect(x: 0, y: 0, width: 10, height: 10)
        await #expect(throws: FileSigningError.noSuchPage(4, pages: 3)) { try await FileSigner(wrong).sign(at: moment) }
        wrong.page = 1
        wrong.rect = PageRect(x: 350, y: 0, width: 60, height: 10)
        await #expect(throws: FileSigningError.offPage(page: 1, width: 400, height: 600)) {
            try await FileSigner(wrong).sign(at: moment)
        }
        wrong.rect = nil
        await #expect(throws: FileSigningError.pageWithoutRectangle) { try await FileSigner(wrong).sign(at: moment) }
        wrong.page = nil
        wrong.image = input
        await #expect(throws: FileSigningError.imageWithoutRectangle) { try await FileSigner(wrong).sign(at: moment) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["in.pdf"])
    }

    @Test("A missing file, a folder and a file that is not a PDF are refused by name")
    func unreadableFiles() async throws {
        let text = folder.appending(path: "letter.pdf")
        try Data("Dear Sir".utf8).write(to: text)
        for url in [folder.appending(path: "nothing.pdf"), folder, text] {
            let error = await #expect(throws: FileSigningError.self) {
                try await FileVerifier(trusting: []).report(on: url, named: url.path, at: moment)
            }
            let sentence = try #require(error?.description)
            #expect(sentence.contains(url.lastPathComponent) && sentence.hasSuffix("."), "\(sentence)")
        }
    }

    @Test("A file without a signature is unsigned")
    func unsignedFile() async throws {
        let report = try await FileVerifier(trusting: []).report(on: sample(), named: "in.pdf", at: moment)
        #expect(report.verdict == .unsigned)
        #expect(FileVerifier.status(for: report.verdict) == 1)
    }

    @Test(
        "Each verdict has its exit status",
        arguments: [
            (VerificationReport.Verdict.valid, Int32(0)), (.invalid, 1), (.unsigned, 1), (.indeterminate, 3),
        ])
    func exitStatus(verdict: VerificationReport.Verdict, status: Int32) {
        #expect(FileVerifier.status(for: verdict) == status)
    }

    @Test("The JSON report has every key, even for unknown values")
    func jsonReport() async throws {
        let order = try order(sample())
        _ = try await FileSigner(order).sign(at: moment)
        let report = try await FileVerifier(trusting: []).report(on: order.output, named: "out.pdf", at: moment)
        let json = try JSONSerialization.jsonObject(with: Data(FileVerifier.json(report).utf8)) as? [String: Any]
        #expect(Set(json?.keys.map(\.self) ?? []) == ["file", "verdict", "signatures", "removed"])
        let signature = try #require((json?["signatures"] as? [[String: Any]])?.first)
        #expect(
            Set(signature.keys) == [
                "field", "signer", "signingTime", "timeSource", "algorithm", "intact", "coverage", "laterChanges",
                "changes", "trusted", "trustProblem", "problems", "level", "revocation", "verifiableUntil",
                "vouchedBy", "notes", "findings", "kind",
            ])
    }

    @Test(
        "A signer is a name with an address",
        arguments: [
            ("Ada Lovelace <ada@example.org>", "Ada Lovelace", "ada@example.org"),
            ("  Ada  < ada@example.org >", "Ada", "ada@example.org"), ("Ada Lovelace", "Ada Lovelace", nil),
        ] as [(String, String, String?)])
    func signerName(text: String, name: String, email: String?) throws {
        let signer = try #require(SignerName(text))
        #expect(signer.name == name)
        #expect(signer.email == email)
    }

    @Test(
        "Text that does not name a signer is refused",
        arguments: ["", "<ada@example.org>", "Ada <ada>", "Ada <a@b", "Ada <a@b@c>", "Ada > x", "Ada <a b@c>"])
    func noSignerName(text: String) {
        #expect(SignerName(text) == nil)
    }

    @Test(
        "Text that is not a rectangle is refused",
        arguments: ["", "1,2,3", "1,2,3,0", "1,2,-3,4", "-1,2,3,4", "a,b,c,d", "1,2,3,nan", "1,2,3,4,5"])
    func noRectangle(text: String) {
        #expect(PageRect(argument: text) == nil)
    }

    @Test(
        "Sizes are shown in units that people read",
        arguments: [
            (0, "0 bytes"), (999, "999 bytes"), (1000, "1,000 bytes"), (9_087, "9,087 bytes"), (10_000, "10.0 KB"),
            (84_149, "84.1 KB"), (1_000_000, "1.0 MB"), (2_345_678, "2.3 MB"),
        ])
    func sizes(count: Int, text: String) {
        #expect(SigningText.bytes(count) == text)
    }

    @Test("A rectangle is four numbers")
    func rectangle() {
        #expect(PageRect(argument: "72, 600.5,200,50") == PageRect(x: 72, y: 600.5, width: 200, height: 50))
    }
}
