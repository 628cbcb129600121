import Foundation
import SwiftASN1
import Testing

@testable import CryptographicMessages
@testable import SignedPDF
@testable import TestSupport

@Suite("Signatures with rare algorithms")
struct RareAlgorithmTests {
    private static let content = Data("the signed content".utf8)

    private static func findings(_ container: [UInt8], over content: Data = content) -> SignerFindings {
        SignerFindings(contents: Data(container), encoding: "ETSI.CAdES.detached", covering: [content])
    }

    @Test(
        "Rare algorithms are verified and named",
        arguments: [
            (RareSignatures.plainSHA256, "ECDSA P-256 with SHA-256"),
            (RareSignatures.plainSHA384, "ECDSA P-384 with SHA-384"),
            (RareSignatures.plainSHA512, "ECDSA P-521 with SHA-512"),
            (RareSignatures.ecdsaSHA3_256, "ECDSA P-256 with SHA3-256"),
            (RareSignatures.ecdsaSHA3_384, "ECDSA P-384 with SHA3-384"),
            (RareSignatures.ecdsaSHA3_512, "ECDSA P-521 with SHA3-512"),
            (RareSignatures.rsaSHA3_256, "RSA 2048 with SHA3-256"),
            (RareSignatures.rsaSHA3_384, "RSA 2048 with SHA3-384"),
            (RareSignatures.rsaSHA3_512, "RSA 2048 with SHA3-512"),
            (RareSignatures.rsaEncryptionSHA3_256, "RSA 2048 with SHA3-256"),
            (RareSignatures.pssSHA3_256, "RSA-PSS 2048 with SHA3-256"),
            (RareSignatures.pssSHA3_512, "RSA-PSS 2048 with SHA3-512"),
            (RareSignatures.brainpoolP256, "ECDSA brainpoolP256r1 with SHA-256"),
            (RareSignatures.brainpoolP384, "ECDSA brainpoolP384r1 with SHA-384"),
        ])
    func checked(container: [UInt8], algorithm: String) {
        if algorithm.contains("SHA3"), DigestAlgorithm.sha3.isEmpty { return }  // not on this system
        let findings = Self.findings(container)
        #expect(findings.integrity == .intact)
        #expect(findings.findings.isEmpty)
        #expect(findings.algorithm == algorithm)
        #expect(findings.isBaseline)
        #expect(Self.findings(container, over: Data("another content".utf8)).integrity == .broken)
        var changed = container
        changed[changed.count - 5] ^= 1
        #expect(Self.findings(changed).integrity == .broken)
    }

    @Test("SHA-1 in plain ECDSA is intact and called weak")
    func plainSHA1() {
        let findings = Self.findings(RareSignatures.plainSHA1)
        #expect(findings.integrity == .intact)
        #expect(findings.findings == [.hashWeak(hash: "SHA-1")])
    }

