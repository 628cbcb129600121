import Locks
import X509

/// The ways from certificates up to trust anchors (RFC 5280 §6, RFC 4158).
///
/// Authorities may certify each other, and in a hostile file thirty of them with one name lead to one another in more
/// ways than anybody can try. So ways are looked for breadth first, a signature is checked once for all of them, and the
/// checks are counted.
package final class CertificatePaths: Sendable {
    /// The most signatures on certificates that are checked to find the ways from one certificate.
    static let mostChecks = 256
    /// The most such signatures that are checked for one file. A file of a thousand signers has some thousand.
    static let mostChecksAltogether = 8192
    /// The most ways from one certificate that are looked at.
    static let mostPaths = 16
    /// The most beginnings of ways that are held at once.
    private static let mostBeginnings = 512
    private static let longest = 12

    /// What was found, shortest ways first.
    package struct Search {
        /// From the certificate to the anchor.
        package var paths: [[Certificate]] = []
        /// False if there may be more ways than were looked at.
        package var isComplete = true
    }

    private struct Link: Hashable {
        var certificate: Certificate
        var key: Certificate.PublicKey
    }

    private struct Memory {
        var outcomes: [Link: Bool] = [:]
        var left = CertificatePaths.mostChecksAltogether
    }

    private let memory = Locked(Memory())

    package init() {}

    /// The ways from a certificate to the anchors, by names and signatures alone.
    package func search(from leaf: Certificate, through intermediates: [Certificate], to anchors: [Certificate])
        -> Search
    {
        var search = Search()
        var left = Self.mostChecks
        var beginnings = [[leaf]]
        while !beginnings.isEmpty {
            // The anchors first: a way that is there must not be missed for those that lead nowhere.
            for path in beginnings {
                guard let tip = path.last else { continue }
                for anchor in anchors where anchor.subject == tip.issuer && anchor != tip {
                    guard let isSigned = isSigned(tip, with: anchor, &left), search.paths.count < Self.mostPaths else {
                        search.isComplete = false
                        return search
                    }
                    if isSigned { search.paths.append(path + [anchor]) }
                }
            }
            var longer: [[Certificate]] = []
            for path in beginnings {
                // One that signed itself leads nowhere else.
                guard let tip = path.last, path.count < Self.longest, !isOwn(tip, &left) else { continue }
                for issuer in intermediates where issuer.subject == tip.issuer {
                    if path.contains(where: { $0.subject == issuer.subject && $0.publicKey == issuer.publicKey }) {
                        continue
                    }
                    guard let isSigned = isSigned(tip, with: issuer, &left), longer.count < Self.mostBeginnings else {
                        search.isComplete = false
                        return search
                    }
                    if isSigned { longer.append(path + [issuer]) }
                }
            }
            beginnings = longer
        }
        return search
    }

    /// The leaf, its issuer and so on, as far as the certificates at hand lead.
    package func path(from leaf: Certificate, among certificates: [Certificate]) -> [Certificate] {
        var left = Self.mostChecks
        var path = [leaf]
        while path.count < Self.longest, let tip = path.last, !isOwn(tip, &left) {
            let next = certificates.first {
                $0.subject == tip.issuer && !path.contains($0) && isSigned(tip, with: $0, &left) == true
            }
            guard let next else { break }
            path.append(next)
        }
        return path
    }

    private func isOwn(_ certificate: Certificate, _ left: inout Int) -> Bool {
        certificate.subject == certificate.issuer && isSigned(certificate, with: certificate, &left) == true
    }

    /// Whether an issuer's key signed a certificate; nothing if no more signatures are checked.
    private func isSigned(_ certificate: Certificate, with issuer: Certificate, _ left: inout Int) -> Bool? {
        guard left > 0 else { return nil }
        left -= 1
        let link = Link(certificate: certificate, key: issuer.publicKey)
        let (known, mayCheck) = memory.withLock { memory in
            if let outcome = memory.outcomes[link] { return (Optional(outcome), true) }
            memory.left -= 1
            return (nil, memory.left >= 0)
        }
        if let known { return known }
        guard mayCheck else { return nil }
        let outcome = issuer.hasSigned(certificate)
        memory.withLock { $0.outcomes[link] = outcome }
        return outcome
    }
}
