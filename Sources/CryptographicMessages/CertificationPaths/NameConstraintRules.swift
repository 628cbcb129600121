import SwiftASN1
import X509

/// Checks name constraints on distinguished names and mail addresses (RFC 5280 §4.2.1.10), which the certificate library
/// refuses. It checks those on host names and other addresses itself.
enum NameConstraintRules {
    /// Returns what is wrong with a path from a certificate to the anchor; `nil` if nothing is.
    static func problem(of path: [Certificate]) -> TrustProblem? {
        for (index, issuer) in path.enumerated().dropFirst() {
            let constraints: NameConstraints
            do {
                guard let found = try issuer.extensions.nameConstraints else { continue }
                constraints = found
            } catch {
                return .chainRuleBroken
            }
            for (position, certificate) in path[..<index].enumerated() {
                // Authorities change their keys under their own name (RFC 5280 §6.1.3).
                if position > 0, certificate.subject == certificate.issuer { continue }
                guard let names = try? names(of: certificate) else { return .chainRuleBroken }
                guard names.allSatisfy({ permits($0, constraints) }) else {
                    return .nameNotPermitted(
                        certificate: SignerName.shortText(of: certificate), issuer: SignerName.shortText(of: issuer))
                }
            }
        }
        return nil
    }

    /// Returns a certificate's extensions with the constraints that the library checks.
    static func reduced(_ extensions: Certificate.Extensions) -> Certificate.Extensions {
        guard let part = extensions[oid: .X509ExtensionID.nameConstraints], var constraints = try? NameConstraints(part)
        else { return extensions }
        constraints.permittedSubtrees.removeAll(where: isOurs)
        constraints.excludedSubtrees.removeAll(where: isOurs)
        var result = extensions
        if constraints.permittedSubtrees.isEmpty, constraints.excludedSubtrees.isEmpty {
            result.remove(.X509ExtensionID.nameConstraints)
        } else if let written = try? Certificate.Extension(constraints, critical: part.critical) {
            result.update(written)
        }
        return result
    }

    static func isNeeded(for certificate: Certificate) -> Bool {
        guard let constraints = try? certificate.extensions.nameConstraints else { return false }
        return (constraints.permittedSubtrees + constraints.excludedSubtrees).contains(where: isOurs)
    }

    private static func isOurs(_ name: GeneralName) -> Bool {
        switch name {
        case .directoryName, .rfc822Name: true
        default: false
        }
    }

    // MARK: Names

    /// Returns the distinguished names and mail addresses of a certificate's holder.
    private static func names(of certificate: Certificate) throws -> [GeneralName] {
        var names = Array(try certificate.extensions.subjectAlternativeNames ?? SubjectAlternativeNames([])).filter(
            isOurs)
        if !certificate.subject.isEmpty { names.append(.directoryName(certificate.subject)) }
        for relative in certificate.subject {
            for attribute in relative where attribute.type == .NameAttributes.emailAddress {
                names.append(.rfc822Name(attribute.value.description))
            }
        }
        return names
    }

    private static func permits(_ name: GeneralName, _ constraints: NameConstraints) -> Bool {
        if constraints.excludedSubtrees.contains(where: { matches(name, $0) == true }) { return false }
        let permitted = constraints.permittedSubtrees.compactMap { matches(name, $0) }
        return permitted.isEmpty || permitted.contains(true)
    }

    /// Returns whether a name lies within a subtree; `nil` for a subtree of another kind.
    private static func matches(_ name: GeneralName, _ subtree: GeneralName) -> Bool? {
        switch (name, subtree) {
        case (.directoryName(let name), .directoryName(let subtree)):
            name.count >= subtree.count && zip(name, subtree).allSatisfy(areEqual)
        case (.rfc822Name(let address), .rfc822Name(let subtree)): isMail(address, within: subtree)
        default: nil
        }
    }

    /// Compares without regard to case and spaces (RFC 5280 §7.1).
    private static func areEqual(_ one: RelativeDistinguishedName, _ other: RelativeDistinguishedName) -> Bool {
        func values(_ name: RelativeDistinguishedName) -> Set<String> {
            Set(name.map { "\($0.type) \(normalized($0.value.description))" })
        }
        return values(one) == values(other)
    }

    private static func normalized(_ text: String) -> String {
        text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func isMail(_ address: String, within subtree: String) -> Bool {
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard let host = parts.last?.lowercased(), parts.count >= 2 else { return false }
        if let at = subtree.lastIndex(of: "@") {
            // The part before the sign is the host's own affair, so its case counts.
            return parts.dropLast().joined(separator: "@") == subtree[..<at]
                && host == subtree[subtree.index(after: at)...].lowercased()
        }
        let domain = subtree.lowercased()
        return domain.hasPrefix(".") ? host.hasSuffix(domain) : host == domain
    }
}
