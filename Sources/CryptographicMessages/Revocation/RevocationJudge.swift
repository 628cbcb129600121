import Foundation
import X509

/// Decides from the available evidence whether a certificate was revoked (ETSI EN 319 102-1 §5.2.5 and §5.2.6.2).
///
/// Evidence counts under three conditions. It comes from the certificate's issuer or a responder that the issuer
/// authorized. That authorization had not ended when the evidence is known to have existed. And it covers the time in
/// question: it was made later, or earlier with a `nextUpdate` after that time.
package struct RevocationJudge: Sendable {
    package var evidence: RevocationEvidence
    /// Returns the time at which data at a position of the file is known to have existed: the time of the earliest
    /// timestamp over it, or now.
    package var known: @Sendable (_ position: Int) -> Date
    /// The end of the considered part of the file: evidence at or after this position is ignored.
    package var end = RevocationEvidence.fetched

    package init(evidence: RevocationEvidence, known: @escaping @Sendable (_ position: Int) -> Date) {
        self.evidence = evidence
        self.known = known
    }

    /// The tolerated difference between clocks, in seconds.
    private static let clockTolerance: TimeInterval = 300
    /// The validity of a response without `nextUpdate`, in seconds.
    private static let openEndedLife: TimeInterval = 86_400
    /// The maximum number of pieces of evidence considered for one certificate.
    private static let mostPieces = 256

    /// One sound piece of evidence.
    private struct Statement {
        var status: CertificateStatus
        var thisUpdate: Date
        var nextUpdate: Date?
        var archiveCutoff: Date?
    }

    private enum Assessment {
        case sound(Statement)
        case unsound(RevocationDoubt)
    }

    /// - Parameters:
    ///   - certificate: the certificate to check
    ///   - issuer: the certificate of its issuer; the caller must have checked the signature
    ///   - time: the time in question
    package func finding(on certificate: Certificate, issuer: Certificate, at time: Date) -> RevocationFinding {
        finding(on: certificate, issuer: issuer, at: time, depth: 0)
    }

    private func finding(
        on certificate: Certificate, issuer: Certificate, at time: Date, depth: Int
    ) -> RevocationFinding {
        if certificate == issuer || certificate.isUncheckedResponder { return .exempt }
        var doubts: [RevocationDoubt] = []
        var statements: [Statement] = []
        for assessment in assessments(of: certificate, issuer: issuer, depth: depth) {
            switch assessment {
            case .sound(let statement): statements.append(statement)
            case .unsound(let doubt): doubts.append(doubt)
            }
        }
        for statement in statements.sorted(by: { $0.thisUpdate > $1.thisUpdate }) {
            switch statement.status {
            case .revoked(let date, let reason):
                return .revoked(at: date, reason: reason)
            case .unknown:
                doubts.append(.certificateUnknown)
            case .good:
                if let doubt = Self.staleness(of: statement, about: certificate, at: time) {
                    doubts.append(doubt)
                } else {
                    return .good
                }
            }
        }
        return doubts.first.map { .inconclusive([$0]) } ?? .unknown
    }

    /// Returns why a good status does not cover the time in question; `nil` if it does.
    private static func staleness(
        of statement: Statement, about certificate: Certificate, at time: Date
    ) -> RevocationDoubt? {
        if statement.thisUpdate > certificate.notValidAfter {
            // Issuers may drop certificates that have expired.
            guard let cutoff = statement.archiveCutoff, cutoff <= certificate.notValidAfter else {
                return .madeAfterEnd
            }
        }
        if statement.thisUpdate >= time - clockTolerance { return nil }
        let end = statement.nextUpdate ?? statement.thisUpdate + openEndedLife
        return end >= time - clockTolerance ? nil : .outOfDate(until: end)
    }

    private func assessments(of certificate: Certificate, issuer: Certificate, depth: Int) -> [Assessment] {
        var result: [Assessment] = []
        for response in evidence.responses(about: certificate).prefix(Self.mostPieces)
        where response.position < end
            || end == RevocationEvidence.fetched
        {
            for answer in response.content.answers where answer.certificate.names(certificate, issuer: issuer) {
                if let problem = problem(of: response, issuer: issuer, depth: depth) {
                    result.append(.unsound(problem))
                } else if let problem = future(
                    max(answer.thisUpdate, response.content.producedAt), position: response.position)
                {
                    result.append(.unsound(problem))
                } else {
                    result.append(
                        .sound(
                            Statement(
                                status: answer.status, thisUpdate: answer.thisUpdate, nextUpdate: answer.nextUpdate,
                                archiveCutoff: answer.archiveCutoff)))
                }
            }
        }
        for list in evidence.lists(by: certificate.issuer).prefix(Self.mostPieces)
        where list.position < end
            || end == RevocationEvidence.fetched
        {
            result.append(assessment(of: list, about: certificate, issuer: issuer))
        }
        return result
    }

    private func future(_ date: Date, position: Int) -> RevocationDoubt? {
        date > known(position) + Self.clockTolerance ? .fromFuture : nil
    }

    // MARK: OCSP

    /// Returns why a response does not count (RFC 6960 §3.2 and §4.2.2.2); `nil` if it does.
    private func problem(
        of response: RevocationEvidence.Response, issuer: Certificate, depth: Int
    ) -> RevocationDoubt? {
        let content = response.content
        if content.isFrom(issuer), isSigned(response, with: issuer.publicKey) { return nil }
        var problem = RevocationDoubt.responseForeign
        for candidate in content.certificates + evidence.certificates where content.isFrom(candidate) {
            guard candidate.issuer == issuer.subject,
                issuer.hasSigned(candidate),
                isSigned(response, with: candidate.publicKey)
            else { continue }
            guard (try? candidate.extensions.extendedKeyUsage)?.contains(.ocspSigning) ?? false else {
                problem = .responderUnsuitable
                continue
            }
            guard candidate.notValidBefore <= content.producedAt + Self.clockTolerance,
                content.producedAt <= candidate.notValidAfter
            else {
                problem = .responderNotValid
                continue
            }
            guard known(response.position) <= candidate.notValidAfter else {
                problem = .responderEnded
                continue
            }
            if depth < 1,
                case .revoked = finding(on: candidate, issuer: issuer, at: content.producedAt, depth: depth + 1)
            {
                problem = .responderRevoked
                continue
            }
            return nil
        }
        return problem
    }

    private func isSigned(_ response: RevocationEvidence.Response, with key: Certificate.PublicKey) -> Bool {
        evidence.memory.isSigned(response.number, with: key) { response.content.isSigned(with: key) }
    }

    // MARK: Lists

    /// Evaluates a list (RFC 5280 §6.3.3).
    private func assessment(
        of list: RevocationEvidence.List, about certificate: Certificate, issuer: Certificate
    ) -> Assessment {
        let content = list.content
        if content.isDelta { return .unsound(.listIncremental) }
        if content.hasUnknownCriticalExtension { return .unsound(.listExtensionUnknown) }
        if let scope = content.distributionPoint?.scope(without: certificate) {
            return .unsound(.listOutOfScope(scope: scope))
        }
        if let usage = try? issuer.extensions.keyUsage, !usage.cRLSign {
            return .unsound(.listKeyUnsuitable)
        }
        guard
            evidence.memory.isSigned(
                list.number, with: issuer.publicKey, check: { content.isSigned(with: issuer.publicKey) })
        else { return .unsound(.listForeign) }
        if let problem = future(content.thisUpdate, position: list.position) { return .unsound(problem) }
        guard let status = content.status(of: certificate.exactSerialNumber) else {
            return .unsound(.listDamaged)
        }
        return .sound(Statement(status: status, thisUpdate: content.thisUpdate, nextUpdate: content.nextUpdate))
    }
}

extension Certificate {
    /// Whether the issuer promises that this responder need not be checked (RFC 6960 §4.2.2.2.1). The promise is about
    /// responders: a certificate that may also do other things, such as signing documents, is checked all the same.
    fileprivate var isUncheckedResponder: Bool {
        guard extensions[oid: .OCSP.noCheck] != nil, let usages = try? extensions.extendedKeyUsage else { return false }
        return Array(usages) == [.ocspSigning]
    }
}
