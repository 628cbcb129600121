import Crypto
import Foundation
import Testing
import X509

@testable import CryptographicMessages
@testable import SignedPDF
@testable import TestSupport

@Suite("Removed signatures and hostile names in reports")
struct RemovedSignatureTests {
    private static let empty = "<</Type/Annot/Subtype/Widget/FT/Sig/T(S)/Rect[0 0 0 0]/P 3 0 R>>"

    @Test("A file whose only signature was removed is unsigned, and the report names the signer")
    func only() async throws {
        let scene = try await AttackScene()
        let report = try await scene.report(scene.updated([(20, Self.empty)]))
        #expect(report.verdict == .unsigned)
        let removed = try #require(report.removed.first)
        #expect(
            removed.signer.hasPrefix("Ada Lovelace") && removed.intact == true && removed.revision == scene.file.count)
        #expect(report.description.contains("was signed by Ada Lovelace"))
    }

    @Test("A file that was never signed reports no removed signature")
    func never() async throws {
        let file = try SignedFiles.appending([(50, "(x)")], to: SignedFiles.agreement())
        let report = try await SignedFiles.report(file, trusting: [])
        #expect(report.verdict == .unsigned && report.removed.isEmpty)
    }

    @Test("The removal of a later signature is reported")
    func later() async throws {
        let scene = try await AttackScene()
        let signed = try await SignedFiles.signed(scene.file, field: "Later", by: scene.parties.ben)
        #expect(try await scene.report(signed).removed.isEmpty)
        let tree = try FieldTree(PDFDocument(signed))
        let field = try #require(tree.fields.first { $0.name == "Later" }?.reference)
        let file = try SignedFiles.appending(
            [(field.number, "<</Type/Annot/Subtype/Widget/FT/Sig/T(Later)/Rect[0 0 0 0]>>")], to: signed)
        let report = try await scene.report(file)
        #expect(report.removed.map(\.field) == ["Later"])
        #expect(report.verdict != .valid)
    }

    /// An update whose `/Prev` leads past everything but the first revision.
    private func skipping(_ file: Data, to previous: Int, objects: [(Int, String)]) -> Data {
        var body = ""
        var table = ""
        for (number, object) in objects {
            table += "\(number) 1\n\(AttackScene.entry(file.count + body.utf8.count))"
            body += "\(number) 0 obj\n\(object)\nendobj\n"
        }
        return file
            + Data(
                ("\(body)xref\n\(table)trailer\n<</Size 99/Root 1 0 R/Prev \(previous)>>\nstartxref\n"
                    + "\(file.count + body.utf8.count)\n%%EOF\n").utf8)
    }

    @Test("A skipped revision is reported, and the file is not called never signed")
    func skipped() async throws {
        let parties = try SigningParties()
        let base = SignedFiles.agreement()
        let signed = try await SignedFiles.signed(base, by: parties.ada)
        let first = try PDFDocument(base).newestSection.offset
        for ending in ["", "\n", "  \r\n", "stray bytes"] {
            let file = skipping(signed + Data(ending.utf8), to: first, objects: [(50, "(x)")])
            let report = try await SignedFiles.report(file, trusting: parties.anchors)
            #expect(report.verdict == .unsigned)
            #expect(report.removed.map(\.field) == ["Signature"])
            #expect(report.removed.first?.intact == true && report.removed.first?.revision == signed.count)
            #expect(report.description.hasPrefix("The file is unsigned: the signed revision was removed from it."))
        }
        let never = try await SignedFiles.report(base, trusting: [])
        #expect(never.description == "The file is unsigned: the file has no signature.")
    }

    @Test("A signature removed by damaging the file is reported too")
    func damaged() async throws {
        let scene = try await AttackScene()
        let update = try scene.updated([(20, Self.empty)])
        let place = try #require(update.range(of: Data("startxref".utf8), options: .backwards)?.upperBound)
        let file = update[..<place] + Data("\n1\n%%EOF\n".utf8)
        #expect(try PDFDocument(file).repair != nil)
        let report = try await scene.report(file)
        #expect(report.verdict == .unsigned)
        #expect(report.removed.map(\.field) == ["S"])
    }

    @Test("The remaining signatures report a skipped revision")
    func skippedBetween() async throws {
        let scene = try await AttackScene()
        let later = try await SignedFiles.signed(scene.file, field: "Later", by: scene.parties.ben)
        let first = try PDFDocument(scene.file).newestSection.offset
        let report = try await scene.report(skipping(later, to: first, objects: [(50, "(x)")]))
        #expect(report.verdict == .indeterminate || report.verdict == .invalid)
        #expect(report.removed.map(\.field) == ["Later"])
        #expect(report.signatures.first?.problems.contains { $0.contains("signed by Ben Bitdiddle") } == true)
    }

    @Test("A skipped revision may end in a two-byte line end")
    func longLineEnd() async throws {
        let parties = try SigningParties()
        let base = SignedFiles.agreement()
        let unsigned = try SignedFiles.appending(
            [
                (1, "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[20 0 R]/SigFlags 3>>>>"),
                (20, "<</Type/Annot/Subtype/Widget/FT/Sig/T(S)/Rect[0 0 0 0]/V 21 0 R>>"),
                (21, try LooseSigner.value(for: parties.ada)),
            ], to: base)
        let signed = try await LooseSigner.complete(unsigned.dropLast() + Data("\r\n".utf8), by: parties.ada)
        #expect(try await SignedFiles.report(signed, trusting: parties.anchors).verdict == .valid)
        let file = skipping(signed, to: try PDFDocument(base).newestSection.offset, objects: [(50, "(x)")])
        let report = try await SignedFiles.report(file, trusting: parties.anchors)
        #expect(report.removed.map(\.revision) == [signed.count])
    }

    @Test("Signing a file that lost a revision gives a warning")
    func skippedBefore() async throws {
        let parties = try SigningParties()
        let base = SignedFiles.agreement()
        let signed = try await SignedFiles.signed(base, field: "First", by: parties.ada)
        let first = try PDFDocument(base).newestSection.offset
        let without = skipping(signed, to: first, objects: [(50, "(x)")])
        let again = try await SignedFiles.signed(without, field: "Second", by: parties.ben)
        let report = try await SignedFiles.report(again, trusting: parties.anchors)
        #expect(report.verdict == .indeterminate)
        #expect(report.signatures.map(\.field) == ["Second"] && report.removed.map(\.field) == ["First"])
        #expect(report.signatures.first?.problems.contains { $0.contains("signed by Ada Lovelace") } == true)
    }

    @Test("An embedded file is not a revision, and many endings cost little")
    func noRevisions() async throws {
        let scene = try await AttackScene()
        let parties = scene.parties
        let inner = try await SignedFiles.signed(SignedFiles.agreement(), field: "Inner", by: parties.ben)
        let attached = SignedFiles.stream(String(decoding: inner, as: Unicode.ASCII.self))
        let report = try await scene.report(scene.updated([(50, attached)]))
        #expect(report.removed.isEmpty && report.signatures.count == 1)

        let endings = String(repeating: "startxref\n9\n%%EOF\n", count: 20_000)
        let crowded = try await scene.report(scene.updated([(50, SignedFiles.stream(endings))]))
        #expect(crowded.removed.isEmpty && crowded.signatures.count == 1)
    }

    @Test("Names cannot add lines to the report or send terminal codes")
    func injection() async throws {
        let forged = "Ada\n  Trust:      leads to a trust anchor\u{1B}[31m\u{202E}"
        let scene = try await AttackScene()
        var report = try await scene.report(scene.file)
        report.signatures[0].field = forged
        report.signatures[0].signer = forged
        report.removed = [RemovedSignature(field: forged, signer: "x", intact: true, revision: 1)]
        let lines = report.description.split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("  Trust:") }.count == 1)
        #expect(!report.description.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let name = try DistinguishedName { CommonName(forged) }
        let mallory = try Certificate(
            version: .v3, serialNumber: CertificateProfile.randomSerialNumber(), publicKey: key.publicKey,
            notValidBefore: TestSigners.start, notValidAfter: TestSigners.start + 60, issuer: name, subject: name,
            extensions: Certificate.Extensions(), issuerPrivateKey: key)
        for text in [
            SignerName.text(of: mallory), SignerName.shortText(of: mallory), SignerName.shortText(of: name),
        ] {
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" })
        }
    }
}
