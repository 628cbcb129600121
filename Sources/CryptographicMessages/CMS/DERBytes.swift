import SwiftASN1

/// Encodes DER from the inside out (X.690 §10). The length of a value is known before its header is written, so no
/// bytes need to be moved. This is used for structures that contain whole certificates.
package enum DERBytes {
    static let sequence: UInt8 = 0x30
    package static let set: UInt8 = 0x31
    static let bitString: UInt8 = 0x03
    static let octetString: UInt8 = 0x04
    package static let integer: UInt8 = 0x02
    package static let null: [UInt8] = [0x05, 0x00]

    /// Returns the constructed context-specific tag `[number]`, for numbers below 31.
    static func context(_ number: UInt8) -> UInt8 { 0xA0 | number }

    /// Returns a value with its tag and length around parts that are already in DER.
    package static func value(_ tag: UInt8, _ parts: [UInt8]...) -> [UInt8] { value(tag, joining: parts) }

    package static func value(_ tag: UInt8, joining parts: [[UInt8]]) -> [UInt8] {
        let length = parts.reduce(0) { $0 + $1.count }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(length + 6)
        bytes.append(tag)
        if length < 0x80 {
            bytes.append(UInt8(length))
        } else {
            let size = (length.bitWidth - length.leadingZeroBitCount + 7) / 8
            bytes.append(0x80 | UInt8(size))
            for position in (0..<size).reversed() {
                bytes.append(UInt8(truncatingIfNeeded: length >> (8 * position)))
            }
        }
        for part in parts { bytes.append(contentsOf: part) }
        return bytes
    }

    /// Returns a `SET OF` with its members in DER order (X.690 §11.6).
    package static func set(_ tag: UInt8 = set, of members: [[UInt8]]) -> [UInt8] {
        value(tag, joining: members.sorted { $0.lexicographicallyPrecedes($1) })
    }

    package static func of(_ value: some DERSerializable) throws -> [UInt8] {
        var coder = DER.Serializer()
        try coder.serialize(value)
        return coder.serializedBytes
    }

    /// Returns an object identifier (X.690 §8.19).
    package static func of(_ oid: ASN1ObjectIdentifier) -> [UInt8] {
        var coder = DER.Serializer()
        // Encoding an existing identifier cannot fail.
        try? coder.serialize(oid)
        return coder.serializedBytes
    }

    /// Returns a non-negative integer from its big-endian bytes.
    package static func integer(_ magnitude: some Sequence<UInt8>) -> [UInt8] {
        var bytes = Array(magnitude.drop { $0 == 0 })
        if bytes.first.map({ $0 & 0x80 != 0 }) ?? true { bytes.insert(0, at: 0) }
        return value(integer, bytes)
    }
}
