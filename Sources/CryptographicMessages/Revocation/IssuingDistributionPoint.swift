import SwiftASN1
import X509

/// The scope of a revocation list that does not cover all certificates of its issuer (RFC 5280 §5.2.5).
struct IssuingDistributionPoint: Sendable {
    /// The addresses at which the list is published. If there are any, only certificates that name one of them are in
    /// its scope.
    var locations: [GeneralName] = []
    var onlyEndEntities = false
    var onlyAuthorities = false
    var onlySomeReasons = false
    /// Whether the list may contain certificates of other issuers.
    var isIndirect = false
    var onlyAttributeCertificates = false

    init(_ extensionValue: ArraySlice<UInt8>) throws {
        for part in try DER.parse(extensionValue).childNodes() {
            switch part.identifier {
            case .context(0): locations = try DistributionPointName.locations(part)
            case .context(1): onlyEndEntities = try Bool(derEncoded: part, withIdentifier: .context(1))
            case .context(2): onlyAuthorities = try Bool(derEncoded: part, withIdentifier: .context(2))
            case .context(3): onlySomeReasons = true
            case .context(4): isIndirect = try Bool(derEncoded: part, withIdentifier: .context(4))
            case .context(5): onlyAttributeCertificates = try Bool(derEncoded: part, withIdentifier: .context(5))
            default: throw ASN1Error.unexpectedFieldType(part.identifier)
            }
        }
    }

    /// Returns the restriction that excludes the certificate; `nil` if the list covers it.
    func scope(without certificate: Certificate) -> RevocationDoubt.Scope? {
        if isIndirect { return .otherIssuers }
        if onlyAttributeCertificates { return .attributeCertificates }
        if onlySomeReasons { return .someReasons }
        var isAuthority = false
        if case .isCertificateAuthority? = try? certificate.extensions.basicConstraints { isAuthority = true }
        if onlyEndEntities, isAuthority { return .endEntities }
        if onlyAuthorities, !isAuthority { return .authorities }
        if !locations.isEmpty {
            let named = RevocationSources.distributionPoints(of: certificate)
            guard named.contains(where: locations.contains) else {
                return .otherPart
            }
        }
        return nil
    }
}

/// `DistributionPointName` (RFC 5280 §4.2.1.13).
enum DistributionPointName {
    /// Returns the full names inside the tag `[0]`; names relative to the issuer's are skipped.
    static func locations(_ wrapper: ASN1Node) throws -> [GeneralName] {
        var choice = try wrapper.childNodes().makeIterator()
        let name = try choice.required()
        guard name.identifier == .context(0) else { return [] }
        return try name.childNodes().prefix(32).map { try GeneralName(derEncoded: $0) }
    }
}
