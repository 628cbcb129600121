import Crypto
import Foundation
import Testing
import X509

@testable import CryptographicMessages
@testable import TestSupport

@Suite("Signing identities from PEM")
struct SigningIdentityTests {
    @Test(
        "Keys and certificates are read in all common forms",
        arguments: [
            (OpenSSLKeys.p256PKCS8, OpenSSLKeys.p256Certificate, SignatureAlgorithm.ecdsaP256SHA256),
            (OpenSSLKeys.p256SEC1, OpenSSLKeys.p256Certificate, .ecdsaP256SHA256),
            (OpenSSLKeys.rsaPKCS8, OpenSSLKeys.rsaCertificate, .rsaPKCS1SHA256),
            (OpenSSLKeys.rsaPKCS1, OpenSSLKeys.rsaCertificate, .rsaPKCS1SHA256),
        ])
    func areRead(key: String, certificate: String, algorithm: SignatureAlgorithm) async throws {
        let identity = try SigningIdentity(pemKey: key, pemCertificates: certificate)
        #expect(identity.algorithm == algorithm)
        #expect(identity.certificateChain == [identity.certificate])
        let again = try SigningIdentity(pemKey: identity.keyPEM, pemCertificates: identity.certificatesPEM())
        #expect(again.certificate == identity.certificate)
    }

    @Test("Key and certificate are read from one text with other lines between")
    func areReadFromOneText() throws {
        let text = "Bag Attributes\n  name: x\n\(OpenSSLKeys.p256Certificate)\nKey:\n\(OpenSSLKeys.p256PKCS8)\n"
        #expect(throws: Never.self) { try SigningIdentity(pemKey: text, pemCertificates: text) }
    }

    @Test("Every kind of key survives PEM", arguments: SignatureAlgorithm.Kind.allCases)
    func keepThroughPEM(kind: SignatureAlgorithm.Kind) async throws {
        let identity = try TestSigners.signer(SignatureAlgorithm(kind))
        let again = try SigningIdentity(pemKey: identity.keyPEM, pemCertificates: identity.certificatesPEM())
            .signing(by: AlgorithmChoice(usesPSS: kind == .rsaPSS))
        #expect(again.algorithm == identity.algorithm)
        let input = Data("x".utf8)
        let value = try await again.signature(over: input)
        #expect(identity.algorithm.isValid(value, over: input, for: identity.certificate))
        #expect(!identity.algorithm.isValid(value, over: Data("y".utf8), for: identity.certificate))
    }

    @Test(
        "A hash weaker than the key is refused, and so is PSS without RSA",
        arguments: [
            (SignatureAlgorithm.Kind.ecdsaP384, AlgorithmChoice(digest: .sha256)),
            (.ecdsaP521, AlgorithmChoice(digest: .sha256)), (.ecdsaP521, AlgorithmChoice(digest: .sha384)),
            (.ed25519, AlgorithmChoice(digest: .sha256)), (.ecdsaP256, AlgorithmChoice(usesPSS: true)),
            (.ed25519, AlgorithmChoice(usesPSS: true)),
        ])
    func refuseWeakPairs(kind: SignatureAlgorithm.Kind, choice: AlgorithmChoice) throws {
        let identity = try TestSigners.signer(SignatureAlgorithm(kind))
        let error = #expect(throws: SigningIdentityError.self) { try identity.signing(by: choice) }
        #expect(error?.description.hasPrefix("The signature algorithm cannot be used: ") == true)
    }

    @Test("A self-signed identity is valid from the second it was made", arguments: [0.1, 0.5, 0.9])
    func areValidAtOnce(fraction: Double) throws {
        let second = Date(timeIntervalSince1970: 1_800_000_000)
        let identity = try SigningIdentity.selfSigned(name: "Ada", at: second + fraction)
        #expect(identity.certificate.notValidBefore <= second)
    }

    @Test("A key with curve parameters before it is read")
    func withCurveParametersAreRead() throws {
        let key = try SigningKey(pem: OpenSSLKeys.p256WithParameters)
        guard case .p256 = key else {
            Issue.record("The key is not P-256.")
            return
        }
    }

    @Test(
        "An unusable key is refused with the reason",
        arguments: [
            (OpenSSLKeys.p256Encrypted, SigningIdentityError.encryptedPrivateKey),
            (OpenSSLKeys.p256EncryptedSEC1, .encryptedPrivateKey),
            (OpenSSLKeys.secp256k1, .unsupportedKey("secp256k1 keys")),
            (OpenSSLKeys.ed448, .unsupportedKey("Ed448 keys")),
            (OpenSSLKeys.rsa1024, .weakKey(bits: 1024)),
            (OpenSSLKeys.p256Certificate, .noPrivateKey),
            ("", .noPrivateKey),
            (
                "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
                .unreadablePrivateKey("it is not a PKCS#8 structure")
            ),
        ])
    func thatCannotBeUsed(key: String, error: SigningIdentityError) {
        #expect(throws: error) { try SigningIdentity(pemKey: key, pemCertificates: OpenSSLKeys.p256Certificate) }
    }

