import Crypto
import Essentials
import Foundation
import SwiftASN1
import X509

@testable import CryptographicMessages

/// A test timestamp authority that can be made to fail.
struct TestClock: Sendable {
    /// The fault in its answers.
    enum Fault: Sendable, CaseIterable {
        case none, wrongNonce, noNonce, wrongImprint, wrongPolicy, changedSignature, strangersCertificate, garbage
        case refusal, otherContent
    }

    static let url = "http://clock.test/"
    static let secondURL = "http://second.test/"

    let holder: TestAuthority.Holder
    let issuer: Certificate
    var fault = Fault.none
    /// OCSP responses to embed in each timestamp.
    var archival: [[UInt8]] = []
    /// The nonce of its answers, in DER, if not the request's.
    var ownNonce: [UInt8]?
    /// The time in its timestamps as written, if not to the second.
    var timeText: String?
    /// The algorithm that its signatures name.
    var algorithm = ASN1ObjectIdentifier.SignatureScheme.ecdsaWithSHA256

    init(
        _ name: String = "Test clock", by authority: TestAuthority, years: Double = 3,
        usage: ExtendedKeyUsage.Usage = .timeStamping, isCritical: Bool = true, fault: Fault = .none
    ) throws {
        holder = try TestAuthority.issue(name, by: authority.root, years: years, usage: usage, isCritical: isCritical)
        issuer = authority.root.certificate
        self.fault = fault
    }

    init(holder: TestAuthority.Holder, issuer: Certificate) {
        self.holder = holder
        self.issuer = issuer
    }

    /// Serves timestamps of a variable time.
    func serve(_ url: String, on exchange: TestExchange, time: @escaping @Sendable () -> Date) {
        exchange.serve(url) { body in
            HTTPExchangeAnswer(status: 200, body: Data(try answer(to: Array(body ?? Data()), at: time())))
        }
    }

    /// Returns a `TimeStampResp`.
    func answer(to request: [UInt8], at time: Date) throws -> [UInt8] {
        if fault == .garbage { return Array("<html>".utf8) }
        if fault == .refusal {
            return DERText.sequence(
                DERText.sequence(
                    DERText.integer([2]), DERText.sequence(DERText.value(0x0C, Array("not today".utf8))),
                    DERText.value(0x03, [0, 0x20])))
        }
        let token = try token(answering: request, at: time)
        return DERText.sequence(DERText.sequence(DERText.integer([0])), token)
    }

    private func token(answering request: [UInt8], at time: Date) throws -> [UInt8] {
        var nodes = try DER.parse(request).children(of: .sequence)
        _ = try nodes.required()
        var imprint = Array(try nodes.required().encodedBytes)
        if fault == .wrongImprint { imprint[imprint.count - 1] ^= 1 }
        var policy = try DERText.oid([1, 2, 3, 4])
        var nonce: [UInt8] = []
        while let node = nodes.next() {
            if node.identifier == .objectIdentifier, fault != .wrongPolicy { policy = Array(node.encodedBytes) }
            if node.identifier == .integer { nonce = Array(node.encodedBytes) }
        }
        if fault == .wrongNonce { nonce[nonce.count - 1] ^= 1 }
        if fault == .noNonce { nonce = [] }
        nonce = ownNonce ?? nonce
        let info = DERText.sequence(
            DERText.integer([1]), policy, imprint, DERText.integer([7]),
            timeText.map { DERText.value(0x18, Array($0.utf8)) } ?? DERText.time(time), nonce)
        return try signed(info)
    }

    /// Returns the CMS structure around a `TSTInfo`.
    private func signed(_ content: [UInt8]) throws -> [UInt8] {
        let type = try DERText.oid(fault == .otherContent ? .CMS.data : .CMS.timestampInfo)
        let own = try DERText.encoded(holder.certificate)
        let named = fault == .strangersCertificate ? try DERText.encoded(issuer) : own
        func attribute(_ identifier: ASN1ObjectIdentifier, _ value: [UInt8]) throws -> [UInt8] {
            try DERText.sequence(DERText.oid(identifier), DERText.set(value))
        }
        let responses = DERText.context(1, DERText.sequence(archival.flatMap { $0 }))
        let attributes = [
            archival.isEmpty ? [] : try attribute(RevocationInfoArchival.type, DERText.sequence(responses)),
            try attribute(.CMS.contentType, type),
            try attribute(.CMS.messageDigest, DERText.octets(Array(SHA256.hash(data: content)))),
            try attribute(
                .CMS.signingCertificateV2,
                DERText.sequence(
                    DERText.sequence(DERText.sequence(DERText.octets(Array(SHA256.hash(data: named))))))),
        ].sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 }
        var signature = Array(try holder.key.signature(for: DERText.set(attributes)).derRepresentation)
        if fault == .changedSignature { signature[signature.count - 1] ^= 1 }
        let sha256 = try DERText.algorithm(.Hash.sha256)
        let signer = try DERText.sequence(
            DERText.integer([1]),
            DERText.sequence(
                DERText.encoded(holder.certificate.issuer),
                DERText.integer(Array(holder.certificate.serialNumber.bytes))),
            sha256, DERText.context(0, attributes), DERText.algorithm(algorithm),
            DERText.octets(signature))
        let signedData = DERText.sequence(
            DERText.integer([3]), DERText.set(sha256),
            DERText.sequence(type, DERText.context(0, DERText.octets(content))),
            DERText.context(0, own), DERText.set(signer))
        return try DERText.sequence(DERText.oid(.CMS.signedData), DERText.context(0, signedData))
    }
}
