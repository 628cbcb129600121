import Foundation
import SwiftASN1
import X509

/// A list of the certificates that an issuer has revoked: `CertificateList` (RFC 5280 §5.1).
///
/// Entries are looked up in place, because a list may have many megabytes.
package struct CertificateRevocationList: Sendable {
    package let bytes: [UInt8]
    package let issuer: DistinguishedName
    let thisUpdate: Date
    let nextUpdate: Date?
    let distributionPoint: IssuingDistributionPoint?
    /// Whether the list holds only changes to another list (§5.2.4).
    let isDelta: Bool
    /// Whether there are unknown critical extensions, which forbid using the list (§5.2).
    let hasUnknownCriticalExtension: Bool
    private let signedBytes: ArraySlice<UInt8>
    private let entries: ArraySlice<UInt8>
    private let algorithm: AlgorithmReference
    private let signature: Data

    struct Damaged: Error {}

    init(_ bytes: [UInt8]) throws(Damaged) {
        do {
            try self.init(parsing: bytes)
        } catch {
            throw Damaged()
        }
    }

    private init(parsing bytes: [UInt8]) throws {
        self.bytes = bytes
        var file = DERCursor(bytes[...])
        guard let list = file.next(tagged: 0x30) else { throw Damaged() }
        var parts = DERCursor(list.content)
        guard let toBeSigned = parts.next(tagged: 0x30), let algorithm = parts.next(tagged: 0x30),
            let signature = parts.next(tagged: 0x03)
        else { throw Damaged() }
        signedBytes = toBeSigned.whole
        self.algorithm = try AlgorithmReference(BER.parse(algorithm.whole))
        self.signature = Data(try ASN1BitString(derEncoded: DER.parse(signature.whole)).bytes)

        var fields = DERCursor(toBeSigned.content)
        _ = fields.next(tagged: 0x02)  // the version
        guard fields.next(tagged: 0x30)?.whole == algorithm.whole, let issuer = fields.next(tagged: 0x30) else {
            throw Damaged()
        }
        self.issuer = try DistinguishedName(derEncoded: DER.parse(issuer.whole))
        guard let thisUpdate = fields.next() else { throw Damaged() }
        self.thisUpdate = try ASN1Time.date(DER.parse(thisUpdate.whole))
        if let tag = fields.nextTag, tag == 0x17 || tag == 0x18, let next = fields.next() {
            nextUpdate = try ASN1Time.date(DER.parse(next.whole))
        } else {
            nextUpdate = nil
        }
        entries = fields.next(tagged: 0x30)?.content ?? []
        let extensions = try Self.extensions(fields.next(tagged: 0xA0)?.content)
        isDelta = extensions.contains { $0.oid == .CRL.deltaIndicator }
        distributionPoint = try extensions.first { $0.oid == .CRL.issuingDistributionPoint }
            .map { try IssuingDistributionPoint($0.value) }
        let known: [ASN1ObjectIdentifier] = [.CRL.deltaIndicator, .CRL.issuingDistributionPoint]
        hasUnknownCriticalExtension = extensions.contains { $0.critical && !known.contains($0.oid) }
    }

    private static func extensions(_ wrapped: ArraySlice<UInt8>?) throws -> [Certificate.Extension] {
        guard let wrapped else { return [] }
        var cursor = DERCursor(wrapped)
        guard let sequence = cursor.next(tagged: 0x30) else { throw Damaged() }
        return try readExtensions(sequence.content)
    }

    private static func readExtensions(_ content: ArraySlice<UInt8>) throws -> [Certificate.Extension] {
        var cursor = DERCursor(content)
        var result: [Certificate.Extension] = []
        while let value = cursor.next(tagged: 0x30), result.count < 32 {
            var parts = try DER.parse(value.whole).children(of: .sequence)
            let oid = try ASN1ObjectIdentifier(derEncoded: &parts)
            var part = try parts.required()
            var isCritical = false
            if part.identifier == .boolean {
                isCritical = try Bool(derEncoded: part)
                part = try parts.required()
            }
            result.append(
                Certificate.Extension(
                    oid: oid, critical: isCritical, value: try ASN1OctetString(derEncoded: part).bytes))
        }
        return result
    }

    // MARK: Asking

    /// Returns the status of a certificate's serial number; `nil` if the entries are unreadable, or one has a critical
    /// extension that changes its meaning (§5.3).
    func status(of serialNumber: ExactInteger) -> CertificateStatus? {
        var cursor = DERCursor(entries)
        while cursor.nextTag != nil {
            guard let entry = cursor.next(tagged: 0x30) else { return nil }
            var parts = DERCursor(entry.content)
            guard let number = parts.next(tagged: 0x02), let last = number.content.last else { return nil }
            // A list may have a million entries: most differ in their last byte.
            guard last == serialNumber.bytes.last, ExactInteger(content: number.content) == serialNumber else {
                continue
            }
            guard let time = parts.next(), let date = try? ASN1Time.date(DER.parse(time.whole)) else { return nil }
            guard let wrapped = parts.next(tagged: 0x30) else { return .revoked(at: date, reason: nil) }
            guard let extensions = try? Self.readExtensions(wrapped.content),
                !extensions.contains(where: { $0.critical && $0.oid != .CRL.reasonCode })
            else { return nil }
            let reason = extensions.first { $0.oid == .CRL.reasonCode }.flatMap {
                try? Int(derEncoded: DER.parse($0.value), withIdentifier: .enumerated)
            }
            if reason == RevocationReason.removeFromList.rawValue { return .good }
            return .revoked(at: date, reason: reason.map { RevocationReason(rawValue: $0) ?? .unspecified })
        }
        return .good
    }

    /// Whether the list is signed with the key and an algorithm that is not weak.
    package func isSigned(with key: Certificate.PublicKey) -> Bool {
        guard let scheme = SignatureScheme(algorithm, digest: .sha256), !scheme.digest.isWeak else { return false }
        return scheme.check(signature, over: Array(signedBytes), key: key) == .valid
    }
}

extension ASN1ObjectIdentifier {
    /// Extensions of revocation lists and their entries (RFC 5280 §5.2, §5.3), and extensions that point to lists.
    package enum CRL {
        static let reasonCode: ASN1ObjectIdentifier = [2, 5, 29, 21]
        package static let number: ASN1ObjectIdentifier = [2, 5, 29, 20]
        static let deltaIndicator: ASN1ObjectIdentifier = [2, 5, 29, 27]
        static let issuingDistributionPoint: ASN1ObjectIdentifier = [2, 5, 29, 28]
        static let distributionPoints: ASN1ObjectIdentifier = [2, 5, 29, 31]
    }
}
