import SwiftASN1

/// An `INTEGER` of any size and sign (X.690 §8.3): serial numbers and nonces, which are only compared.
///
/// RFC 5280 §4.1.2.2 requires positive serial numbers but asks readers to "gracefully" handle others. In RFC 3161 a
/// nonce is any integer, and half of all random ones are negative.
package struct ExactInteger: Sendable, Hashable {
    /// The shortest big-endian two's complement.
    package let bytes: [UInt8]

    /// - Throws: `ASN1Error` if the value is not an integer
    init(_ node: ASN1Node) throws {
        guard node.identifier == .integer, case .primitive(let content) = node.content, !content.isEmpty else {
            throw ASN1Error.invalidASN1IntegerEncoding(reason: "this is not an INTEGER")
        }
        self.init(content: content)
    }

    /// - Parameter content: two's complement; not empty
    init(content: ArraySlice<UInt8>) {
        var rest = content
        while rest.count > 1, let first = rest.first, let second = rest.dropFirst().first,
            first == (second & 0x80 == 0 ? 0x00 : 0xFF)
        {
            rest = rest.dropFirst()
        }
        bytes = Array(rest)
    }

    /// Creates a non-negative number from its big-endian bytes.
    init(magnitude: some Sequence<UInt8>) {
        self.init(content: [0] + magnitude)
    }

    var isNegative: Bool { bytes.first.map { $0 & 0x80 != 0 } ?? false }

    /// The DER encoding with tag and length.
    package var der: [UInt8] { DERBytes.value(DERBytes.integer, bytes) }
}
