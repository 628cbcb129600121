import Foundation
import Testing
import X509

@testable import SignedPDF
@testable import TestSupport

@Suite("Verifying signatures")
struct SignatureVerificationTests {
    private let parties: SigningParties

    init() throws {
        parties = try SigningParties()
    }

    @Test("A file without a signature is unsigned")
    func unsigned() async throws {
        let report = try await SignedFiles.report(SignedFiles.agreement(), trusting: parties.anchors)
        #expect(report.verdict == .unsigned)
        #expect(report.signatures.isEmpty)
    }

    @Test("A signature over the whole file with a trusted chain is valid, and all its facts are reported")
    func valid() async throws {
        let file = try await SignedFiles.signed(SignedFiles.agreement(), by: parties.ada)
        let report = try await SignedFiles.report(file, trusting: parties.anchors)
        #expect(report.verdict == .valid)
        let signature = try #require(report.signatures.first)
        #expect(signature.field == "Signature")
        #expect(signature.signer == "Ada Lovelace <ada@example.org>")
        #expect(signature.signingTime == SignedFiles.now)
        #expect(signature.timeSource == .signatureDictionary)
        #expect(signature.algorithm == "ECDSA P-256 with SHA-256")
        #expect(signature.intact == true)
        #expect(signature.coverage == .wholeFile)
        #expect(signature.laterChanges.isEmpty)
        #expect(signature.trusted)
        #expect(signature.trustProblem == nil)
        #expect(signature.problems.isEmpty)
    }

    @Test("An RSA signature is valid too")
    func validRSA() async throws {
        let signer = try TestSigners.rsa()
        let time = signer.certificate.notValidBefore + 1
        let file = try await SignedFiles.signed(SignedFiles.agreement(), by: signer, at: time)
        let report = try await SignedFiles.report(file, trusting: [signer.certificate], at: time)
        #expect(report.verdict == .valid)
        #expect(report.signatures.first?.algorithm == "RSA 2048 with SHA-256")
    }

    @Test("Without an anchor an intact signature is indeterminate")
    func withoutAnchor() async throws {
        let file = try await SignedFiles.signed(SignedFiles.agreement(), by: parties.ada)
        let report = try await SignedFiles.report(file, trusting: [])
        #expect(report.verdict == .indeterminate)
        #expect(report.signatures.first?.intact == true)
        #expect(report.signatures.first?.trusted == false)
        #expect(report.signatures.first?.findings == [.trust(.noAnchors)])
    }

    @Test("With another authority as anchor the missing issuer is named")
    func withAnotherAnchor() async throws {
        let file = try await SignedFiles.signed(SignedFiles.agreement(), by: parties.ada)
        let other = try CertificateAuthority.make(commonName: "Other", notBefore: TestSigners.start)
        let report = try await SignedFiles.report(file, trusting: [other.certificate])
        #expect(report.verdict == .indeterminate)
        #expect(report.signatures.first?.findings == [.trust(.issuerNotTrusted(issuer: "Test authority"))])
    }

    @Test("An authority of the same name with another key is no anchor")
    func withAnImpostor() async throws {
        let file = try await SignedFiles.signed(SignedFiles.agreement(), by: parties.ada)
        let impostor = try CertificateAuthority.make(commonName: "Test authority", notBefore: TestSigners.start)
        let report = try await SignedFiles.report(file, trusting: [impostor.certificate])
        #expect(report.signatures.first?.trusted == false)
    }

