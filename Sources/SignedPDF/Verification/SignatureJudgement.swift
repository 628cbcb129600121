import Foundation
import X509

/// The result of validating a signature: its time, its signer's trust, and how long it stays verifiable.
struct SignatureJudgement: Sendable {
    typealias Time = (date: Date, source: SignatureReport.TimeSource)

    var trust: TrustFindings
    var time: Time?
    var revocation = RevocationSummary.notChecked
    var findings: [ValidityFinding] = []
    /// `nil` for a signature that reaches no baseline level, and for a document timestamp.
    var level: SignatureLevel?
    var forecast: VerifiabilityForecast?
}

extension LongTermValidation {
    /// Validates a document timestamp.
    mutating func judgement(
        ofDocumentTimestamp parts: SignatureParts, now: Date
    ) async -> SignatureJudgement {
        guard let timestamp = parts.findings.timestamps.first, parts.findings.certificate != nil else {
            return SignatureJudgement(
                trust: TrustFindings(isTrusted: false, problem: .authorityCertificateUnreadable))
        }
        let end = parts.placement.revisionEnd
        let known = end.map { time(ofPlace: $0) } ?? now
        let judged = await judge(timestamp, knownAt: known)
        var result = SignatureJudgement(
            trust: judged.trust, time: (timestamp.time, Self.source(isTrusted: judged.trust.isTrusted)),
            revocation: judged.revocation.summary)
        result.findings = judged.revocation.findings(ofSignatureAt: timestamp.time, isProven: false)
        result.findings += [future(timestamp)].compactMap { $0 }
        if judged.isSound {
            let later = proofs.filter { $0.end > end ?? .max }.max { $0.end < $1.end }
            result.forecast =
                later?.forecast
                ?? .first(of: judged.trust.chain, scheme: timestamp.scheme, isTimestamp: true)
        }
        return result
    }

    /// Validates a person's signature.
    ///
    /// - Parameter claimed: the signer's claimed time
    mutating func judgement(
        of parts: SignatureParts, by certificate: Certificate, claimed: SignatureJudgement.Time?,
        in document: PDFDocument, now: Date
    ) async -> SignatureJudgement {
        let findings = parts.findings
        let covering = parts.placement.revisionEnd.map { end in proofs.filter { $0.end > end } } ?? []
        let known = covering.map(\.time).min()

        // The earliest time that a trusted authority vouches for.
        var proven = known
        var best: (timestamp: TimestampFindings, judgement: TimestampJudgement)?
        for timestamp in findings.timestamps where timestamp.integrity == .intact {
            let judged = await judge(timestamp, knownAt: known ?? now)
            if best == nil || judged.isSound && best?.judgement.isSound == false { best = (timestamp, judged) }
            if judged.isSound {
                proven = min(proven ?? timestamp.time, timestamp.time)
                if let chosen = best, chosen.timestamp.time > timestamp.time { best = (timestamp, judged) }
            }
        }
        var result = SignatureJudgement(trust: TrustFindings(isTrusted: false))
        if let proven {
            result.time = (proven, .timestamp)
        } else if let best {
            result.time = (best.timestamp.time, Self.source(isTrusted: best.judgement.trust.isTrusted))
        } else {
            result.time = claimed
        }

        let time = proven ?? now
        result.trust = await TrustFindings.evaluate(
            certificate, intermediates: findings.certificates + evidence.certificates, anchors: anchors,
            purpose: .documentSigning, time: time, claimedTime: result.time?.date,
            paths: paths)
        let revocation = await revocation(of: result.trust.chain, at: time, isCurrent: proven == nil)
        result.revocation = revocation.summary
        result.findings = revocation.findings(ofSignatureAt: time, isProven: proven != nil)
        result.findings += findings.timestamps.filter { $0.integrity == .intact }.compactMap { future($0) }
        if let scheme = findings.scheme {
            let sunset = AlgorithmSunset.end(of: scheme, key: certificate.publicKey)
            if sunset.date < time {
                result.findings.append(.algorithmOutdated(algorithm: sunset.name, until: sunset.date))
            }
        }
        result.level = level(of: parts, by: certificate, timestamp: best?.timestamp, at: time, in: document)
        if result.trust.isTrusted, findings.integrity == .intact {
            let newest = covering.max { $0.end < $1.end }
            if let newest {
                result.forecast = newest.forecast
            } else if proven != nil, let best {
                result.forecast = .first(
                    of: best.judgement.trust.chain, scheme: best.timestamp.scheme, isTimestamp: true)
            } else {
                result.forecast = .first(of: result.trust.chain, scheme: findings.scheme, isTimestamp: false)
            }
        }
        return result
    }

    private static func source(isTrusted: Bool) -> SignatureReport.TimeSource {
        isTrusted ? .timestamp : .untrustedTimestamp
    }

    // MARK: Levels

    /// Returns the baseline level by the file's contents (ETSI EN 319 142-1 §6.3), whether or not its authorities are
    /// trusted.
    private func level(
        of parts: SignatureParts, by certificate: Certificate, timestamp: TimestampFindings?, at time: Date,
        in document: PDFDocument
    ) -> SignatureLevel? {
        guard parts.findings.isBaseline, parts.findings.integrity == .intact else { return nil }
        let end = parts.placement.revisionEnd ?? .max
        let covering = documentTimestamps.filter { $0 > end }
        guard timestamp != nil || !covering.isEmpty else { return .basic }
        guard hasStore else { return .timestamped }
        var chains = [
            (
                paths.path(from: certificate, among: parts.findings.certificates + evidence.certificates),
                time
            )
        ]
        if let timestamp, let authority = timestamp.certificate {
            chains.append(
                (
                    paths.path(from: authority, among: timestamp.certificates + evidence.certificates),
                    timestamp.time
                ))
        }
        func isComplete(before place: Int) -> Bool {
            chains.allSatisfy { hasEvidence(on: $0.0, at: $0.1, before: place) }
        }
        if let newest = covering.max(), isComplete(before: newest) { return .archive }
        return isComplete(before: RevocationEvidence.fetched - 1) ? .longTerm : .timestamped
    }
}
