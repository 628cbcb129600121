import SwiftASN1

/// An `AlgorithmIdentifier` (RFC 5280 §4.1.1.2): an algorithm and its encoded parameters.
package struct AlgorithmReference: Sendable, Hashable {
    var oid: ASN1ObjectIdentifier
    /// The parameters; `nil` if there are none. An ASN.1 NULL counts as parameters.
    package var parameters: ASN1Node?

    init(oid: ASN1ObjectIdentifier) {
        self.oid = oid
    }

    init(_ nodes: inout ASN1NodeCollection.Iterator) throws {
        guard let node = nodes.next() else {
            throw ASN1Error.invalidASN1Object(reason: "an algorithm identifier is missing")
        }
        try self.init(node)
    }

    /// Reads the node regardless of its tag, because the enclosing structures use implicit tags.
    init(_ node: ASN1Node) throws {
        guard case .constructed(let children) = node.content else {
            throw ASN1Error.unexpectedFieldType(node.identifier)
        }
        var iterator = children.makeIterator()
        self.oid = try ASN1ObjectIdentifier(berEncoded: &iterator)
        self.parameters = iterator.next()
    }

    /// The parameters if they are an object identifier, which names an elliptic curve; otherwise `nil`.
    var parametersOID: ASN1ObjectIdentifier? {
        guard let parameters else { return nil }
        return try? ASN1ObjectIdentifier(derEncoded: parameters)
    }
}
