import Foundation
import Testing
import X509

@testable import SignedPDF
@testable import TestSupport

@Suite("Documents signed with each algorithm")
struct SignatureKindTests {
    @Test("Signatures with each algorithm are valid, and it is named", arguments: SignatureAlgorithm.allCases)
    func areValid(algorithm: SignatureAlgorithm) async throws {
        let signer = try TestSigners.signer(algorithm)
        let time = signer.certificate.notValidBefore + 60
        let file = try await SignedFiles.signed(SignedFiles.agreement(), by: signer, at: time)
        let report = try await SignedFiles.report(file, trusting: [signer.certificate], at: time)
        #expect(report.verdict == .valid)
        let name = algorithm.description.replacing("RSA PKCS#1 v1.5", with: "RSA 2048")
            .replacing("RSA-PSS", with: "RSA-PSS 2048")
        #expect(report.signatures.first?.algorithm == name)

        var changed = file
        changed[40] ^= 1
        #expect(try await SignedFiles.report(changed, trusting: [signer.certificate], at: time).verdict == .invalid)
    }

    @Test("Signing with Ed25519 declares ISO/TS 32002 and PDF 2.0 once, and leaves earlier signatures valid")
    func declaresExtension() async throws {
        let parties = try SigningParties()
        let ed25519 = try TestSigners.signer(.ed25519)
        var file = try await SignedFiles.signed(SignedFiles.agreement(), field: "Ada", by: parties.ada)
        #expect(try PDFDocument(file).catalog()["Extensions"] == nil)
        for field in ["Second", "Third"] {
            file = try await SignedFiles.signed(file, field: field, by: ed25519)
            let catalog = try PDFDocument(file).catalog()
            #expect(catalog["Version"] == .name("2.0"))
            let declared = try #require(catalog["Extensions"]?.dictionaryValue?["ISO_"]?.dictionaryValue)
            #expect(declared["ExtensionLevel"] == .integer(32002))
            #expect(declared["BaseVersion"] == .name("2.0"))
        }
        let report = try await SignedFiles.report(file, trusting: parties.anchors + [ed25519.certificate])
        #expect(report.verdict == .valid)
        #expect(report.signatures.map(\.field) == ["Ada", "Second", "Third"])
    }
}
