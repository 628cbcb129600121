import Crypto
import Foundation
import SwiftASN1
import Testing
import X509

@testable import CryptographicMessages
@testable import SignedPDF
@testable import TestSupport

@Suite("Weak and swapped algorithms")
struct AlgorithmDowngradeTests {
    private let content = Data("the signed content".utf8)
    private let identity: SigningIdentity

    init() throws {
        identity = try TestSigners.p256()
    }

    private func findings(_ container: some Sequence<UInt8>) -> SignerFindings {
        SignerFindings(contents: Data(container), encoding: "ETSI.CAdES.detached", covering: [content])
    }

    private func findings(_ change: (inout LooseCMS) -> Void) async throws -> SignerFindings {
        var loose = LooseCMS(identity: identity)
        change(&loose)
        return findings(try await loose.signed(content))
    }

    @Test("A loosely built but correct signature is intact")
    func faultless() async throws {
        let findings = try await findings { _ in }
        #expect(findings.integrity == .intact)
        #expect(findings.findings.isEmpty)
    }

    @Test("A signature that relies on MD5 names it and is never intact")
    func md5() {
        let findings = findings(WeakSignatures.md5)
        #expect(findings.integrity == .unknown)
        #expect(findings.algorithm == "a signature with MD5")
        #expect(
            findings.findings == [.hashWeak(hash: "MD5")])
    }

    @Test("A signature with an RSA key under 2,048 bits reports the key's length and is never intact")
    func shortKey() {
        let findings = findings(WeakSignatures.rsa1024)
        #expect(findings.integrity == .unknown)
        #expect(
            findings.findings.contains(.keyWeak(certificate: "Mira Beispiel", bits: 1024)))
    }

    @Test("A short RSA key does not hide that the bytes were changed")
    func shortKeyOverOtherBytes() {
        let findings = SignerFindings(
            contents: Data(WeakSignatures.rsa1024), encoding: "adbe.pkcs7.detached", covering: [content + [0]])
        #expect(findings.integrity == .broken)
    }

    @Test(
        "A certificate signed with an outdated hash function is reported",
        arguments: [(WeakSignatures.certifiedWithSHA1, "SHA-1"), (WeakSignatures.certifiedWithMD5, "MD5")])
    func weaklyCertified(container: [UInt8], hash: String) {
        let findings = findings(container)
        #expect(findings.integrity != .broken)
        #expect(
            findings.findings.contains(.certificateHashWeak(certificate: "Mira Beispiel", hash: hash)))
    }

    @Test("A signature with two hash functions is doubtful")
    func twoHashFunctions() async throws {
        let findings = try await findings {
            $0.algorithm =
                SignatureAlgorithm.allCases.first { $0.description == "ECDSA P-256 with SHA-512" }
                ?? .ecdsaP256SHA256
            $0.protects = nil
        }
        #expect(findings.integrity == .intact)
        #expect(findings.findings == [.hashFunctionsDiffer(document: "SHA-256", signature: "SHA-512")])
        #expect(findings.findings.map(\.severity) == [.doubtful])
    }

    @Test("Algorithms other than the protected ones break the signature")
    func exchangedAlgorithms() async throws {
        for protected in [SignatureAlgorithm.ecdsaP384SHA384, .rsaPKCS1SHA256] {
            let findings = try await findings { $0.protects = protected }
            #expect(findings.integrity == .broken)
            #expect(
                findings.findings == [.algorithmsDiffer])
        }
    }

    @Test(
        "An attribute that appears twice breaks the signature, whatever its values",
        arguments: [ASN1ObjectIdentifier.CMS.contentType, .CMS.messageDigest, .CMS.algorithmProtection])
    func repeated(attribute: ASN1ObjectIdentifier) async throws {
        let findings = try await findings { $0.repeated = [attribute] }
        #expect(findings.integrity == .broken)
    }

    @Test(
        "Attributes without content type or digest break the signature",
        arguments: [ASN1ObjectIdentifier.CMS.contentType, .CMS.messageDigest])
    func missing(attribute: ASN1ObjectIdentifier) async throws {
        let findings = try await findings { $0.leftOut = [attribute] }
        #expect(findings.integrity == .broken)
    }

    @Test("A content type or a digest of something else breaks the signature")
    func otherContent() async throws {
        #expect(try await findings { $0.contentType = .CMS.timestampInfo }.integrity == .broken)
        #expect(try await findings { $0.otherContent = Data("another content".utf8) }.integrity == .broken)
    }

    @Test("A signature that claims to be PAdES and does not cover its certificate is doubtful")
    func withoutCertificateAttribute() async throws {
        let findings = try await findings { $0.leftOut = [.CMS.signingCertificateV2] }
        #expect(findings.integrity == .intact)
        #expect(
            findings.findings == [.certificateNotCovered])
    }

    @Test("A signature by another certificate than the one it names in its attributes is broken")
    func otherCertificate() async throws {
        let other = try TestSigners.p256().certificate
        let findings = try await findings { $0.otherCertificate = other }
        #expect(findings.integrity == .broken)
        #expect(
            findings.findings == [.certificateDiffers])
    }

    @Test("A missing or swapped certificate breaks the signature")
    func exchangedCertificate() async throws {
        let other = try TestSigners.p256().certificate
        let findings = try await findings { $0.certificates = [other] }
        #expect(findings.integrity == .broken)
        #expect(findings.findings.contains(.certificateMissing))
    }
}
