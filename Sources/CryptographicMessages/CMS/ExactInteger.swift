import SwiftASN1

/// An `INTEGER` of any size and either sign (X.690 §8.3): serial numbers and nonces, which are compared and never
/// computed with.
///
/// RFC 5280 §4.1.2.2 asks for positive serial numbers and for readers that "gracefully" take others; in RFC 3161 a nonce
/// is any integer, and half of all random ones are negative.
package struct ExactInteger: Sendable, Hashable {
    /// Two's complement, the highest byte first, and no byte more than it takes.
    package let bytes: [UInt8]

    /// - Throws: `ASN1Error` for a value that is no integer.
    init(_ node: ASN1Node) throws {
        guard node.identifier == .integer, case .primitive(let content) = node.content, !content.isEmpty else {
            throw ASN1Error.invalidASN1IntegerEncoding(reason: "this is no INTEGER")
        }
        self.init(content: content)
    }

    /// - Parameter content: Two's complement; not empty.
    init(content: ArraySlice<UInt8>) {
        var rest = content
        while rest.count > 1, let first = rest.first, let second = rest.dropFirst().first,
            first == (second & 0x80 == 0 ? 0x00 : 0xFF)
        {
            rest = rest.dropFirst()
        }
        bytes = Array(rest)
    }

    /// A number that is not negative, from its bytes, the highest first.
    init(magnitude: some Sequence<UInt8>) {
        self.init(content: [0] + magnitude)
    }

    var isNegative: Bool { bytes.first.map { $0 & 0x80 != 0 } ?? false }

    /// With tag and length.
    package var der: [UInt8] { DERBytes.value(DERBytes.integer, bytes) }
}
