import SwiftASN1

/// An authority's response: `TimeStampResp` (RFC 3161 §2.4.2).
struct TimestampResponse: Sendable {
    /// `PKIStatus`: 0 granted, 1 granted with modifications, 2 rejected, 3 waiting, 4 and 5 revocation.
    var status: Int
    /// The authority's explanation of the status, if any.
    var text: String?
    /// The set bits of `PKIFailureInfo`.
    var failures: [Int] = []
    /// The token, a `ContentInfo`, as sent.
    var token: [UInt8]?

    var isGranted: Bool { status == 0 || status == 1 }

    init(_ bytes: [UInt8]) throws {
        var nodes = try BER.parse(bytes).children(of: .sequence)
        var info = try nodes.required().children(of: .sequence)
        status = try Int(berEncoded: &info)
        while let part = info.next() {
            if part.identifier == .sequence {
                text = try part.childNodes().prefix(8).map { String(try ASN1UTF8String(berEncoded: $0)) }
                    .joined(separator: " ")
            } else if part.identifier == .bitString {
                failures = Self.bits(try ASN1BitString(berEncoded: part))
            }
        }
        token = nodes.next().map { Array($0.encodedBytes) }
    }

    private static func bits(_ string: ASN1BitString) -> [Int] {
        var bits: [Int] = []
        for (index, byte) in string.bytes.prefix(8).enumerated() {
            for bit in 0..<8 where byte & (0x80 >> UInt8(bit)) != 0 { bits.append(index * 8 + bit) }
        }
        return bits
    }

    /// Why there is no token, as a part of a sentence.
    var refusal: String {
        let names = failures.compactMap { Self.failureNames[$0] }
        let reasons = (names + [text].compactMap { $0 }).joined(separator: "; ")
        return reasons.isEmpty ? "status \(status)" : reasons
    }

    private static let failureNames = [
        0: "it does not know the algorithm", 2: "it does not permit this request", 5: "it cannot read the request",
        14: "its clock is not available", 15: "it does not offer the policy", 16: "it does not know an extension",
        17: "it does not have the requested additional information", 25: "it has an internal failure",
    ]
}