    @Test("A self-signed certificate is trusted only if it is itself an anchor")
    func selfSigned() async throws {
        let signer = try TestSigners.p256()
        let file = try await SignedFiles.signed(SignedFiles.agreement(), by: signer)
        let trusted = try await SignedFiles.report(file, trusting: [signer.certificate])
        #expect(trusted.verdict == .valid)
        let untrusted = try await SignedFiles.report(file, trusting: parties.anchors)
        #expect(untrusted.verdict == .indeterminate)
        #expect(
            untrusted.signatures.first?.trustProblem
                == "The certificate is self-signed and not among the trust anchors.")
    }

    @Test("An expired certificate is reported as valid at the claimed time")
    func expired() async throws {
        let file = try await SignedFiles.signed(SignedFiles.agreement(), by: parties.ada)
        let report = try await SignedFiles.report(file, trusting: parties.anchors, at: SignedFiles.now + 1_000_000)
        #expect(report.verdict == .indeterminate)
        let problem = try #require(report.signatures.first?.trustProblem)
        #expect(problem.hasPrefix("The certificate of “Ada Lovelace” expired at 2023-11-15T22:13:20Z."))
        #expect(problem.contains("It was valid at the claimed time of signing, 2023-11-14T22:30:00Z"))
    }

    @Test("A certificate not valid yet, now or at the claimed time, is reported")
    func notYetValid() async throws {
        let file = try await SignedFiles.signed(SignedFiles.agreement(), by: parties.ada, at: TestSigners.start - 7200)
        let early = try await SignedFiles.report(file, trusting: parties.anchors, at: TestSigners.start - 3600)
        #expect(early.signatures.first?.findings.map(\.code) == ["certificate-not-yet-valid"])
        let late = try await SignedFiles.report(file, trusting: parties.anchors)
        #expect(late.verdict == .indeterminate)
        #expect(
            late.signatures.first?.findings == [.validity(.claimedTimeImplausible)])
    }

    @Test("A certificate for another purpose is not trusted")
    func wrongPurpose() async throws {
        let file = try await SignedFiles.signed(SignedFiles.agreement(), by: parties.ada)
        let purpose = CertificatePurpose.timestamping.problem(of: parties.ada.certificate)
        #expect(purpose == .notForTimestamps)
        #expect(
            CertificatePurpose.documentSigning.problem(of: parties.authority.certificate)
                == .keyUsageWithoutSignatures)
        #expect(try await SignedFiles.report(file, trusting: parties.anchors).verdict == .valid)
    }

    @Test("A second signature leaves the first one valid and is listed as a later change")
    func secondSignature() async throws {
        let first = try await SignedFiles.signed(SignedFiles.agreement(), field: "Ada", by: parties.ada)
        let both = try await SignedFiles.signed(first, field: "Ben", by: parties.ben)
        let report = try await SignedFiles.report(both, trusting: parties.anchors)
        #expect(report.verdict == .valid)
        #expect(report.signatures.map(\.field) == ["Ada", "Ben"])
        #expect(report.signatures.map(\.coverage) == [.revision, .wholeFile])
        #expect(
            report.signatures.first?.laterChanges == [
                "a signature by Ben Bitdiddle <ben@example.org> was added on page 1"
            ])
        #expect(report.signatures.last?.laterChanges == [])
    }

    @Test("Fields that a second signer adds are named with their pages, and make the first signature invalid")
    func fieldsOfASecondSigner() async throws {
        let first = try await SignedFiles.signed(
            SignedFiles.agreement(), field: "Ada", filling: [SignedFiles.textField("City", "London")], by: parties.ada)
        let added = try PDFDocument(first).update(
            adding: [
                SignedFiles.textField("Town", "Boston"),
                FormField(
                    name: "Agreed", page: 2, rect: PageRect(x: 72, y: 72, width: 12, height: 12),
                    content: .checkbox(true)),
            ])
        let both = try await SignedFiles.signed(first + added, field: "Ben", by: parties.ben)
        let report = try await SignedFiles.report(both, trusting: parties.anchors)
        #expect(report.verdict == .invalid)
        let changes = try #require(report.signatures.first?.laterChanges)
        #expect(changes.contains("the field “Town” on page 1 was added"))
        #expect(changes.contains("the field “Agreed” on page 2 was added"))
        #expect(report.signatures.last?.problems == [])
    }

    @Test("Filling a field afterwards is named and accepted, with or without a further signature")
    func fillingAfterwards() async throws {
        let prepared = SignedFiles.agreement()
        let withField = prepared + (try PDFDocument(prepared).update(adding: [SignedFiles.textField("City", "")]))
        let signed = try await SignedFiles.signed(withField, by: parties.ada)
        let filled = signed + (try PDFDocument(signed).update(adding: [SignedFiles.textField("City", "London")]))
        let report = try await SignedFiles.report(filled, trusting: parties.anchors)
        #expect(report.verdict == .valid)
        #expect(report.signatures.first?.laterChanges == ["the field “City” on page 1 was filled in"])
        #expect(report.signatures.first?.coverage == .revision)
    }

    @Test("A field added later without a signature makes the file invalid")
    func fieldAddedUnsigned() async throws {
        let signed = try await SignedFiles.signed(SignedFiles.agreement(), by: parties.ada)
        let changed = signed + (try PDFDocument(signed).update(adding: [SignedFiles.textField("Price", "1")]))
        let report = try await SignedFiles.report(changed, trusting: parties.anchors)
        #expect(report.verdict == .invalid)
        #expect(report.signatures.first?.intact == true)
        #expect(
            report.signatures.first?.problems == [
                "The field “Price” on page 1 was added after this signature was made."
            ])
    }

    @Test("The report has every key of its JSON form, and reads back")
    func json() async throws {
        let file = try await SignedFiles.signed(SignedFiles.agreement(), by: parties.ada)
        var report = try await SignedFiles.report(file, trusting: [])
        report.file = "agreement.pdf"
        let json = try JSONEncoder().encode(report)
        let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect(Set(object.keys) == ["file", "verdict", "signatures", "removed"])
        #expect(object["verdict"] as? String == "indeterminate")
        let signature = try #require((object["signatures"] as? [[String: Any]])?.first)
        #expect(
            Set(signature.keys) == [
                "field", "signer", "signingTime", "timeSource", "algorithm", "intact", "coverage", "laterChanges",
                "changes", "trusted", "trustProblem", "problems", "level", "revocation", "verifiableUntil",
                "vouchedBy", "notes", "findings", "kind",
            ])
        #expect(signature["signingTime"] as? String == "2023-11-14T22:30:00Z")
        #expect(signature["timeSource"] as? String == "signature dictionary /M (claimed by the signer)")
        #expect(signature["coverage"] as? String == "whole-file")
        #expect(try JSONDecoder().decode(VerificationReport.self, from: json) == report)
    }

    @Test("The report for people names the file, the verdict and each signature's facts")
    func text() async throws {
        let file = try await SignedFiles.signed(SignedFiles.agreement(), by: parties.ada)
        var report = try await SignedFiles.report(file, trusting: parties.anchors)
        report.file = "agreement.pdf"
        let text = report.description
        for part in ["agreement.pdf is valid", "Ada Lovelace <ada@example.org>", "intact", "the whole file"] {
            #expect(text.contains(part))
        }
    }

    @Test("A signature that cannot be checked is neither intact nor broken, and its bytes are reported as unchecked")
    func notChecked() async throws {
        var file = try await SignedFiles.signed(SignedFiles.agreement(), by: parties.ada)
        let name = try #require(file.range(of: Data("ETSI.CAdES.detached".utf8)))
        file.replaceSubrange(name, with: Data("ETSI.XAdES.detached".utf8))
        let report = try await SignedFiles.report(file, trusting: parties.anchors)
        #expect(report.verdict == .indeterminate)
        #expect(report.signatures.map(\.intact) == [nil])
        #expect(report.description.contains("Bytes:      not checked\n"))
        let json = try JSONEncoder().encode(report)
        #expect(String(decoding: json, as: UTF8.self).contains("\"intact\":null"))
        #expect(try JSONDecoder().decode(VerificationReport.self, from: json) == report)
    }

    @Test("A note is reported, keeps the verdict and removes the level")
    func notes() async throws {
        func report(isReversed: Bool) async throws -> VerificationReport {
            let loose = LooseCMS(identity: parties.ada, isReversed: isReversed)
            let file = try await LooseSigner.sign(SignedFiles.agreement(), by: parties.ada) {
                try await loose.signed($0)
            }
            return try await SignedFiles.report(file, trusting: parties.anchors)
        }
        let (plain, odd) = (try await report(isReversed: false), try await report(isReversed: true))
        #expect(plain.verdict == .valid && odd.verdict == .valid)
        #expect(plain.signatures.map(\.level) == [.basic] && odd.signatures.map(\.level) == [nil])
        #expect(plain.signatures.map(\.notes) == [[]] && odd.signatures.map(\.notes.count) == [1])
        #expect(odd.signatures.first?.problems == [])
        #expect(odd.description.contains("\n  Notes:\n    - The signed attributes do not stand in the order"))
        #expect(!plain.description.contains("Notes:"))
    }
}
