import SwiftASN1

/// `RSASSA-PSS-params` (RFC 4055 §3.1), with the defaults filled in.
struct PSSParameters {
    var digest = DigestAlgorithm.sha1
    var maskDigest = DigestAlgorithm.sha1
    /// The length of the salt in bytes.
    var saltLength = 20

    /// Returns `nil` if the parameters are damaged or contain an unknown algorithm.
    init?(_ node: ASN1Node?) {
        guard let node, case .constructed(let children) = node.content else { return nil }
        for child in children {
            guard case .constructed(let content) = child.content, let value = content.first(where: { _ in true }) else {
                return nil
            }
            switch child.identifier {
            case .context(0):
                guard let digest = Self.digest(value) else { return nil }
                self.digest = digest
            case .context(1):
                guard let mask = try? AlgorithmReference(value), mask.oid == .SignatureScheme.mgf1,
                    let parameters = mask.parameters, let digest = Self.digest(parameters)
                else { return nil }
                self.maskDigest = digest
            case .context(2):
                guard let length = try? Int(derEncoded: value), (0...512).contains(length) else { return nil }
                self.saltLength = length
            case .context(3):
                guard (try? Int(derEncoded: value)) == 1 else { return nil }
            default:
                return nil
            }
        }
    }

    /// Returns the hash functions in the parameters, whether or not they are supported.
    static func hashFunctions(in node: ASN1Node?) -> [ASN1ObjectIdentifier] {
        guard let node, case .constructed(let children) = node.content else { return [] }
        return children.prefix(4).compactMap { child in
            guard case .constructed(let content) = child.content, let value = content.first(where: { _ in true }),
                let reference = try? AlgorithmReference(value)
            else { return nil }
            if child.identifier == .context(0) { return reference.oid }
            return reference.parameters.flatMap { try? AlgorithmReference($0).oid }
        }
    }

    private static func digest(_ node: ASN1Node) -> DigestAlgorithm? {
        (try? AlgorithmReference(node)).flatMap { DigestAlgorithm($0.oid) }
    }
}
