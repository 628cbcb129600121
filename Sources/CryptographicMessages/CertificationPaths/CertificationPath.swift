import X509

/// The certificates from a signer's up, by names and signatures alone; whether they are trusted is another question.
package enum CertificationPath {
    private static let longest = 12

    /// Whether the first certificate's key signed the second certificate.
    package static func issued(_ issuer: Certificate, _ certificate: Certificate) -> Bool {
        issuer.subject == certificate.issuer && issuer.hasSigned(certificate)
    }

    package static func isSelfSigned(_ certificate: Certificate) -> Bool { issued(certificate, certificate) }

    /// The certificates that bear the names of those above a certificate, whether or not they issued it.
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

    /// The leaf, its issuer and so on, as far as the certificates at hand lead.
    package static func path(from leaf: Certificate, among certificates: [Certificate]) -> [Certificate] {
        CertificatePaths().path(from: leaf, among: certificates)
    }
}
