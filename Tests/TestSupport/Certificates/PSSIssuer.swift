import Crypto
import CryptoExtras
import Foundation
import SwiftASN1
import X509

@testable import CryptographicMessages

/// A test authority that signs with RSASSA-PSS, or with any other algorithm.
struct PSSIssuer {
    let key: _RSA.Signing.PrivateKey
    let root: Certificate

    static let pss = SignatureAlgorithm.rsaPSSSHA256.identifier()

    init() throws {
        let pem = OpenSSLKeys.rsaPKCS8
        key = try _RSA.Signing.PrivateKey(pemRepresentation: pem)
        let own = Certificate.PrivateKey(key)
        let name = try CertificateName.distinguished("PSS authority")
        let unsigned = try Certificate(
            version: .v3, serialNumber: CertificateProfile.randomSerialNumber(), publicKey: own.publicKey,
            notValidBefore: TestAuthority.start, notValidAfter: TestAuthority.start + 30 * TestAuthority.year,
            issuer: name, subject: name,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
            }, issuerPrivateKey: own)
        let key = key
        root = try Self.certificate(from: Self.reissued(unsigned) { try Self.pss($0, key) })
    }

    static func certificate(from der: [UInt8]) throws -> Certificate { try CertificateDER.certificate(from: der) }

    static func pss(_ bytes: [UInt8], _ key: _RSA.Signing.PrivateKey) throws -> [UInt8] {
        Array(try key.signature(for: SHA256.hash(data: bytes), padding: .PSS).rawRepresentation)
    }

    /// Issues a certificate.
    func issue(
        _ name: String, usage: ExtendedKeyUsage.Usage? = nil, isAuthority: Bool = false, changed: Bool = false
    ) throws -> TestAuthority.Holder {
        let key = P256.Signing.PrivateKey()
        var extensions = try Certificate.Extensions {
            isAuthority
                ? Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                : Critical(KeyUsage(digitalSignature: true, nonRepudiation: true))
        }
        if isAuthority {
            try extensions.append(
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil)).makeCertificateExtension())
        }
        if let usage { try extensions.append(ExtendedKeyUsage([usage]).makeCertificateExtension()) }
        let unsigned = try Certificate(
            version: .v3, serialNumber: CertificateProfile.randomSerialNumber(),
            publicKey: Certificate.PublicKey(key.publicKey), notValidBefore: TestAuthority.start,
            notValidAfter: TestAuthority.start + TestAuthority.year, issuer: root.subject,
            subject: CertificateName.distinguished(name), extensions: extensions,
            issuerPrivateKey: Certificate.PrivateKey(self.key))
        var der = try Self.reissued(unsigned) { try Self.pss($0, self.key) }
        if changed { der[der.count - 20] ^= 1 }
        return TestAuthority.Holder(key: key, certificate: try Self.certificate(from: der))
    }

    /// Returns the certificate with another algorithm and signature.
    static func reissued(
        _ certificate: Certificate, _ algorithm: [UInt8] = pss, key: [UInt8]? = nil,
        signing: ([UInt8]) throws -> [UInt8]
    ) throws -> [UInt8] {
        var body = try DER.parse(Array(certificate.tbsCertificateBytes)).childNodes().map { Array($0.encodedBytes) }
        body[2] = algorithm
        body[6] = key ?? body[6]
        let bytes = DERBytes.value(DERBytes.sequence, joining: body)
        return DERText.sequence(bytes, algorithm, DERText.bits(try signing(bytes)))
    }

    /// Returns a revocation list of the authority.
    func list(revoked: [(ExactInteger, Date)], at date: Date) throws -> [UInt8] {
        let entries = revoked.map { DERText.sequence($0.0.der, DERText.time($0.1)) }
        let data = try DERText.sequence(
            DERText.integer([1]), Self.pss, DERText.encoded(root.subject), DERText.time(date),
            DERText.time(date + 3600), DERText.sequence(entries.flatMap { $0 }))
        return DERText.sequence(data, Self.pss, DERText.bits(try Self.pss(data, key)))
    }
}
