import Essentials
import X509

/// Builds paths from certificates to trust anchors (RFC 5280 §6, RFC 4158).
///
/// Authorities may certify each other. In a hostile file, thirty authorities with one name can form more paths than
/// anybody can try. So the search is breadth first, each signature is checked once for all paths, and checks are
/// limited.
package final class CertificatePaths: Sendable {
    /// The maximum number of certificate signatures checked for one certificate's paths.
    static let mostChecks = 256
    /// The maximum number of certificate signatures checked for one file. A file of a thousand signers has some
    /// thousand.
    static let mostChecksAltogether = 8192
    /// The cost of a check on a Brainpool curve, which takes longer.
    private static let costOfSlowCheck = 4
    /// The maximum number of paths considered for one certificate.
    static let mostPaths = 16
    /// The maximum number of partial paths held at once.
    private static let mostBeginnings = 512
    private static let longest = 12

    /// The result of a search.
    package struct Search {
        /// The paths from the certificate to the anchor, shortest first.
        package var paths: [[Certificate]] = []
        /// Whether all paths were considered; false if there may be more.
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

    /// Returns the paths from a certificate to the anchors, by names and signatures only.
    package func search(from leaf: Certificate, through intermediates: [Certificate], to anchors: [Certificate])
        -> Search
    {
        var search = Search()
        var left = Self.mostChecks
        var beginnings = [[leaf]]
        while !beginnings.isEmpty {
            // Anchors come first: dead ends must not hide an existing path.
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
                // A self-signed certificate leads no further.
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

    /// Returns the leaf, its issuer and so on, as far as the given certificates allow.
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

    /// Whether an issuer's key signed a certificate; `nil` once the limit of checks is reached.
    private func isSigned(_ certificate: Certificate, with issuer: Certificate, _ left: inout Int) -> Bool? {
        guard left > 0 else { return nil }
        let isSlow = BrainpoolKey.isSpelled(by: issuer.publicKey)
        let cost = isSlow ? Self.costOfSlowCheck : 1
        left -= cost
        let link = Link(certificate: certificate, key: issuer.publicKey)
        let (known, mayCheck) = memory.withLock { memory in
            if let outcome = memory.outcomes[link] { return (Optional(outcome), true) }
            memory.left -= cost
            return (nil, memory.left >= 0)
        }
        if let known { return known }
        guard mayCheck else { return nil }
        let outcome = issuer.hasSigned(certificate)
        memory.withLock { $0.outcomes[link] = outcome }
        return outcome
    }
}
