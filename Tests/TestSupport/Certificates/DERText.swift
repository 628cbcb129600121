import Foundation
import PDFFormat
import SwiftASN1

/// Writes DER by hand, for the test servers.
enum DERText {
    static func value(_ tag: UInt8, _ parts: [UInt8]...) -> [UInt8] {
        let content = parts.flatMap { $0 }
        var length: [UInt8] = []
        if content.count < 0x80 {
            length = [UInt8(content.count)]
        } else {
            var rest = content.count
            while rest > 0 {
                length.insert(UInt8(rest & 0xFF), at: 0)
                rest >>= 8
            }
            length.insert(0x80 | UInt8(length.count), at: 0)
        }
        return [tag] + length + content
    }

    static func sequence(_ parts: [UInt8]...) -> [UInt8] { value(0x30, parts.flatMap { $0 }) }
    static func set(_ parts: [UInt8]...) -> [UInt8] { value(0x31, parts.flatMap { $0 }) }
    static func octets(_ bytes: [UInt8]) -> [UInt8] { value(0x04, bytes) }
    static func bits(_ bytes: [UInt8]) -> [UInt8] { value(0x03, [0] + bytes) }
    static func integer(_ bytes: [UInt8]) -> [UInt8] { value(0x02, bytes) }
    static func enumerated(_ number: UInt8) -> [UInt8] { value(0x0A, [number]) }
    static func context(_ number: UInt8, _ parts: [UInt8]...) -> [UInt8] { value(0xA0 | number, parts.flatMap { $0 }) }
    static let null: [UInt8] = [5, 0]
    static let yes: [UInt8] = [1, 1, 0xFF]

    static func encoded(_ value: some DERSerializable) throws -> [UInt8] {
        var coder = DER.Serializer()
        try coder.serialize(value)
        return coder.serializedBytes
    }

    static func oid(_ identifier: ASN1ObjectIdentifier) throws -> [UInt8] { try encoded(identifier) }

    /// GeneralizedTime, to the second.
    static func time(_ date: Date) -> [UInt8] { value(0x18, Array(PDFDate.string(from: date).dropFirst(2).utf8)) }

    static func algorithm(_ identifier: ASN1ObjectIdentifier) throws -> [UInt8] { try sequence(oid(identifier)) }

    static func `extension`(_ identifier: ASN1ObjectIdentifier, critical: Bool = false, _ value: [UInt8]) throws
        -> [UInt8]
    {
        try sequence(oid(identifier), critical ? yes : [], octets(value))
    }
}
