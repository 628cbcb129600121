import Crypto
import Foundation
import SwiftASN1
import Testing
import X509

@testable import CryptographicMessages
@testable import SignedPDF
@testable import TestSupport

@Suite("Certificates signed with RSASSA-PSS")
struct PSSCertificateTests {
    private let root: Certificate
    private let intermediate: Certificate
    private let leaf: Certificate
    private let time: Date

    init() throws {
        func read(_ pem: String) throws -> Certificate { try #require(CertificatePEM.certificates(in: pem).first) }
        root = try read(PSSChain.root)
        intermediate = try read(PSSChain.intermediate)
        leaf = try read(PSSChain.leaf)
        time = leaf.notValidBefore + 3600
    }

    private static func der(_ pem: String) throws -> [UInt8] { try PEMDocument(pemString: pem).derBytes }

    /// The certificate with one bit of its own signature changed.
    private func changed(_ certificate: Certificate) throws -> Certificate {
        var der = try CertificateDER.bytes(of: certificate)
        der[der.count - 20] ^= 1
        return try CertificateDER.certificate(from: der)
    }

    private func report(_ chain: [Certificate], trusting anchors: [Certificate]) async throws -> VerificationReport {
        let signer = try SigningIdentity(key: SigningKey(pem: PSSChain.leafKey), certificates: chain)
        let file = try await SignedFiles.signed(SignedFiles.agreement(), by: signer, at: time)
        return try await SignedFiles.report(file, trusting: anchors, at: time)
    }

    // MARK: Reading

    @Test("PSS certificates that the library cannot read have their names, keys and original bytes")
    func reading() throws {
        for (pem, certificate) in [
            (PSSChain.root, root), (PSSChain.intermediate, intermediate), (PSSChain.leaf, leaf),
        ] {
            #expect(throws: (any Error).self) { try Certificate(pemEncoded: pem) }
            #expect(try CertificateDER.bytes(of: certificate) == Self.der(pem))
            #expect(try DERBytes.of(certificate) == Self.der(pem))
            #expect(try CertificatePEM.text(of: [certificate]) == pem + "\n")
            var data = ValidationData()
            data.add(certificate)
            #expect(try data.certificates == [Self.der(pem)])
        }
        #expect(
            [root, intermediate, leaf].map(SignerName.shortText) == ["PSS root", "PSS intermediate", "Mira Beispiel"])
        #expect(leaf.exactSerialNumber.bytes.prefix(3) == [0, 0xF0, 0x11])
        #expect(intermediate.isKeyForPSS && !root.isKeyForPSS && !leaf.isKeyForPSS)
    }

    @Test("A certificate of a common kind is used unchanged, whatever its signature contains")
    func usual() throws {
        let own = try TestSigners.rsa().certificate
        #expect(StandInCertificate(of: own) == nil)
        #expect(try CertificateDER.bytes(of: own) == Self.der(OpenSSLKeys.rsaCertificate))
    }

    @Test("Each certificate verifies the one below it, and refuses a changed signature")
    func signatures() throws {
        #expect(root.hasSigned(root) && root.hasSigned(intermediate) && intermediate.hasSigned(leaf))
        #expect(!root.hasSigned(leaf) && !intermediate.hasSigned(intermediate) && !leaf.hasSigned(leaf))
        #expect(try !root.hasSigned(changed(intermediate)) && !intermediate.hasSigned(changed(leaf)))
        #expect(try changed(leaf) != leaf)
    }

    @Test("A certificate that carries another one's bytes in its signature does not pass for that one")
    func disguised() throws {
        // Mallory's name and key, and in the place of the signature a certificate that the authority did sign.
        let mallory = try TestSigners.p256().certificate
        let marker = SignatureAlgorithm.rsaPKCS1SHA256.identifier()
        var body = try DER.parse(Array(mallory.tbsCertificateBytes)).childNodes().map { Array($0.encodedBytes) }
        body[2] = marker
        body[3] = try DERBytes.of(leaf.issuer)
        let disguised = DERText.sequence(
            DERBytes.value(DERBytes.sequence, joining: body), marker, DERText.bits(try Self.der(PSSChain.leaf)))
        let certificate = try CertificateDER.certificate(from: disguised)
        #expect(StandInCertificate(of: certificate) == nil)
        #expect(!intermediate.hasSigned(certificate))
        #expect(try CertificateDER.bytes(of: certificate) == disguised)
    }

