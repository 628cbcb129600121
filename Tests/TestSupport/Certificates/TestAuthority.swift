import Crypto
import Foundation
import SwiftASN1
import X509

@testable import CryptographicMessages

/// A test authority that certifies signers, timestamp authorities, and responders, and answers revocation requests.
struct TestAuthority {
    struct Holder {
        var key: P256.Signing.PrivateKey
        var certificate: Certificate
    }

    static let responderURL = "http://ocsp.test/"
    static let listURL = "http://crl.test/root.crl"
    static let start = TestSigners.start - 86_400
    static let year: TimeInterval = 365 * 86_400

    let root: Holder
    let responder: Holder

    init(named name: String = "Test root") throws {
        let key = P256.Signing.PrivateKey()
        let name = try CertificateName.distinguished(name)
        let own = Certificate.PrivateKey(key)
        let certificate = try Certificate(
            version: .v3, serialNumber: CertificateProfile.randomSerialNumber(), publicKey: own.publicKey,
            notValidBefore: Self.start, notValidAfter: Self.start + 30 * Self.year, issuer: name, subject: name,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                SubjectKeyIdentifier(hash: own.publicKey)
            }, issuerPrivateKey: own)
        root = Holder(key: key, certificate: certificate)
        responder = try Self.issue(
            "Test responder", by: root, years: 30, usage: .ocspSigning, isCritical: false, namesSources: false,
            extras: [Certificate.Extension(oid: .OCSP.noCheck, critical: false, value: [5, 0])])
    }

    /// Certifies a new key.
    static func issue(
        _ name: String, by issuer: Holder, from begin: Date = start, years: Double = 1,
        usage: ExtendedKeyUsage.Usage? = nil,
        isCritical: Bool = true, namesSources: Bool = true, extras: [Certificate.Extension] = []
    ) throws -> Holder {
        let key = P256.Signing.PrivateKey()
        var extensions = Certificate.Extensions()
        try extensions.append(
            Critical(KeyUsage(digitalSignature: true, nonRepudiation: true)).makeCertificateExtension())
        if let usage {
            var part = try ExtendedKeyUsage([usage]).makeCertificateExtension()
            part.critical = isCritical
            try extensions.append(part)
        }
        if namesSources {
            try extensions.append(
                AuthorityInformationAccess([
                    .init(method: .ocspServer, location: .uniformResourceIdentifier(responderURL))
                ]).makeCertificateExtension())
            let uri = DERText.value(0x86, Array(listURL.utf8))
            let point = DERText.sequence(DERText.context(0, DERText.context(0, uri)))
            try extensions.append(
                Certificate.Extension(
                    oid: .CRL.distributionPoints, critical: false, value: DERText.sequence(point)[...]))
        }
        for extra in extras { try extensions.append(extra) }
        let certificate = try Certificate(
            version: .v3, serialNumber: CertificateProfile.randomSerialNumber(),
            publicKey: Certificate.PublicKey(key.publicKey), notValidBefore: begin,
            notValidAfter: TestSigners.start + years * year, issuer: issuer.certificate.subject,
            subject: CertificateName.distinguished(name), extensions: extensions,
            issuerPrivateKey: Certificate.PrivateKey(issuer.key))
        return Holder(key: key, certificate: certificate)
    }

    func signer(
        _ name: String = "Ada Lovelace", from begin: Date = start, years: Double = 1
    ) throws -> SigningIdentity {
        let holder = try Self.issue(name, by: root, from: begin, years: years)
        return try SigningIdentity(key: .p256(holder.key), certificates: [holder.certificate, root.certificate])
    }

    // MARK: OCSP

    /// The contents of a test responder's answer.
    struct Statement: Sendable {
        var status = CertificateStatus.good
        var thisUpdate: Date
        var nextUpdate: Date?
        /// The production time; `thisUpdate` by default.
        var producedAt: Date?
    }

    /// Returns a response about any certificate that the request names.
    static func response(
        to request: [UInt8], by responder: Holder, _ statement: Statement, nonce: [UInt8]? = nil
    ) throws -> [UInt8] {
        var outer = try DER.parse(request).children(of: .sequence)
        var inner = try outer.required().children(of: .sequence)
        var list = try inner.required().children(of: .sequence)
        var single = try list.required().children(of: .sequence)
        let identifier = try Array(single.required().encodedBytes)
        let status: [UInt8]
        switch statement.status {
        case .good: status = [0x80, 0]
        case .unknown: status = [0x82, 0]
        case .revoked(let date, let reason):
            let detail = reason.map { DERText.context(0, DERText.enumerated(UInt8($0.rawValue))) } ?? []
            status = DERText.context(1, DERText.time(date), detail)
        }
        let answer = DERText.sequence(
            identifier, status, DERText.time(statement.thisUpdate),
            statement.nextUpdate.map { DERText.context(0, DERText.time($0)) } ?? [])
        let extensions = try nonce.map {
            try DERText.context(1, DERText.sequence(DERText.extension(.OCSP.nonce, DERText.octets($0))))
        }
        let data = DERText.sequence(
            DERText.context(1, try DERText.encoded(responder.certificate.subject)),
            DERText.time(statement.producedAt ?? statement.thisUpdate), DERText.sequence(answer), extensions ?? [])
        let basic = try DERText.sequence(
            data, DERText.algorithm(.SignatureScheme.ecdsaWithSHA256),
            DERText.bits(Array(responder.key.signature(for: data).derRepresentation)),
            DERText.context(0, DERText.sequence(DERBytes.of(responder.certificate))))
        return try DERText.sequence(
            DERText.enumerated(0),
            DERText.context(0, DERText.sequence(DERText.oid(.OCSP.basic), DERText.octets(basic))))
    }

    /// Serves responses at the responder's URL.
    func serveResponses(on exchange: TestExchange, _ statement: Statement, for serial: Certificate.SerialNumber? = nil)
    {
        let responder = responder
        exchange.serve(Self.responderURL) { body in
            let request = Array(body ?? Data())
            var said = statement
            if let serial, Data(request).range(of: Data(serial.bytes)) == nil { said.status = .good }
            return HTTPExchangeAnswer(status: 200, body: Data(try Self.response(to: request, by: responder, said)))
        }
    }

    // MARK: Lists

    /// Returns a revocation list of the root.
    ///
    /// - Parameter remarks: the extensions of each entry
    func list(
        revoked: [(Certificate.SerialNumber, Date)] = [], thisUpdate: Date, nextUpdate: Date,
        extensions: [[UInt8]] = [], remarks: [[UInt8]] = [], key: P256.Signing.PrivateKey? = nil
    ) throws -> [UInt8] {
        let algorithm = try DERText.algorithm(.SignatureScheme.ecdsaWithSHA256)
        let remark = remarks.isEmpty ? [] : DERText.sequence(remarks.flatMap { $0 })
        let entries = revoked.map {
            DERText.sequence(ExactInteger(magnitude: $0.0.bytes).der, DERText.time($0.1), remark)
        }
        let data = try DERText.sequence(
            DERText.integer([1]), algorithm, DERText.encoded(root.certificate.subject), DERText.time(thisUpdate),
            DERText.time(nextUpdate), entries.isEmpty ? [] : DERText.sequence(entries.flatMap { $0 }),
            extensions.isEmpty ? [] : DERText.context(0, DERText.sequence(extensions.flatMap { $0 })))
        return DERText.sequence(
            data, algorithm, DERText.bits(Array(try (key ?? root.key).signature(for: data).derRepresentation)))
    }
}
