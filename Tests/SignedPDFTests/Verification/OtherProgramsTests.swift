import Foundation
import Testing
import X509

@testable import SignedPDF
@testable import TestSupport

@Suite("Signatures by pyHanko")
struct OtherProgramsTests {
    private func report(_ file: Data, trusting anchors: [Certificate] = []) async throws -> VerificationReport {
        let signers = try signerCertificates(file)
        let time = try #require(signers.first).notValidBefore + 3600
        return try await SignedFiles.report(file, trusting: signers + anchors, at: time)
    }

    private func signerCertificates(_ file: Data) throws -> [Certificate] {
        let document = try PDFDocument(file)
        return try SignedField.all(in: document, tree: FieldTree(document)).compactMap { field in
            field.subFilter == "ETSI.RFC3161"
                ? nil : try CMSSignedData.read(Array(field.contents ?? Data())).signerCertificate
        }
    }

    @Test("A signature with RSA-PSS and adbe.pkcs7.detached is valid")
    func pss() async throws {
        let report = try await report(PyHankoFiles.pss)
        #expect(report.verdict == .valid)
        let signature = try #require(report.signatures.first)
        #expect(signature.algorithm == "RSA-PSS 2048 with SHA-256")
        #expect(signature.signer == "Mira Beispiel <mira@example.org>")
        #expect(signature.timeSource == .signingTimeAttribute)
    }

    @Test("A signature with Ed25519 is valid")
    func ed25519() async throws {
        let report = try await report(PyHankoFiles.ed25519)
        #expect(report.verdict == .valid)
        #expect(report.signatures.first?.algorithm == "Ed25519")
    }

    @Test("Two signatures in a row are both valid")
    func two() async throws {
        let report = try await report(PyHankoFiles.two)
        #expect(report.verdict == .valid)
        #expect(report.signatures.map(\.algorithm) == ["ECDSA P-384 with SHA-384", "ECDSA P-256 with SHA-256"])
        #expect(report.signatures.map(\.coverage) == [.revision, .wholeFile])
    }

    @Test("A certification without permitted changes is valid until the document changes")
    func certified() async throws {
        let file = try PyHankoFiles.certified
        #expect(try await report(file).verdict == .valid)
        let document = try PDFDocument(file)
        let signer = try TestSigners.p256()
        await #expect(throws: PDFError.additionsForbidden) {
            _ = try await document.signedRevision(SignatureField(name: "Later"), with: signer, at: SignedFiles.now)
        }
        let page = try document.page(1).reference.number
        let root = try #require(document.trailer["Root"]?.referenceValue)
        let changed = try SignedFiles.appending(
            [(page, "<< /Type /Page /MediaBox [0 0 100 100] >>")], to: file, trailer: "/Root \(root) R")
        let report = try await report(changed)
        #expect(report.verdict == .invalid)
        #expect(report.signatures.first?.problems.isEmpty == false)
    }

    @Test("A signature with a byte changed is invalid", arguments: [20, 200, 300])
    func changed(index: Int) async throws {
        var file = try PyHankoFiles.two
        file[index] ^= 0x04
        guard let document = try? PDFDocument(file) else { return }
        let report = try? await document.verifySignatures(trusting: [], at: SignedFiles.now)
        #expect(report == nil || report?.verdict == .invalid)
    }

    @Test("A trusted timestamp gives the signing time, and a document timestamp counts as a signature")
    func timestamps() async throws {
        let file = try PyHankoTimestamps.signedAndTimestamped
        let authority = try CertificatePEM.certificates(in: PyHankoTimestamps.authority)
        let report = try await report(file, trusting: authority)
        #expect(report.verdict == .valid)
        #expect(report.signatures.map(\.field) == ["Sig1", "Time"])
        #expect(report.signatures.map(\.timeSource) == [.timestamp, .timestamp])
        #expect(report.signatures.map(\.signer) == ["Mira Beispiel <mira@example.org>", "Uhr"])
        #expect(report.signatures.map(\.coverage) == [.revision, .wholeFile])

        let withoutAuthority = try await self.report(file)
        #expect(withoutAuthority.verdict == .indeterminate)
        #expect(withoutAuthority.signatures.first?.timeSource == .untrustedTimestamp)
        #expect(withoutAuthority.signatures.last?.trusted == false)
    }
}
