import Foundation
import Testing

@testable import CryptographicMessages
@testable import SignedPDF

@Suite("CMS signatures made by OpenSSL")
struct OpenSSLSignatureTests {
    private static let content = Data("the signed content".utf8)

    private static func findings(_ bytes: [UInt8], over content: Data = content) throws -> SignerFindings {
        SignerFindings(try CMSSignedData.read(bytes)) { $0.digest(ofPieces: [content]) }
    }

    @Test(
        "An OpenSSL signature is intact over its own content only, and its algorithm is named",
        arguments: [
            (OpenSSLSignatures.ecdsaP256, "ECDSA P-256 with SHA-256"),
            (OpenSSLSignatures.ecdsaP384, "ECDSA P-384 with SHA-384"),
            (OpenSSLSignatures.ecdsaP521, "ECDSA P-521 with SHA-512"),
            (OpenSSLSignatures.rsa, "RSA 2048 with SHA-256"),
            (OpenSSLSignatures.rsaSHA512, "RSA 2048 with SHA-512"),
            (OpenSSLSignatures.pss, "RSA-PSS 2048 with SHA-256"),
            (OpenSSLSignatures.pssUnusual, "RSA-PSS 2048 with SHA-256"),
            (OpenSSLSignatures.withKeyIdentifier, "ECDSA P-256 with SHA-256"),
            (OpenSSLSignatures.indefiniteLength, "ECDSA P-256 with SHA-256"),
            (OpenSSLSignatures.withoutAttributes, "ECDSA P-256 with SHA-256"),
        ])
    func hold(bytes: [UInt8], algorithm: String) throws {
        let good = try Self.findings(bytes)
        #expect(good.integrity == .intact)
        #expect(good.findings.isEmpty)
        #expect(good.algorithm == algorithm)
        #expect(good.certificate.map(SignerName.text) == "Mira Beispiel <mira@example.org>")
        #expect(try Self.findings(bytes, over: Data("another content".utf8)).integrity == .broken)
    }

    @Test("A signature with SHA-1 is intact but weak")
    func withSHA1AreCalledWeak() throws {
        let findings = try Self.findings(OpenSSLSignatures.ecdsaSHA1)
        #expect(findings.integrity == .intact)
        #expect(findings.findings == [.hashWeak(hash: "SHA-1")])
    }

    @Test("A signature over a SHA-1 digest is intact, and reported as weak once")
    func overADigest() {
        func findings(_ content: Data) -> SignerFindings {
            SignerFindings(
                contents: Data(OpenSSLSignatures.embeddedSHA1), encoding: "adbe.pkcs7.sha1", covering: [content])
        }
        #expect(findings(Self.content).integrity == .intact)
        #expect(findings(Self.content).findings == [.hashWeak(hash: "SHA-1")])
        #expect(findings(Data("another content".utf8)).findings == [.digestDiffers])
    }

    @Test("A signature by two signers is doubtful, since a PDF signature has one")
    func byTwoSignersAreDoubtful() throws {
        #expect(try CMSSignedData.read(OpenSSLSignatures.twoSigners).signerCount == 2)
        let findings = SignerFindings(
            contents: Data(OpenSSLSignatures.twoSigners), encoding: "adbe.pkcs7.detached", covering: [Self.content])
        #expect(findings.findings.map(\.severity) == [.doubtful])
    }

    @Test("A signature under the wrong encoding is refused or not checked")
    func underOtherEncodings() {
        func findings(_ encoding: String?) -> SignerFindings {
            SignerFindings(contents: Data(OpenSSLSignatures.rsa), encoding: encoding, covering: [Self.content])
        }
        #expect(findings("adbe.pkcs7.detached").integrity == .intact)
        #expect(findings("ETSI.CAdES.detached").findings.map(\.severity) == [.doubtful])
        #expect(findings("ETSI.RFC3161").integrity == .broken)
        #expect(findings("adbe.pkcs7.sha1").integrity == .broken)
        #expect(findings("adbe.x509.rsa_sha1").integrity == .unknown)
        #expect(findings("something").integrity == .unknown)
        #expect(findings(nil).integrity == .unknown)
    }

    @Test("A signature's signing time is read")
    func tellTheirSigningTime() throws {
        let time = try #require(try Self.findings(OpenSSLSignatures.rsa).claimedTime)
        #expect(time > Date(timeIntervalSince1970: 1_700_000_000))
        #expect(try Self.findings(OpenSSLSignatures.withoutAttributes).claimedTime == nil)
    }
}

@Suite("The extent of a BER value")
struct BERExtentTests {
    @Test(
        "A BER value ends where its length says",
        arguments: [
            ([0x04, 0x02, 1, 2, 0, 0], 4),
            ([0x04, 0x81, 0x02, 1, 2, 9], 5),
            ([0x30, 0x80, 0x04, 0x01, 7, 0, 0, 0, 0], 7),
            ([0x30, 0x80, 0x30, 0x80, 0, 0, 0, 0, 1], 8),
            ([0x1F, 0x81, 0x01, 0x01, 5], 5),
        ] as [([UInt8], Int)])
    func ends(bytes: [UInt8], size: Int) {
        #expect(BERExtent.first(in: bytes[...]) == size)
    }

    @Test(
        "A truncated BER value has no extent",
        arguments: [[], [0x30], [0x30, 0x05, 1], [0x30, 0x80, 0x04, 0x01], [0x30, 0x88, 1, 1, 1, 1, 1, 1, 1, 1]]
            as [[UInt8]])
    func isUnknown(bytes: [UInt8]) {
        #expect(BERExtent.first(in: bytes[...]) == nil)
    }

    @Test("Endlessly nested BER values have no extent and cause no crash")
    func nestedWithoutEnd() {
        let bytes = [[UInt8]](repeating: [0x30, 0x80], count: 100_000).flatMap { $0 }
        #expect(BERExtent.first(in: bytes[...]) == nil)
    }
}
