import SwiftASN1
import X509

/// Checks the certificate policies of a path (RFC 5280 §6.1), for readers who accept every policy.
///
/// Authorities may demand that the certificates below them share a policy (`policyConstraints`), and that the wildcard
/// does not count (`inhibitAnyPolicy`). It is enough to know which policies the next certificate may name: the tree of
/// RFC 5280 is empty if there are none.
struct PolicyRules {
    private static let anyPolicy: ASN1ObjectIdentifier = [2, 5, 29, 32, 0]
    /// A hostile path must not multiply policies by mapping each to many.
    private static let mostPolicies = 1024

    /// The policies that the next certificate may name.
    private var expected: Set<ASN1ObjectIdentifier> = [anyPolicy]
    /// How many more certificates may lack a policy, may use the wildcard, and may map policies; `nil` for any number.
    private var certificatesWithout: Int?
    private var certificatesWithWildcard: Int?
    private var certificatesWithMapping: Int?

    /// Returns what is wrong with a path from a certificate to the anchor; `nil` if nothing is.
    static func problem(of path: [Certificate]) -> TrustProblem? {
        var rules = PolicyRules()
        do {
            for (index, certificate) in path.dropLast().enumerated().reversed() {
                guard try rules.accepts(certificate, isLast: index == 0) else {
                    return .policyNotMet(certificate: SignerName.shortText(of: certificate))
                }
            }
        } catch {
            return .chainRuleBroken
        }
        return nil
    }

    private mutating func accepts(_ certificate: Certificate, isLast: Bool) throws -> Bool {
        let isSelfIssued = certificate.subject == certificate.issuer
        let named = try PolicyExtensions.policies(of: certificate)
        var next: Set<ASN1ObjectIdentifier> = []
        for policy in named ?? [] where policy != Self.anyPolicy {
            if expected.contains(policy) || expected.contains(Self.anyPolicy) { next.insert(policy) }
        }
        if named?.contains(Self.anyPolicy) == true, certificatesWithWildcard != 0 || isSelfIssued && !isLast {
            next.formUnion(expected)
        }
        expected = next
        if isLast {
            if let count = certificatesWithout, count > 0 { certificatesWithout = count - 1 }
            if try PolicyExtensions.constraints(of: certificate).requireExplicit == 0 { certificatesWithout = 0 }
            return certificatesWithout != 0 || !expected.isEmpty
        }
        // Where no policy is left, none comes back, so only the last certificate is asked.
        return try prepare(after: certificate, isSelfIssued: isSelfIssued)
    }

    /// Takes over what an authority demands of the certificates below it (RFC 5280 §6.1.4).
    private mutating func prepare(after certificate: Certificate, isSelfIssued: Bool) throws -> Bool {
        let mappings = try PolicyExtensions.mappings(of: certificate)
        guard !mappings.contains(where: { $0.from == Self.anyPolicy || $0.to == Self.anyPolicy }) else { return false }
        var mapped: Set<ASN1ObjectIdentifier> = []
        for mapping in mappings where expected.contains(mapping.from) || expected.contains(Self.anyPolicy) {
            if certificatesWithMapping != 0 { mapped.insert(mapping.to) }
        }
        expected.subtract(mappings.map(\.from))
        expected.formUnion(mapped)
        guard expected.count <= Self.mostPolicies else { return false }
        if !isSelfIssued {
            for counter in [\Self.certificatesWithout, \.certificatesWithWildcard, \.certificatesWithMapping] {
                if let count = self[keyPath: counter], count > 0 { self[keyPath: counter] = count - 1 }
            }
        }
        let constraints = try PolicyExtensions.constraints(of: certificate)
        certificatesWithout = Self.stricter(certificatesWithout, constraints.requireExplicit)
        certificatesWithMapping = Self.stricter(certificatesWithMapping, constraints.inhibitMapping)
        certificatesWithWildcard = Self.stricter(
            certificatesWithWildcard, try PolicyExtensions.inhibitAnyPolicy(of: certificate))
        return true
    }

    private static func stricter(_ one: Int?, _ other: Int?) -> Int? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }
}

/// Reads the extensions about policies (RFC 5280 §4.2.1.4, §4.2.1.5, §4.2.1.11 and §4.2.1.14).
enum PolicyExtensions {
    static let policies: ASN1ObjectIdentifier = [2, 5, 29, 32]
    static let mappings: ASN1ObjectIdentifier = [2, 5, 29, 33]
    static let constraints: ASN1ObjectIdentifier = [2, 5, 29, 36]
    static let inhibitAnyPolicy: ASN1ObjectIdentifier = [2, 5, 29, 54]

    private static func node(_ type: ASN1ObjectIdentifier, of certificate: Certificate) throws -> ASN1Node? {
        try certificate.extensions[oid: type].map { try DER.parse($0.value) }
    }

    /// Returns the named policies; `nil` without the extension.
    static func policies(of certificate: Certificate) throws -> [ASN1ObjectIdentifier]? {
        guard let node = try node(policies, of: certificate) else { return nil }
        return try node.childNodes().map { part in
            var parts = try part.children(of: .sequence)
            return try ASN1ObjectIdentifier(derEncoded: &parts)
        }
    }

    static func mappings(
        of certificate: Certificate
    ) throws -> [(from: ASN1ObjectIdentifier, to: ASN1ObjectIdentifier)] {
        guard let node = try node(mappings, of: certificate) else { return [] }
        return try node.childNodes().map { part in
            var parts = try part.children(of: .sequence)
            return (try ASN1ObjectIdentifier(derEncoded: &parts), try ASN1ObjectIdentifier(derEncoded: &parts))
        }
    }

    static func constraints(of certificate: Certificate) throws -> (requireExplicit: Int?, inhibitMapping: Int?) {
        var result: (requireExplicit: Int?, inhibitMapping: Int?) = (nil, nil)
        guard let node = try node(constraints, of: certificate) else { return result }
        for part in try node.childNodes() {
            if part.identifier == .context(0) {
                result.requireExplicit = try count(Int(derEncoded: part, withIdentifier: .context(0)))
            } else if part.identifier == .context(1) {
                result.inhibitMapping = try count(Int(derEncoded: part, withIdentifier: .context(1)))
            }
        }
        return result
    }

    static func inhibitAnyPolicy(of certificate: Certificate) throws -> Int? {
        try node(inhibitAnyPolicy, of: certificate).map { try count(Int(derEncoded: $0)) }
    }

    private static func count(_ number: Int) throws -> Int {
        guard number >= 0 else { throw ASN1Error.invalidASN1Object(reason: "a number of certificates is negative") }
        return number
    }
}