    @Test("A certificate that names one algorithm inside and another outside is refused")
    func twoAlgorithms() throws {
        var parts = try DER.parse(Self.der(PSSChain.leaf)).childNodes().map { Array($0.encodedBytes) }
        parts[1] = SignatureAlgorithm.rsaPSSSHA256.identifier()
        #expect(throws: SigningIdentityError.self) {
            try CertificateDER.certificate(from: DERBytes.value(DERBytes.sequence, joining: parts))
        }
    }

    @Test("A key for RSASSA-PSS only signs with that padding, and a signature without it is doubtful")
    func keyForPSS() async throws {
        let issuer = try PSSIssuer()
        let key = issuer.key
        var info = try DER.parse(DERText.encoded(issuer.root.publicKey)).childNodes().map { Array($0.encodedBytes) }
        info[0] = DERBytes.value(DERBytes.sequence, AlgorithmDER.rsaPSS)
        let certificate = try CertificateDER.certificate(
            from: PSSIssuer.reissued(issuer.root, key: DERBytes.value(DERBytes.sequence, joining: info)) {
                try PSSIssuer.pss($0, key)
            })
        #expect(certificate.isKeyForPSS && certificate.publicKey == issuer.root.publicKey)
        let identity = try SigningIdentity(key: SigningKey(pem: OpenSSLKeys.rsaPKCS8), certificates: [certificate])
        #expect(identity.algorithm == .rsaPSSSHA256)
        let content = Data("the signed content".utf8)
        for (algorithm, problems) in [
            (SignatureAlgorithm.rsaPSSSHA256, []),
            (
                .rsaPKCS1SHA256,
                [.keyForPSSOnly]
            ),
        ] as [(SignatureAlgorithm, [CMSFinding])] {
            let loose = LooseCMS(identity: identity, algorithm: algorithm, protects: nil)
            let findings = SignerFindings(
                contents: try await loose.signed(content), encoding: "ETSI.CAdES.detached", covering: [content])
            #expect(findings.integrity == .intact && findings.findings == problems)
        }
        // What such a key signed without that padding, it did not sign.
        let plain = try TestSigners.rsa().certificate
        #expect(plain.hasSigned(plain) && !certificate.hasSigned(plain))
    }

    // MARK: Trust

    @Test("A signature whose chain is signed with PSS is valid under its root")
    func valid() async throws {
        for anchors in [[root], [root, intermediate], [intermediate], [leaf]] {
            let report = try await report([leaf, intermediate, root], trusting: anchors)
            #expect(report.verdict == .valid, "\(report)")
        }
        let signer = try SigningIdentity(key: SigningKey(pem: PSSChain.leafKey), certificates: [leaf, intermediate])
        let container = try await CMSSignature.detached(digest: SHA256.hash(data: Data()), signer: signer)
        for pem in [PSSChain.leaf, PSSChain.intermediate] {
            #expect(
                container.range(of: Data(try Self.der(pem))) != nil, "it holds the certificates as they were written")
        }
    }

    @Test("It is untrusted without the root, and where the signature on a certificate of the chain was changed")
    func untrusted() async throws {
        let stranger = try TestSigners.p256().certificate
        for (chain, anchor) in [
            ([leaf, intermediate, root], stranger), ([leaf, root], root),
            ([try changed(leaf), intermediate, root], root), ([leaf, try changed(intermediate), root], root),
        ] {
            let report = try await report(chain, trusting: [anchor])
            let signature = try #require(report.signatures.first)
            #expect(report.verdict == .indeterminate, "\(report)")
            #expect(signature.intact == true && !signature.trusted)
        }
    }

    @Test("A signer's certificate that was exchanged for another with the same key breaks the signature")
    func exchanged() async throws {
        var loose = LooseCMS(
            identity: try SigningIdentity(key: SigningKey(pem: PSSChain.leafKey), certificates: [leaf]))
        let content = Data("the signed content".utf8)
        var container = try await loose.signed(content)
        var findings = SignerFindings(contents: container, encoding: "ETSI.CAdES.detached", covering: [content])
        #expect(findings.integrity == .intact && findings.findings.isEmpty && findings.isBaseline)
        loose.certificates = [try changed(leaf)]
        container = try await loose.signed(content)
        findings = SignerFindings(contents: container, encoding: "ETSI.CAdES.detached", covering: [content])
        #expect(findings.integrity == .broken)
    }

    @Test("The rules for chains also apply with PSS")
    func policies() async throws {
        let issuer = try PSSIssuer()
        func trust(_ certificate: Certificate, _ others: [Certificate] = [], at time: Date = SignedFiles.now) async
            -> TrustFindings
        {
            await TrustFindings.evaluate(
                certificate, intermediates: others, anchors: [issuer.root], purpose: .documentSigning, time: time,
                claimedTime: nil)
        }
        let signer = try issuer.issue("Ada Lovelace")
        let found = await trust(signer.certificate)
        #expect(found.isTrusted && found.chain == [signer.certificate, issuer.root])
        #expect(
            await trust(signer.certificate, at: TestAuthority.start + 2 * TestAuthority.year).problem?.code
                == "certificate-expired")
        // One who is no authority certifies another.
        let mallory = try TestAuthority.issue("Mallory", by: signer)
        #expect(
            await trust(mallory.certificate, [signer.certificate]).problem
                == .mayNotIssue(issuer: "Ada Lovelace"))
        let below = try issuer.issue("Below", isAuthority: true)
        let under = try TestAuthority.issue("Eve", by: below)
        #expect(await trust(under.certificate, [below.certificate]).isTrusted)
        let forged = try issuer.issue("Below", isAuthority: true, changed: true)
        let eve = try TestAuthority.issue("Eve", by: forged).certificate
        #expect(await !trust(eve, [forged.certificate]).isTrusted)
    }

    @Test("A certificate with an unknown or weak algorithm is not trusted")
    func unknownAlgorithms() async throws {
        let issuer = try PSSIssuer()
        let (key, signer) = (issuer.key, try issuer.issue("Ada Lovelace").certificate)
        let certificate = try CertificateDER.certificate(
            from: PSSIssuer.reissued(signer, DERText.sequence([6, 3, 0x2A, 3, 4])) { try PSSIssuer.pss($0, key) })
        #expect(!issuer.root.hasSigned(certificate))
        func problem(_ certificate: Certificate) async -> TrustProblem? {
            await TrustFindings.evaluate(
                certificate, intermediates: [], anchors: [issuer.root], purpose: .documentSigning,
                time: SignedFiles.now,
                claimedTime: nil
            ).problem
        }
        #expect(
            await problem(certificate)
                == .issuanceNotSupported(certificate: "Ada Lovelace", algorithm: "the algorithm 1.2.3.4")
        )
        let sha224 = try DERText.sequence(DERText.oid([1, 2, 840, 113_549, 1, 1, 14]), DERText.null)
        let named = try CertificateDER.certificate(
            from: PSSIssuer.reissued(signer, sha224) { try PSSIssuer.pss($0, key) })
        #expect(
            await problem(named)
                == .issuanceNotSupported(certificate: "Ada Lovelace", algorithm: "RSA with SHA-224"))
        // PSS with its defaults, which are SHA-1 (RFC 4055 §3.1).
        let defaults = DERBytes.value(DERBytes.sequence, AlgorithmDER.rsaPSS, DERText.sequence())
        let weak = try CertificateDER.certificate(
            from: PSSIssuer.reissued(signer, defaults) {
                Array(try key.signature(for: Insecure.SHA1.hash(data: $0), padding: .PSS).rawRepresentation)
            })
        #expect(!issuer.root.hasSigned(weak))
        #expect(await problem(weak) == .issuanceHashWeak(certificate: "Ada Lovelace", hash: "SHA-1"))
    }

    // MARK: Revocation

    private func finding(
        _ issuer: PSSIssuer, on certificate: Certificate, _ add: (inout RevocationEvidence) throws -> Void
    )
        rethrows -> RevocationFinding
    {
        var evidence = RevocationEvidence()
        try add(&evidence)
        return RevocationJudge(evidence: evidence, known: { _ in SignedFiles.now })
            .finding(on: certificate, issuer: issuer.root, at: SignedFiles.now)
    }

    @Test("A responder that is certified with PSS answers; one whose certificate was changed does not")
    func responders() throws {
        let issuer = try PSSIssuer()
        let signer = try issuer.issue("Ada Lovelace").certificate
        let request = try OCSPRequest(certificate: OCSPCertificateID(signer, issuer: issuer.root)).der()
        let statement = TestAuthority.Statement(thisUpdate: SignedFiles.now, nextUpdate: SignedFiles.now + 60)
        for changed in [false, true] {
            let responder = try issuer.issue("Responder", usage: .ocspSigning, changed: changed)
            let response = try TestAuthority.response(to: request, by: responder, statement)
            let found = finding(issuer, on: signer) { $0.add(response: response, at: 0) }
            #expect((found == .good) == !changed)
        }
    }

    @Test("A revocation list signed with PSS is accepted")
    func lists() throws {
        let issuer = try PSSIssuer()
        let signer = try issuer.issue("Ada Lovelace").certificate
        let then = SignedFiles.now - 60
        let bytes = try issuer.list(revoked: [(signer.exactSerialNumber, then)], at: then)
        #expect(finding(issuer, on: signer) { $0.add(list: bytes, at: 0) } == .revoked(at: then, reason: nil))
        let other = try issuer.list(revoked: [(ExactInteger(content: [5]), then)], at: then)
        #expect(finding(issuer, on: signer) { $0.add(list: other, at: 0) } == .good)
        var changed = other
        changed[changed.count - 9] ^= 1
        #expect(finding(issuer, on: signer) { $0.add(list: changed, at: 0) } != .good)
    }
}
