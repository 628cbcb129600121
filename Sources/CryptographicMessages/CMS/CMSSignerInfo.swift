import Foundation
import SwiftASN1
import X509

/// A `SignerInfo` (RFC 5652 §5.3): the signer's identifier, the attributes, and the signature value.
package struct CMSSignerInfo: Sendable {
    /// The identifier of the signer's certificate.
    package enum Identifier: Sendable {
        case issuer(DistinguishedName, serialNumber: ExactInteger)
        case subjectKeyIdentifier(ArraySlice<UInt8>)

        package func names(_ certificate: Certificate) -> Bool {
            switch self {
            case .issuer(let name, let serialNumber):
                certificate.issuer == name && certificate.exactSerialNumber == serialNumber
            case .subjectKeyIdentifier(let identifier):
                (try? certificate.extensions.subjectKeyIdentifier)?.keyIdentifier == identifier
            }
        }
    }

    package var identifier: Identifier
    package var digestAlgorithm: AlgorithmReference
    var signatureAlgorithm: AlgorithmReference
    package var value: Data
    /// The signed attributes; `nil` if the signature is directly over the content.
    package var signedAttributes: CMSAttributes?
    package var unsignedAttributes: CMSAttributes

    init(_ node: ASN1Node) throws {
        var nodes = try node.children(of: .sequence)
        _ = try Int(berEncoded: &nodes)
        identifier = try Self.readIdentifier(nodes.required())
        digestAlgorithm = try AlgorithmReference(&nodes)
        var next = try nodes.required()
        if next.identifier == .context(0) {
            signedAttributes = try CMSAttributes(next)
            next = try nodes.required()
        }
        signatureAlgorithm = try AlgorithmReference(next)
        value = Data(try ASN1OctetString(berEncoded: nodes.required()).bytes)
        unsignedAttributes = try nodes.next().map { try CMSAttributes($0) } ?? CMSAttributes()
    }

    private static func readIdentifier(_ node: ASN1Node) throws -> Identifier {
        guard node.identifier == .sequence else {
            return .subjectKeyIdentifier(try ASN1OctetString(berEncoded: node, withIdentifier: .context(0)).bytes)
        }
        var nodes = try node.children(of: .sequence)
        let name = try DistinguishedName(derEncoded: nodes.required())
        return .issuer(name, serialNumber: try ExactInteger(nodes.required()))
    }
}

/// A `SET OF Attribute` of a signer info.
package struct CMSAttributes: Sendable {
    private var attributes: [(type: ASN1ObjectIdentifier, values: [ASN1Node])] = []
    private var node: ASN1Node?

    init() {}

    init(_ node: ASN1Node) throws {
        self.node = node
        for attribute in try node.childNodes() {
            var parts = try attribute.children(of: .sequence)
            let type = try ASN1ObjectIdentifier(berEncoded: &parts)
            attributes.append((type, Array(try parts.required().childNodes())))
        }
    }

    /// Returns all values of the type from all its attributes, because an attacker may have added a second one.
    package func values(of type: ASN1ObjectIdentifier) -> [ASN1Node] {
        attributes.filter { $0.type == type }.flatMap(\.values)
    }

    /// Returns the value of the type if there is exactly one, as RFC 5652 §11 requires for the attributes it defines.
    func singleValue(of type: ASN1ObjectIdentifier) -> ASN1Node? {
        let values = values(of: type)
        return values.count == 1 ? values.first : nil
    }

    /// The bytes that may have been signed (RFC 5652 §5.4): the attributes with the tag of a set, as in the file. If
    /// that is not DER, the DER form is added; a set of indefinite length is returned in DER only.
    var signedForms: [(bytes: [UInt8], isDER: Bool)] {
        guard let node, let children = try? node.childNodes() else { return [] }
        let canonical = DERBytes.set(of: children.map { Array($0.encodedBytes) })
        let encoded = node.encodedBytes
        guard encoded.dropFirst().first != 0x80 else { return [(canonical, true)] }
        let own = [0x31] + encoded.dropFirst()
        return own == canonical ? [(own, true)] : [(own, false), (canonical, true)]
    }
}
