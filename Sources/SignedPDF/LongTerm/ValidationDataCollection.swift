import Foundation
import X509

/// Gathers the data for validating certificates: their issuers and revocation information, for the responders'
/// certificates as well (ETSI EN 319 142-1 §5.5).
struct ValidationDataCollection {
    private let client: RevocationClient
    private let now: Date
    private(set) var evidence: RevocationEvidence

    /// - Parameter evidence: the evidence that the document already holds; it is not fetched again if it is conclusive
    init(_ client: RevocationClient, evidence: RevocationEvidence = RevocationEvidence(), at now: Date) {
        self.client = client
        self.now = now
        self.evidence = evidence
    }

    /// A certificate, and the time at which it must have been good.
    struct Need {
        var certificate: Certificate
        /// Certificates that came with it, such as its issuers.
        var others: [Certificate]
        var time: Date
    }

    /// Returns the validation data for a certificate and those above it.
    ///
    /// - Throws: ``LongTermError`` if something is missing or a certificate was revoked; `CancellationError`
    mutating func data(for need: Need) async throws -> ValidationData {
        var data = ValidationData()
        let path = try await path(for: need)
        for certificate in path { data.add(certificate) }
        for (certificate, issuer) in zip(path, path.dropFirst()) {
            data.formUnion(try await revocationData(on: certificate, issuer: issuer, at: need.time, depth: 0))
        }
        return data
    }

    /// Returns the path up to a self-signed certificate, fetching missing issuers.
    private mutating func path(for need: Need) async throws -> [Certificate] {
        var known = need.others + evidence.certificates
        while true {
            let path = CertificationPath.path(from: need.certificate, among: known)
            guard let tip = path.last, !CertificationPath.isSelfSigned(tip) else { return path }
            guard let issuer = try await client.issuer(of: tip), !path.contains(issuer) else {
                // An authority without an issuer certificate here may be a trust anchor elsewhere. But without the
                // issuer's key, the revocation status of `tip` cannot be checked.
                throw LongTermError.issuerMissing(name: SignerName.shortText(of: tip))
            }
            known.append(issuer)
            evidence.certificates.append(issuer)
        }
    }

    private mutating func revocationData(
        on certificate: Certificate, issuer: Certificate, at time: Date, depth: Int
    ) async throws -> ValidationData {
        let name = SignerName.shortText(of: certificate)
        var finding = finding(on: certificate, issuer: issuer, at: time, in: evidence)
        var failures: [RevocationDoubt] = []
        if !finding.isConclusive {
            let now = now
            var found = evidence
            let before = evidence
            failures = try await client.search(for: certificate, issuer: issuer) { answer in
                found = before
                switch answer {
                case .response(let bytes): found.add(response: bytes, at: RevocationEvidence.fetched)
                case .list(let bytes): found.add(list: bytes, at: RevocationEvidence.fetched)
                }
                let judge = RevocationJudge(evidence: found, known: { _ in now })
                return judge.finding(on: certificate, issuer: issuer, at: time).isConclusive
            }
            finding = self.finding(on: certificate, issuer: issuer, at: time, in: found)
            if finding.isConclusive { evidence = found }
        }
        switch finding {
        case .exempt: return ValidationData()
        case .revoked(let date, _): throw LongTermError.revoked(name: name, date: date)
        case .unknown: throw LongTermError.noRevocationData(name: name, reasons: failures)
        case .inconclusive(let doubts):
            throw LongTermError.noRevocationData(name: name, reasons: failures.isEmpty ? doubts : failures)
        case .good: return try await used(on: certificate, issuer: issuer, at: time, depth: depth)
        }
    }

    private func finding(
        on certificate: Certificate, issuer: Certificate, at time: Date, in evidence: RevocationEvidence
    ) -> RevocationFinding {
        let now = now
        return RevocationJudge(evidence: evidence, known: { _ in now }).finding(
            on: certificate, issuer: issuer, at: time)
    }

    /// Returns conclusive evidence on a certificate, with the data that this evidence itself needs.
    private mutating func used(
        on certificate: Certificate, issuer: Certificate, at time: Date, depth: Int
    ) async throws -> ValidationData {
        var data = ValidationData()
        for response in evidence.responses(about: certificate).reversed() {
            var alone = RevocationEvidence()
            alone.certificates = evidence.certificates
            alone.add(response: response.content.bytes, at: response.position)
            guard finding(on: certificate, issuer: issuer, at: time, in: alone) == .good else { continue }
            data.add(response: response.content.bytes)
            for responder in response.content.certificates where response.content.isFrom(responder) {
                data.add(responder)
                // A responder that can be revoked is checked in turn, but only once: otherwise it would vouch for
                // itself.
                guard depth == 0, responder != certificate, CertificationPath.issued(issuer, responder),
                    !RevocationSources(responder).lists.isEmpty
                else { continue }
                data.formUnion(
                    try await revocationData(on: responder, issuer: issuer, at: response.content.producedAt, depth: 1))
            }
            return data
        }
        for list in evidence.lists(by: certificate.issuer).reversed() {
            var alone = RevocationEvidence()
            alone.add(list: list.content.bytes, at: list.position)
            guard finding(on: certificate, issuer: issuer, at: time, in: alone) == .good else { continue }
            data.add(list: list.content.bytes)
            return data
        }
        return data
    }
}
