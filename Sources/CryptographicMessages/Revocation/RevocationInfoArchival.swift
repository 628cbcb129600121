import SwiftASN1

/// Revocation information that the signer included in the signature: `adbe-revocationInfoArchival` (ISO 32000-2
/// §12.8.3.3.2).
package struct RevocationInfoArchival: Sendable {
    package static let type: ASN1ObjectIdentifier = [1, 2, 840, 113_583, 1, 1, 8]

    /// `OCSPResponse` values.
    package var responses: [[UInt8]] = []
    /// `CertificateList` values.
    package var lists: [[UInt8]] = []

    private static let most = 256

    init() {}

    init(_ node: ASN1Node) throws {
        for part in try node.childNodes() {
            var wrapped = try part.childNodes().makeIterator()
            let values = try wrapped.required().childNodes().prefix(Self.most).map { Array($0.encodedBytes) }
            if part.identifier == .context(0) { lists += values }
            if part.identifier == .context(1) { responses += values }
        }
    }
}
