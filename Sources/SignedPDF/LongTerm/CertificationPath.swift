import X509

/// The certificates from a signer's up, by names and signatures alone; whether they are trusted is another question.
enum CertificationPath {
    private static let longest = 12

    /// Whether the first certificate's key signed the second certificate.
    static func issued(_ issuer: Certificate, _ certificate: Certificate) -> Bool {
        issuer.subject == certificate.issuer
            && issuer.publicKey.isValidSignature(certificate.signature, for: certificate)
    }

    static func isSelfSigned(_ certificate: Certificate) -> Bool { issued(certificate, certificate) }

    /// The leaf, its issuer and so on, as far as the certificates at hand lead.
    static func path(from leaf: Certificate, among certificates: [Certificate]) -> [Certificate] {
        var path = [leaf]
        while path.count < longest, let tip = path.last, !isSelfSigned(tip),
            let next = certificates.first(where: { !path.contains($0) && issued($0, tip) })
        {
            path.append(next)
        }
        return path
    }
}
