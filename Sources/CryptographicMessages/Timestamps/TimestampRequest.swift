import Foundation
import SwiftASN1

/// A request to a timestamp authority: `TimeStampReq` (RFC 3161 §2.4.1).
package struct TimestampRequest: Sendable {
    /// The digest of the data to timestamp: the message imprint.
    package var digest: DigestValue
    /// The requested policy; `nil` for the authority's default.
    var policy: ASN1ObjectIdentifier?
    /// A positive number that the answer must repeat, so that an old answer cannot be replayed.
    var nonce: [UInt8]

    package init(
        digest: DigestValue, policy: ASN1ObjectIdentifier? = nil, nonce: [UInt8] = TimestampRequest.randomNonce()
    ) {
        self.digest = digest
        self.policy = policy
        self.nonce = nonce
    }

    /// Returns sixteen random bytes that form a positive DER integer of that length.
    package static func randomNonce() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        bytes[0] = bytes[0] & 0x3F | 0x40
        return bytes
    }

    /// Returns the request in DER; it always asks for the authority's certificate.
    package func der() throws -> [UInt8] {
        var coder = DER.Serializer()
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            try coder.serialize(1)
            try coder.appendConstructedNode(identifier: .sequence) { coder in
                try coder.appendConstructedNode(identifier: .sequence) { coder in
                    try coder.serialize(digest.algorithm.oid)
                    try coder.serialize(ASN1Null())
                }
                try coder.serialize(ASN1OctetString(contentBytes: digest.bytes[...]))
            }
            if let policy { try coder.serialize(policy) }
            try coder.serialize(nonce[...])
            try coder.serialize(true)
        }
        return coder.serializedBytes
    }
}
