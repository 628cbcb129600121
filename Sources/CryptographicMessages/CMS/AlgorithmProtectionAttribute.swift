import SwiftASN1

/// The attribute CMSAlgorithmProtection (RFC 6211). The signature covers its own algorithms, so that nobody can
/// substitute weaker ones.
package enum AlgorithmProtectionAttribute {
    package enum Finding: Equatable {
        case absent
        case matches
        /// It names other algorithms than the signer info, is unreadable, or occurs twice.
        case differs
    }

    package static func check(_ attributes: CMSAttributes, of signer: CMSSignerInfo) -> Finding {
        let values = attributes.values(of: .CMS.algorithmProtection)
        guard let value = values.first else { return .absent }
        guard values.count == 1, let named = try? read(value) else { return .differs }
        guard named.digest.oid == signer.digestAlgorithm.oid, named.signature?.oid == signer.signatureAlgorithm.oid
        else { return .differs }
        if signer.signatureAlgorithm.oid == .AlgorithmIdentifier.rsaPSS {
            let parameters = signer.signatureAlgorithm.parameters?.encodedBytes
            return named.signature?.parameters?.encodedBytes == parameters ? .matches : .differs
        }
        return .matches
    }

    /// `CMSAlgorithmProtection` (RFC 6211 §2).
    private static func read(
        _ node: ASN1Node
    ) throws -> (digest: AlgorithmReference, signature: AlgorithmReference?) {
        var nodes = try node.children(of: .sequence)
        let digest = try AlgorithmReference(&nodes)
        var signature: AlgorithmReference?
        while let part = nodes.next() {
            if part.identifier == .context(1) { signature = try AlgorithmReference(part) }
        }
        return (digest, signature)
    }
}
