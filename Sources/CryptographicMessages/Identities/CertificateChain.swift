import X509

/// Orders the certificates for a signature.
public enum CertificateChain {
    /// Returns the leaf, its issuer, the issuer's issuer and so on; unrelated certificates are dropped.
    public static func ordered(from leaf: Certificate, among certificates: [Certificate]) -> [Certificate] {
        var chain = [leaf]
        var rest = certificates.filter { $0 != leaf }
        while let tip = chain.last, tip.issuer != tip.subject,
            let next = rest.firstIndex(where: { $0.subject == tip.issuer })
        {
            chain.append(rest.remove(at: next))
        }
        return chain
    }
}
