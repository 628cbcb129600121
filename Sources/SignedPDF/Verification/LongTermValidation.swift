import Foundation
import X509

/// Validates a file's signatures and timestamps at the times when they are known to have existed (ETSI EN 319 102-1
/// §5.5 and §5.6).
///
/// Document timestamps are validated from the newest to the oldest: the newest at the current time, each other one at
/// the time of those that cover it. Their proofs decide at which time a signature's certificate must have been valid
/// and not revoked.
struct LongTermValidation {
    /// How far ahead of the verifier's clock a timestamp may be, in seconds. A later timestamp proves nothing, since it
    /// would make certificates seem valid that are not valid yet.
    static let clockTolerance: TimeInterval = 600

    let anchors: [Certificate]
    private let now: Date
    /// The paths found for the file's certificates.
    let paths = CertificatePaths()
    /// Fetches revocation information that the file lacks; `nil` to fetch nothing.
    private let client: RevocationClient?
    private(set) var evidence: RevocationEvidence
    private(set) var proofs: [ProofOfExistence] = []
    /// The offsets up to which intact document timestamps cover the file, whether or not their authorities are trusted.
    let documentTimestamps: [Int]
    /// Whether the file has a document security store.
    let hasStore: Bool

    init(
        _ signatures: [SignatureParts], in library: RevisionLibrary, anchors: [Certificate], now: Date,
        client: RevocationClient?
    ) async {
        self.anchors = anchors
        self.now = now
        self.client = client
        evidence = .all(in: library, signatures)
        evidence.certificates += anchors
        let document = library.newest.document
        hasStore = ((try? document.value("DSS", in: document.catalog()))?.dictionaryValue) != nil
        documentTimestamps = signatures.filter { $0.isDocumentTimestamp && $0.findings.integrity == .intact }
            .compactMap(\.placement.revisionEnd)
        for signature in signatures.reversed() {
            guard signature.isDocumentTimestamp, signature.findings.integrity == .intact,
                let end = signature.placement.revisionEnd, let timestamp = signature.findings.timestamps.first
            else { continue }
            let judgement = await judge(timestamp, knownAt: self.time(ofPlace: end))
            guard judgement.isSound else { continue }
            proofs.append(
                ProofOfExistence(
                    end: end, time: timestamp.time,
                    forecast: .first(of: judgement.trust.chain, scheme: timestamp.scheme, isTimestamp: true)))
        }
    }

    /// Returns when the file up to an offset is known to have existed: the time of the earliest timestamp over it, or
    /// now.
    func time(ofPlace position: Int) -> Date {
        proofs.filter { $0.end > position }.map(\.time).min() ?? now
    }

    // MARK: Timestamps

    /// The result of validating a timestamp.
    struct TimestampJudgement {
        var trust: TrustFindings
        var revocation: ChainRevocation
        /// Whether the timestamp's time is reliable.
        var isSound: Bool
    }

    /// - Parameter known: when the timestamp is known to have existed; its authority's certificate must be valid then
    mutating func judge(_ timestamp: TimestampFindings, knownAt known: Date) async -> TimestampJudgement {
        guard let certificate = timestamp.certificate else {
            return TimestampJudgement(
                trust: TrustFindings(isTrusted: false, problem: .authorityCertificateMissing),
                revocation: ChainRevocation(), isSound: false)
        }
        var trust = await TrustFindings.evaluate(
            certificate, intermediates: timestamp.certificates + evidence.certificates, anchors: anchors,
            purpose: .timestamping, time: known, claimedTime: nil, paths: paths)
        if isAhead(timestamp) {
            trust = TrustFindings(isTrusted: false, problem: .timestampAhead(time: timestamp.time, now: now))
        }
        if trust.isTrusted, let problem = CertificateValidity.problem(of: [certificate], at: timestamp.time) {
            trust = TrustFindings(isTrusted: false, problem: problem)
        }
        let revocation = await revocation(of: trust.chain, at: timestamp.time)
        if trust.isTrusted, let problem = revocation.problem(ofTimestampAt: timestamp.time, knownAt: known) {
            trust = TrustFindings(isTrusted: false, problem: problem)
        }
        let isWeak = timestamp.digestAlgorithm?.isWeak ?? true || timestamp.scheme?.digest.isWeak ?? true
        var isOutdated = false
        if let scheme = timestamp.scheme {
            isOutdated = AlgorithmSunset.end(of: scheme, key: certificate.publicKey).date < known
        }
        return TimestampJudgement(
            trust: trust, revocation: revocation,
            isSound: trust.isTrusted && timestamp.integrity == .intact && !isWeak && !isOutdated)
    }

    private func isAhead(_ timestamp: TimestampFindings) -> Bool { timestamp.time > now + Self.clockTolerance }

    /// Returns a finding if the timestamp is in the future.
    func future(_ timestamp: TimestampFindings) -> ValidityFinding? {
        isAhead(timestamp) ? .timestampFromFuture(time: timestamp.time, now: now) : nil
    }

    // MARK: Revocation

    /// Returns the revocation status of each certificate of a trusted chain, except the anchor.
    ///
    /// - Parameter isCurrent: whether to fetch the newest information even if the file holds some
    mutating func revocation(of chain: [Certificate], at time: Date, isCurrent: Bool = false) async -> ChainRevocation {
        var result = ChainRevocation()
        for (certificate, issuer) in zip(chain, chain.dropFirst()) {
            var finding = judge.finding(on: certificate, issuer: issuer, at: time)
            if let client, isCurrent || !finding.isConclusive, finding != .exempt,
                !RevocationSources(certificate).isEmpty
            {
                let found = await fetched(by: client, on: certificate, issuer: issuer, at: time)
                finding = judge.finding(on: certificate, issuer: issuer, at: time)
                if finding == .unknown, !found.isEmpty { finding = .inconclusive(found) }
            }
            result.findings.append((certificate, finding))
        }
        return result
    }

    /// Fetches revocation information and keeps it. Returns the reasons if there is none.
    private mutating func fetched(
        by client: RevocationClient, on certificate: Certificate, issuer: Certificate, at time: Date
    ) async -> [RevocationDoubt] {
        let (now, before) = (now, evidence)
        var found = evidence
        let failures = try? await client.search(for: certificate, issuer: issuer) { answer in
            found = before
            switch answer {
            case .response(let bytes): found.add(response: bytes, at: RevocationEvidence.fetched)
            case .list(let bytes): found.add(list: bytes, at: RevocationEvidence.fetched)
            }
            let judge = RevocationJudge(evidence: found, known: { _ in now })
            return judge.finding(on: certificate, issuer: issuer, at: time).isConclusive
        }
        evidence = found
        return failures ?? []
    }

    private var judge: RevocationJudge {
        let (proofs, now) = (proofs, now)
        return RevocationJudge(evidence: evidence) { position in
            proofs.filter { $0.end > position }.map(\.time).min() ?? now
        }
    }

    /// Whether the file up to an offset holds enough evidence that a chain was good at a time.
    func hasEvidence(on chain: [Certificate], at time: Date, before end: Int) -> Bool {
        var judge = judge
        judge.end = end
        return zip(chain, chain.dropFirst()).allSatisfy { certificate, issuer in
            switch judge.finding(on: certificate, issuer: issuer, at: time) {
            case .good, .exempt: return true
            case .revoked(let date, _): return date > time
            case .unknown, .inconclusive: return false
            }
        }
    }
}
