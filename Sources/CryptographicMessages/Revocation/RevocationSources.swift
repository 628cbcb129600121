import SwiftASN1
import X509

/// The addresses in a certificate for its status and its issuer (RFC 5280 §4.2.1.13 and §4.2.2.1).
package struct RevocationSources: Sendable, Hashable {
    /// Addresses of OCSP responders.
    var responders: [String] = []
    /// Addresses of revocation lists.
    package var lists: [String] = []
    /// Addresses of the issuer's certificate.
    var issuers: [String] = []

    /// A certificate usually names one or two addresses; a hostile one could name thousands.
    private static let most = 4

    package init(_ certificate: Certificate) {
        for description in (try? certificate.extensions.authorityInformationAccess) ?? AuthorityInformationAccess() {
            guard case .uniformResourceIdentifier(let address) = description.location, Self.isWeb(address) else {
                continue
            }
            if description.method == .ocspServer { responders.append(address) }
            if description.method == .issuingCA { issuers.append(address) }
        }
        for name in Self.distributionPoints(of: certificate) {
            if case .uniformResourceIdentifier(let address) = name, Self.isWeb(address) { lists.append(address) }
        }
        responders = Array(responders.prefix(Self.most))
        lists = Array(lists.prefix(Self.most))
        issuers = Array(issuers.prefix(Self.most))
    }

    /// Whether the certificate names no address for its status.
    package var isEmpty: Bool { responders.isEmpty && lists.isEmpty }

    /// Returns the full names of all distribution points.
    static func distributionPoints(of certificate: Certificate) -> [GeneralName] {
        guard let part = certificate.extensions[oid: .CRL.distributionPoints],
            let points = try? DER.parse(part.value).childNodes()
        else { return [] }
        var names: [GeneralName] = []
        for point in points.prefix(16) {
            guard let parts = try? point.childNodes() else { continue }
            for part in parts where part.identifier == .context(0) {
                names += (try? DistributionPointName.locations(part)) ?? []
            }
        }
        return names
    }

    private static func isWeb(_ address: String) -> Bool {
        let lowercased = address.prefix(8).lowercased()
        return lowercased.hasPrefix("http://") || lowercased.hasPrefix("https://")
    }
}
