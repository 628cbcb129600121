import Crypto
import Foundation
import SwiftASN1
import Testing
import X509

@testable import CryptographicMessages
@testable import TestSupport

@Suite("Whether a certificate is trusted")
struct TrustFindingsTests {
    private let parties: SigningParties
    private let time = TestSigners.start + 60

    init() throws {
        parties = try SigningParties()
    }

    private func trust(
        _ certificate: Certificate, with intermediates: [Certificate] = [],
        for purpose: CertificatePurpose = .documentSigning
    ) async -> TrustFindings {
        await TrustFindings.evaluate(
            certificate, intermediates: intermediates, anchors: parties.anchors, purpose: purpose, time: time,
            claimedTime: nil)
    }

    /// A certificate issued by a certificate's key, with the extensions given.
    private func certificate(
        _ name: String, by issuer: (name: String, key: Certificate.PrivateKey), _ extensions: Certificate.Extensions
    ) throws -> (certificate: Certificate, key: Certificate.PrivateKey) {
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let certificate = try Certificate(
            version: .v3, serialNumber: CertificateProfile.randomSerialNumber(), publicKey: key.publicKey,
            notValidBefore: TestSigners.start, notValidAfter: TestSigners.start + 3600,
            issuer: CertificateName.distinguished(issuer.name), subject: CertificateName.distinguished(name),
            extensions: extensions, issuerPrivateKey: issuer.key)
        return (certificate, key)
    }

    private var root: (name: String, key: Certificate.PrivateKey) {
        get throws { ("Test authority", try SigningKey(pem: parties.authority.keyPEM).certificateKey) }
    }

    @Test("A signer cannot certify others, even if its own certificate is trusted")
    func signersCannotCertify() async throws {
        let mallory = try certificate(
            "Mallory", by: ("Ada Lovelace", parties.ada.key.certificateKey), Certificate.Extensions())
        #expect(await trust(parties.ada.certificate).isTrusted)
        let findings = await trust(mallory.certificate, with: [parties.ada.certificate])
        #expect(findings == TrustFindings(isTrusted: false, problem: .mayNotIssue(issuer: "Ada Lovelace")))
    }

    @Test("A version 1 certificate that is not an anchor cannot certify others")
    func oldVersion() async throws {
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let root = try self.root
        let old = try Certificate(
            version: .v1, serialNumber: CertificateProfile.randomSerialNumber(), publicKey: key.publicKey,
            notValidBefore: TestSigners.start, notValidAfter: TestSigners.start + 3600,
            issuer: CertificateName.distinguished(root.name), subject: CertificateName.distinguished("Old"),
            extensions: Certificate.Extensions(), issuerPrivateKey: root.key)
        let mallory = try certificate("Mallory", by: ("Old", key), Certificate.Extensions())
        let findings = await trust(mallory.certificate, with: [old])
        #expect(findings == TrustFindings(isTrusted: false, problem: .mayNotIssue(issuer: "Old")))
        let anchored = await TrustFindings.evaluate(
            mallory.certificate, intermediates: [], anchors: [old], purpose: .documentSigning, time: time,
            claimedTime: nil)
        #expect(anchored.isTrusted)
    }

    @Test("Cross-certified authorities of one name end the search and do not hide a valid path")
    func crossSigned() async throws {
        let authority = try Certificate.Extensions {
            Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
        }
        let name = try CertificateName.distinguished("X")
        let keys = (0..<9).map { _ in Certificate.PrivateKey(P256.Signing.PrivateKey()) }
        func crossed(
            _ subject: Certificate.PrivateKey, by issuer: Certificate.PrivateKey, _ issuerName: DistinguishedName
        )
            throws -> Certificate
        {
            try Certificate(
                version: .v3, serialNumber: CertificateProfile.randomSerialNumber(), publicKey: subject.publicKey,
                notValidBefore: TestSigners.start, notValidAfter: TestSigners.start + 3600, issuer: issuerName,
                subject: name, extensions: authority, issuerPrivateKey: issuer)
        }
        var bomb: [Certificate] = []
        for subject in keys {
            for issuer in keys where issuer != subject { bomb.append(try crossed(subject, by: issuer, name)) }
        }
        let leaf = try certificate("Leaf", by: ("X", keys[0]), Certificate.Extensions()).certificate
        let findings = await trust(leaf, with: bomb)
        #expect(
            findings.problem == .tooManyPaths)
        // One that permits authorities below it.
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let rootName = try CertificateName.distinguished("Root")
        let anchor = try Certificate(
            version: .v3, serialNumber: CertificateProfile.randomSerialNumber(), publicKey: key.publicKey,
            notValidBefore: TestSigners.start, notValidAfter: TestSigners.start + 3600, issuer: rootName,
            subject: rootName, extensions: authority, issuerPrivateKey: key)
        let way = try crossed(keys[0], by: key, rootName)
        let found = await TrustFindings.evaluate(
            leaf, intermediates: bomb + [way], anchors: [anchor], purpose: .documentSigning, time: time,
            claimedTime: nil)
        #expect(found.isTrusted)
    }

    @Test("An authority below a path length of zero is not trusted, nor are its certificates")
    func pathLength() async throws {
        let below = try certificate(
            "Below", by: root,
            Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                Critical(KeyUsage(keyCertSign: true))
            })
        let signer = try certificate("Eve", by: ("Below", below.key), Certificate.Extensions())
        let findings = await trust(signer.certificate, with: [below.certificate])
        #expect(!findings.isTrusted)
        #expect(findings.problem == .chainRuleBroken)
    }

    @Test("An authority without the key usage for certificates is not trusted")
    func keyUsageOfAnAuthority() async throws {
        let below = try certificate(
            "Below", by: root,
            Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                Critical(KeyUsage(digitalSignature: true))
            })
        let signer = try certificate("Eve", by: ("Below", below.key), Certificate.Extensions())
        let findings = await trust(signer.certificate, with: [below.certificate])
        #expect(findings.problem == .keyMayNotIssue(issuer: "Below"))
    }

    @Test("A server certificate cannot sign documents, and an e-mail certificate can")
    func extendedKeyUsage() async throws {
        let server = try certificate(
            "Server", by: root, Certificate.Extensions { try ExtendedKeyUsage([.serverAuth]) })
        #expect(
            await trust(server.certificate).problem
                == .notForDocuments)
        let mail = try certificate(
            "Mail", by: root, Certificate.Extensions { try ExtendedKeyUsage([.emailProtection]) })
        #expect(await trust(mail.certificate).isTrusted)
        #expect(await trust(mail.certificate, for: .timestamping).isTrusted == false)
        let clock = try certificate(
            "Clock", by: root, Certificate.Extensions { Critical(try ExtendedKeyUsage([.timeStamping])) })
        #expect(await trust(clock.certificate, for: .timestamping).isTrusted)
        #expect(await trust(clock.certificate).isTrusted == false)
    }

    @Test("An unknown critical extension makes a certificate untrusted and is named")
    func unknownCriticalExtension() async throws {
        let strange = try certificate(
            "Strange", by: root,
            Certificate.Extensions([Certificate.Extension(oid: [1, 2, 3, 4], critical: true, value: [5, 0])]))
        #expect(
            await trust(strange.certificate).problem
                == .extensionUnknown(oid: "1.2.3.4"))
    }

    @Test("A certificate that names an authority but was signed by another key is not trusted")
    func forged() async throws {
        let forged = try certificate(
            "Ada Lovelace", by: ("Test authority", Certificate.PrivateKey(P256.Signing.PrivateKey())),
            Certificate.Extensions())
        #expect(await !trust(forged.certificate).isTrusted)
    }
}
