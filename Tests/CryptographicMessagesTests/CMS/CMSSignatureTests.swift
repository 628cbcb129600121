import Crypto
import CryptoExtras
import Foundation
import SwiftASN1
import Testing
import X509

@testable import CryptographicMessages
@testable import TestSupport

@Suite("Detached CMS signatures")
struct CMSSignatureTests {
    private let content = Data("the signed content".utf8)

    private func findings(_ signature: Data, over content: Data) throws -> SignerFindings {
        SignerFindings(try CMSSignedData.read(Array(signature))) { $0.digest(ofPieces: [content]) }
    }

    @Test("A signature is intact over its own content only", arguments: SignatureAlgorithm.allCases)
    func holdOverTheirContent(algorithm: SignatureAlgorithm) async throws {
        let signer = try TestSigners.signer(algorithm)
        #expect(signer.algorithm == algorithm)
        let digest = algorithm.digest.algorithm.digest(of: content)
        let signature = try await CMSSignature.detached(digest: digest.bytes, signer: signer)

        let good = try findings(signature, over: content)
        #expect(good.integrity == .intact)
        #expect(good.findings.isEmpty)
        #expect(good.certificate == signer.certificate)

        let bad = try findings(signature, over: content + [0])
        #expect(bad.integrity == .broken)
        #expect(bad.findings == [.digestDiffers])
    }

    @Test("A signature has exactly the signed attributes of PAdES baseline B, sorted, and no signing time")
    func carryTheAttributesOfPAdES() async throws {
        let signer = try TestSigners.p256()
        let signature = try await CMSSignature.detached(digest: SHA256.hash(data: content), signer: signer)
        let signedData = try CMSSignedData.read(Array(signature))
        let attributes = try #require(signedData.signer.signedAttributes)
        for type in [ASN1ObjectIdentifier.CMS.contentType, .CMS.messageDigest, .CMS.signingCertificateV2] {
            #expect(attributes.values(of: type).count == 1)
        }
        #expect(attributes.values(of: .CMS.algorithmProtection).isEmpty)
        #expect(attributes.values(of: .CMS.signingTime).isEmpty)
        #expect(signedData.content == nil)
        #expect(SigningCertificateAttribute.check(attributes, names: signer.certificate) == .matches)
        // As they stand is as DER has them: there is no second form.
        #expect(attributes.signedForms.count == 1)
    }

    @Test("A signature names its certificate, so another one with the same key does not match")
    func nameTheirCertificate() async throws {
        let key = P256.Signing.PrivateKey()
        func certificate(_ name: String) throws -> Certificate {
            let subject = try CertificateName.distinguished(name)
            return try CertificateProfile(
                subject: subject, publicKey: Certificate.PublicKey(key.publicKey), notBefore: TestSigners.start,
                notAfter: TestSigners.start + 1000, use: .documentSigning(email: nil)
            ).certificate(issuer: subject, issuerKey: Certificate.PrivateKey(key))
        }
        let first = try SigningIdentity(key: .p256(key), certificates: [certificate("First")])
        let second = try certificate("Second")
        let signature = try await CMSSignature.detached(digest: SHA256.hash(data: content), signer: first)
        let attributes = try #require(try CMSSignedData.read(Array(signature)).signer.signedAttributes)
        #expect(SigningCertificateAttribute.check(attributes, names: second) == .differs)
    }

    @Test("A signature never exceeds its estimated size", arguments: SignatureAlgorithm.allCases)
    func needNoMoreRoomThanEstimated(algorithm: SignatureAlgorithm) async throws {
        let signer = try TestSigners.signer(algorithm)
        let room = try CMSSignature.estimatedSize(for: signer)
        for number in 0..<(algorithm.kind == .ecdsaP256 ? 40 : 4) {
            let digest = algorithm.digest.algorithm.digest(of: Data("content \(number)".utf8))
            let signature = try await CMSSignature.detached(digest: digest.bytes, signer: signer)
            #expect(signature.count <= room)
            #expect(signature.count > room - 640)
        }
    }

    @Test("Changing a byte of the signed attributes or the value breaks the signature")
    func breakWhenAByteChanges() async throws {
        let signer = try TestSigners.p256()
        let signature = try await CMSSignature.detached(digest: SHA256.hash(data: content), signer: signer)
        let certificate = try #require(signer.certificateChain.first)
        var coder = DER.Serializer()
        try coder.serialize(certificate)
        // Everything after the certificate is the signer info.
        let certificateEnd = try #require(Data(signature).range(of: Data(coder.serializedBytes))).upperBound
        for index in certificateEnd..<signature.count {
            var changed = Array(signature)
            changed[index] ^= 0x01
            guard let signedData = try? CMSSignedData.read(changed) else { continue }
            let findings = SignerFindings(signedData) { $0.digest(ofPieces: [content]) }
            // The version number and how a hash function's absent parameters are written are signed by nobody.
            if findings.integrity == .intact {
                #expect(signedData.signer.value == (try CMSSignedData.read(Array(signature)).signer.value))
                #expect(findings.certificate == signer.certificate)
            }
        }
        var changed = Array(signature)
        changed[changed.count - 1] ^= 0xFF
        #expect(try findings(Data(changed), over: content).integrity == .broken)
    }

    @Test("A truncated signature throws an error at any length")
    func cutShortAreDamaged() async throws {
        let signer = try TestSigners.p256()
        let signature = try await CMSSignature.detached(digest: SHA256.hash(data: content), signer: signer)
        for length in 0..<signature.count {
            #expect(throws: CMSError.self) { try CMSSignedData.read(Array(signature.prefix(length))) }
        }
    }

    @Test("Only zeros may follow a signature")
    func mayBeFollowedByZeros() async throws {
        let signer = try TestSigners.p256()
        let signature = Array(try await CMSSignature.detached(digest: SHA256.hash(data: content), signer: signer))
        #expect(try !CMSSignedData.read(signature + [0, 0, 0]).hasTrailingData)
        #expect(try CMSSignedData.read(signature + [0, 1, 0]).hasTrailingData)
    }

    @Test("A digest by another hash function than the signer's is refused")
    func overAnotherDigest() async throws {
        let signer = try TestSigners.p256()
        await #expect(throws: SigningIdentityError.self) {
            try await CMSSignature.detached(digest: SHA512.hash(data: content), signer: signer)
        }
    }

    @Test("A signer without a certificate is refused")
    func withoutCertificateAreRefused() async {
        struct Nobody: DocumentSigner {
            var certificateChain: [Certificate] { [] }
            var algorithm: SignatureAlgorithm { .ecdsaP256SHA256 }
            func signature(over input: Data) async throws -> Data { Data() }
        }
        await #expect(throws: SigningIdentityError.noCertificate) {
            try await CMSSignature.detached(digest: SHA256.hash(data: Data()), signer: Nobody())
        }
    }
}
