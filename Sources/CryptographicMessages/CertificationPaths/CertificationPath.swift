import X509

/// Finds the issuers of a certificate by names and signatures only; it does not decide whether they are trusted.
package enum CertificationPath {
    private static let longest = 12

    /// Whether the first certificate's key signed the second certificate.
    package static func issued(_ issuer: Certificate, _ certificate: Certificate) -> Bool {
        issuer.subject == certificate.issuer && issuer.hasSigned(certificate)
    }

    package static func isSelfSigned(_ certificate: Certificate) -> Bool { issued(certificate, certificate) }

    /// Returns the certificates whose names match the issuers above a certificate, whether or not they issued it.
    static func issuers(above leaf: Certificate, among certificates: [Certificate]) -> [Certificate] {
        var found: [Certificate] = []
        var asked: Set<DistinguishedName> = []
        var names: Set<DistinguishedName> = [leaf.issuer]
        for _ in 0..<longest where !names.isEmpty {
            asked.formUnion(names)
            let above = certificates.filter { names.contains($0.subject) }
            found += above
            names = Set(above.map(\.issuer)).subtracting(asked)
        }
        return found
    }

    /// Returns the leaf, its issuer and so on, as far as the given certificates allow.
    package static func path(from leaf: Certificate, among certificates: [Certificate]) -> [Certificate] {
        CertificatePaths().path(from: leaf, among: certificates)
    }
}