    @Test("A certificate of another key is refused")
    func whoseCertificateBelongsToAnotherKey() {
        #expect(throws: SigningIdentityError.certificateDoesNotMatchKey) {
            try SigningIdentity(pemKey: OpenSSLKeys.p256PKCS8, pemCertificates: OpenSSLKeys.rsaCertificate)
        }
        #expect(throws: SigningIdentityError.noCertificate) {
            try SigningIdentity(pemKey: OpenSSLKeys.p256PKCS8, pemCertificates: OpenSSLKeys.p256PKCS8)
        }
    }

    @Test("Certificates are sorted with the signer's first")
    func putTheCertificatesInOrder() throws {
        let authority = try CertificateAuthority.make(commonName: "CA", notBefore: TestSigners.start)
        let signer = try authority.issue(
            commonName: "Ada", email: nil, notBefore: TestSigners.start, notAfter: TestSigners.start + 60)
        let stranger = try SigningIdentity.selfSigned(name: "Stranger", at: TestSigners.start)
        let text = try CertificatePEM.text(of: [stranger.certificate, authority.certificate, signer.certificate])
        let again = try SigningIdentity(pemKey: signer.keyPEM, pemCertificates: text)
        #expect(again.certificateChain == [signer.certificate, authority.certificate])
    }
}

@Suite("Certificate authorities")
struct CertificateAuthorityTests {
    private let authority: CertificateAuthority
    private let start = TestSigners.start

    init() throws {
        authority = try CertificateAuthority.make(commonName: "Prüfstelle", notBefore: start, years: 3)
    }

    private func issue(_ name: String, email: String? = nil) throws -> SigningIdentity {
        try authority.issue(commonName: name, email: email, notBefore: start, notAfter: start + 3600)
    }

    @Test("An authority survives PEM and issues certificates that chain to it")
    func keepAsPEM() async throws {
        let again = try CertificateAuthority(pemKey: authority.keyPEM, pemCertificate: authority.certificatePEM())
        let signer = try again.issue(commonName: "Ada", email: nil, notBefore: start, notAfter: start + 60)
        let trust = await TrustFindings.evaluate(
            signer.certificate, intermediates: [], anchors: [authority.certificate], purpose: .documentSigning,
            time: start + 1, claimedTime: nil)
        #expect(trust.isTrusted)
    }

    @Test("An issued certificate has the extensions for signing documents")
    func issueWithExtensions() throws {
        let certificate = try issue("Ada Lovelace", email: "ada@example.org").certificate
        let usage = try #require(try certificate.extensions.keyUsage)
        #expect(usage == KeyUsage(digitalSignature: true, nonRepudiation: true))
        #expect(certificate.extensions[oid: .X509ExtensionID.keyUsage]?.critical == true)
        #expect(try certificate.extensions.basicConstraints == .notCertificateAuthority)
        #expect(try certificate.extensions.subjectAlternativeNames?.first == .rfc822Name("ada@example.org"))
        let authorityKey = try certificate.extensions.authorityKeyIdentifier?.keyIdentifier
        #expect(authorityKey == (try authority.certificate.extensions.subjectKeyIdentifier?.keyIdentifier))
        #expect(try authority.certificate.extensions.basicConstraints == .isCertificateAuthority(maxPathLength: 0))
        #expect(certificate.notValidBefore == start)
        #expect(certificate.notValidAfter == start + 3600)
    }

    @Test("Each certificate has a new positive serial number of 16 bytes")
    func giveSerialNumbers() throws {
        let numbers = try (0..<50).map { _ in try issue("Ada").certificate.serialNumber }
        #expect(Set(numbers).count == 50)
        #expect(numbers.allSatisfy { $0.bytes.count == 16 && ($0.bytes.first ?? 0xFF) < 0x80 })
    }

    @Test(
        "Names of any length and script are stored unchanged",
        arguments: [
            "Ada", String(repeating: "x", count: 64), String(repeating: "Łukasz ", count: 40) + "Ż",
            "山田 太郎", "Ελένη Παπαδοπούλου", "👩🏽‍⚖️ Richterin", "O'Brien, \"Jr.\" <x>", String(repeating: "👨‍👩‍👧‍👦", count: 30),
        ])
    func writeNames(name: String) throws {
        let certificate = try Certificate(derEncoded: Array(der(issue(name).certificate)))
        #expect(SignerName.shortText(of: certificate) == name)
        let common = SignerName.shortText(of: certificate.subject)
        #expect(common.unicodeScalars.count <= 64)
        #expect(name.hasPrefix(common))
    }

    private func der(_ certificate: Certificate) throws -> [UInt8] {
        try certificate.serializeAsPEM().derBytes
    }

    @Test("Addresses that are not ASCII are stored unchanged")
    func writeInternationalAddresses() throws {
        let certificate = try issue("Jürgen", email: "jürgen@exämple.org").certificate
        #expect(SignerName.text(of: certificate) == "Jürgen <jürgen@exämple.org>")
    }

    @Test("Empty names, invalid addresses and empty validity periods are refused")
    func refuse() {
        #expect(throws: SigningIdentityError.emptyName) { try issue(" \n ") }
        for address in ["", "ada", "@example.org", "ada@", "a@b@c", "a b@example.org", "a@example.org>"] {
            #expect(throws: SigningIdentityError.invalidEmail(address)) { try issue("Ada", email: address) }
        }
        #expect(throws: SigningIdentityError.emptyValidity) {
            try authority.issue(commonName: "Ada", email: nil, notBefore: start, notAfter: start)
        }
    }

    @Test("A signer's certificate does not make an authority")
    func areNotMadeFromASigner() throws {
        let signer = try issue("Ada")
        #expect(throws: SigningIdentityError.notAnAuthority) {
            try CertificateAuthority(pemKey: signer.keyPEM, pemCertificate: signer.certificatesPEM())
        }
    }
}
