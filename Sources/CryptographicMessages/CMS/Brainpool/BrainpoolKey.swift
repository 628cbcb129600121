import Foundation
import SwiftASN1
import X509

/// A public key for ECDSA on a Brainpool curve (RFC 5639, RFC 5480 §2.1), which many German trust services use.
///
/// The cryptographic library knows no such curve, so only verification is offered, over public values. In certificates
/// the library is given a stand-in: an RSA key whose modulus spells the curve and the point. ``SignatureScheme`` never
/// uses it as an RSA key.
package struct BrainpoolKey: Sendable {
    let curve: BrainpoolCurve
    private let point: BrainpoolPoint
    /// The point as in the certificate: 4, x and y.
    let bytes: [UInt8]

    package var curveName: String { curve.name }

    init?(curve: BrainpoolCurve, bytes: [UInt8]) {
        guard bytes.count == 1 + 2 * curve.length, bytes[0] == 4,
            let point = curve.point(
                x: Array(bytes[1...curve.length]), y: Array(bytes[(1 + curve.length)...]))
        else { return nil }
        self.curve = curve
        self.point = point
        self.bytes = bytes
    }

    /// Reads a `SubjectPublicKeyInfo` with a named curve; `nil` for any other key.
    init?(_ info: ASN1Node) {
        guard var parts = try? info.children(of: .sequence), let algorithm = try? AlgorithmReference(&parts),
            algorithm.oid == .AlgorithmIdentifier.idEcPublicKey, let name = algorithm.parametersOID,
            let curve = BrainpoolCurve.all.first(where: { $0.oid == name }), let value = parts.next(),
            let bits = try? ASN1BitString(derEncoded: value), bits.paddingBits == 0
        else { return nil }
        self.init(curve: curve, bytes: Array(bits.bytes))
    }

    // MARK: Checking

    /// Checks an `ECDSA-Sig-Value` in DER (RFC 3279 §2.2.3).
    func isValid(der value: Data, over digest: [UInt8]) -> Bool {
        guard let node = try? DER.parse(Array(value)), var parts = try? node.children(of: .sequence),
            let r = parts.next().flatMap(magnitude), let s = parts.next().flatMap(magnitude), parts.next() == nil
        else { return false }
        return isValid(r, s, over: digest)
    }

    /// Checks r and s, each as long as the order (BSI TR-03111 §5.2.1).
    func isValid(plain value: Data, over digest: [UInt8]) -> Bool {
        guard value.count == 2 * curve.length else { return false }
        return isValid(Array(value.prefix(curve.length)), Array(value.suffix(curve.length)), over: digest)
    }

    /// Returns the big-endian bytes of a number in DER, filled up to the length of the order.
    private func magnitude(_ node: ASN1Node) -> [UInt8]? {
        guard let integer = try? ExactInteger(node), !integer.isNegative, integer.der == Array(node.encodedBytes) else {
            return nil
        }
        let bytes = integer.bytes.drop { $0 == 0 }
        guard bytes.count <= curve.length else { return nil }
        return [UInt8](repeating: 0, count: curve.length - bytes.count) + bytes
    }

    /// ECDSA (BSI TR-03111 §4.2.1.2).
    private func isValid(_ r: [UInt8], _ s: [UInt8], over digest: [UInt8]) -> Bool {
        let scalars = curve.scalars
        // Numbers that are not below the order are no elements.
        guard let first = scalars.element(r), let second = scalars.element(s), first != scalars.zero,
            second != scalars.zero
        else { return false }
        // Each order has as many bits as bytes times eight, so whole bytes are cut off.
        let short = Array(digest.prefix(curve.length))
        let padded = [UInt8](repeating: 0, count: curve.length - short.count) + short
        let number = scalars.reducedElement(padded)
        let inverse = scalars.inverse(second)
        let sum = curve.combination(
            scalars.bytes(scalars.product(number, inverse)), scalars.bytes(scalars.product(first, inverse)), point)
        guard let x = curve.x(of: sum) else { return false }
        return scalars.reducedElement(x) == first
    }

    // MARK: Stand-ins

    private static let marker = Array("countersign: a Brainpool key stands in for".utf8)
    private static let modulusLength = 256

    /// A `SubjectPublicKeyInfo` of an RSA key that spells this key.
    var standIn: [UInt8] {
        var modulus: [UInt8] = [0xBB] + Self.marker + [UInt8(curve.length)] + bytes
        modulus += [UInt8](repeating: 0, count: Self.modulusLength - 1 - modulus.count) + [1]
        let key = DERBytes.value(
            DERBytes.sequence, DERBytes.integer(modulus), DERBytes.integer([1, 0, 1]))
        return DERBytes.value(
            DERBytes.sequence,
            DERBytes.value(
                DERBytes.sequence, DERBytes.of(ASN1ObjectIdentifier.AlgorithmIdentifier.rsaEncryption), DERBytes.null),
            DERBytes.value(DERBytes.bitString, [0], key))
    }

    /// Whether an RSA key spells a key on a Brainpool curve, without a check that the point is on the curve.
    static func isSpelled(by key: Certificate.PublicKey) -> Bool {
        key.subjectPublicKeyInfoBytes.dropFirst(10).starts(with: marker)
    }

    /// Reads the key that an RSA key spells; `nil` for any other key.
    package init?(_ key: Certificate.PublicKey) {
        guard Self.isSpelled(by: key) else { return nil }
        // PKCS #1: a sequence of the modulus, with a zero before it, and the exponent.
        let bytes = key.subjectPublicKeyInfoBytes
        let start = 4 + 4 + 1
        guard bytes.count == start + Self.modulusLength + 5 else { return nil }
        let modulus = bytes.dropFirst(start).prefix(Self.modulusLength)
        let head = [0xBB] + Self.marker
        guard modulus.starts(with: head), modulus.last == 1 else { return nil }
        let rest = modulus.dropFirst(head.count)
        guard let length = rest.first, let curve = BrainpoolCurve.all.first(where: { $0.length == Int(length) }) else {
            return nil
        }
        let point = Array(rest.dropFirst().prefix(1 + 2 * curve.length))
        guard rest.dropFirst(1 + point.count).dropLast().allSatisfy({ $0 == 0 }) else { return nil }
        self.init(curve: curve, bytes: point)
    }
}