    @Test(
        "An unsupported algorithm is named, and its signature is neither intact nor broken",
        arguments: [
            (RareSignatures.secp256k1, "ECDSA on secp256k1"), (RareSignatures.ed448, "Ed448"),
            (RareSignatures.ed448SHA512, "Ed448"), (RareSignatures.dsa, "DSA with SHA-256"),
            (RareSignatures.rsaSHA224, "RSA with SHA-224"), (RareSignatures.ecdsaSHA224, "ECDSA with SHA-224"),
            (RareSignatures.plainSHA224, "ECDSA with SHA-224"), (RareSignatures.pssSHA224, "RSA-PSS with SHA-224"),
        ])
    func unsupported(container: [UInt8], name: String) {
        let findings = Self.findings(container)
        #expect(findings.integrity == .unknown)
        #expect(
            findings.findings == [.algorithmNotSupported(algorithm: name, part: .signature)])
        #expect(findings.algorithm == name)
    }

    @Test(
        "A changed document breaks a signature even if its algorithm is unsupported",
        arguments: [
            RareSignatures.secp256k1, RareSignatures.ed448SHA512, RareSignatures.dsa, RareSignatures.pssSHA224,
        ])
    func unsupportedAndChanged(container: [UInt8]) {
        #expect(Self.findings(container, over: Data("another content".utf8)).integrity == .broken)
    }

    @Test("A signature over attributes that are not in DER order is intact with a note, and reaches no level")
    func unsortedAttributes() {
        let findings = Self.findings(RareSignatures.unsorted)
        #expect(findings.integrity == .intact)
        #expect(findings.findings == [.attributesNotDER])
        #expect(findings.findings.first?.severity == .note)
        #expect(!findings.isBaseline)
        #expect(Self.findings(RareSignatures.plainSHA256).findings.isEmpty)
    }

    @Test("SHA-3 gives the digests that FIPS 202 lists for the empty message")
    func sha3() {
        let digests = DigestAlgorithm.sha3.map { $0.digest(of: []).bytes.prefix(4).map { String($0, radix: 16) } }
        guard !digests.isEmpty else { return }
        #expect(digests == [["a7", "ff", "c6", "f8"], ["c", "63", "a7", "5b"], ["a6", "9f", "73", "cc"]])
        #expect(DigestAlgorithm.sha3.map(\.digestLength) == [32, 48, 64])
    }

    @Test("A timestamp over an unsupported digest is named as unsupported, not as damaged")
    func unsupportedImprint() throws {
        let sha224 = try DERText.algorithm([2, 16, 840, 1, 101, 3, 4, 2, 4])
        let request = DERText.sequence(
            DERText.integer([1]), DERText.sequence(sha224, DERText.octets(Array(repeating: 1, count: 28))))
        let clock = try TestClock(by: TestAuthority())
        let token = try TimestampToken(response: clock.answer(to: request, at: TestSigners.now))
        let findings = SignerFindings(
            contents: Data(token.bytes), encoding: "ETSI.RFC3161", covering: [Self.content])
        #expect(findings.integrity == .unknown)
        #expect(
            findings.findings == [.algorithmNotSupported(algorithm: "SHA-224", part: .timestamp)])
    }

    @Test("A signature stays intact if its timestamp cannot be checked, and a note gives the reason")
    func unsupportedTimestamps() async throws {
        var clock = try TestClock(by: TestAuthority())
        let signer = try TestSigners.p256()
        let container = try await CMSSignature.detached(
            digest: DigestAlgorithm.sha256.digest(of: Self.content).bytes, signer: signer)
        let value = try CMSSignedData.read(Array(container)).signer.value
        func notes(_ request: [UInt8]) throws -> [CMSFinding] {
            let token = try TimestampToken(response: clock.answer(to: request, at: TestSigners.now))
            let findings = SignerFindings(
                contents: try SignatureTimestamp.adding(token.bytes, to: container), encoding: "ETSI.CAdES.detached",
                covering: [Self.content])
            #expect(findings.integrity == .intact && findings.findings.allSatisfy { $0.severity == .note })
            #expect(!findings.timestamps.contains { $0.integrity == .intact })
            return findings.findings
        }
        let sha224 = try DERText.algorithm([2, 16, 840, 1, 101, 3, 4, 2, 4])
        let imprint = DERText.sequence(sha224, DERText.octets(Array(repeating: 1, count: 28)))
        #expect(
            try notes(DERText.sequence(DERText.integer([1]), imprint))
                == [.algorithmNotSupported(algorithm: "SHA-224", part: .signatureTimestamp)])
        clock.algorithm = [1, 3, 101, 113]
        let request = TimestampRequest(digest: DigestAlgorithm.sha256.digest(of: value))
        #expect(
            try notes(request.der()) == [
                .timestampNote(finding: .algorithmNotSupported(algorithm: "Ed448", part: .signature))
            ])
    }

    @Test("A trusted certificate with an unsupported key is refused by its curve's name")
    func unsupportedAnchor() throws {
        var node = try DER.parse(RareSignatures.secp256k1)
        for index in [1, 0, 3, 0] { node = try Array(node.childNodes())[index] }
        #expect(
            throws: SigningIdentityError.unreadableCertificate(
                position: 1, reason: "its key is for ECDSA on secp256k1, which is not supported here")
        ) { try CertificateDER.certificate(from: Array(node.encodedBytes)) }
    }
}
