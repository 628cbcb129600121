import DescribedErrors
import Foundation
import X509

/// Whether a signed document needs a new timestamp to stay verifiable (ETSI EN 319 142-1 §5.5, level B-LTA).
public enum ArchiveRenewal: Sendable, Hashable {
    /// The last timestamp remains verifiable for long enough.
    case notNeeded(VerifiabilityForecast)
    /// The archive should be renewed.
    case needed(Reason)

    /// Why the archive should be renewed now.
    public enum Reason: Sendable, Hashable, CustomStringConvertible {
        /// The newest signature, in a field, has no timestamp over the document.
        case notTimestamped(field: String)
        /// The last timestamp soon stops being verifiable.
        case endsSoon(VerifiabilityForecast)

        /// One complete sentence.
        public var description: String {
            switch self {
            case .notTimestamped(let field):
                "The signature in the field “\(QuotedText.plain(field))” has no timestamp over the document."
            case .endsSoon(let forecast):
                "The last timestamp holds until \(forecast.date.formatted(.iso8601)), when \(forecast.reason.clause)."
            }
        }
    }
}

extension PDFDocument {
    /// Checks until when the document's signatures stay verifiable.
    ///
    /// - Parameters:
    ///   - certificates: issuer certificates that the file may lack
    ///   - now: the time of the check
    ///   - margin: how long before its end a timestamp should be renewed, in seconds
    /// - Throws: ``PDFError``; ``LongTermError`` if there is no signature, the newest one is broken, or it is too late
    public func archiveRenewal(
        certificates: [Certificate] = [], at now: Date, margin: TimeInterval
    ) throws -> ArchiveRenewal {
        let library = RevisionLibrary(Revision(self, tree: try FieldTree(self)))
        let signatures = try SignatureParts.all(in: library)
        guard let newest = signatures.last else { throw LongTermError.unsigned }
        guard newest.findings.integrity == .intact, newest.placement.revisionEnd != nil else {
            throw LongTermError.broken(field: newest.field.name)
        }
        let evidence = RevocationEvidence.all(in: library, signatures)
        guard let forecast = newest.forecast(among: evidence.certificates + certificates) else {
            throw LongTermError.broken(field: newest.field.name)
        }
        guard forecast.date > now else {
            throw LongTermError.tooLate(forecast)
        }
        guard newest.isDocumentTimestamp else {
            return .needed(.notTimestamped(field: newest.field.name))
        }
        guard forecast.date > now + margin else {
            return .needed(.endsSoon(forecast))
        }
        return .notNeeded(forecast)
    }

    /// Extends an archive. Adds the validation data for its last timestamp and for the new one, and a new timestamp
    /// over all of it, with SHA-512.
    ///
    /// - Returns: only the bytes to append to the document's
    /// - Throws: ``PDFError``, ``TimestampError``, ``LongTermError``
    public func renewed(using services: SigningServices, at now: Date) async throws -> Data {
        try await extended(
            to: .archive, using: services, at: now, allowingDowngrade: false, timestampDigest: .sha512,
            asksAuthority: true
        ).update
    }
}

extension SignatureParts {
    /// Returns until when the signature or timestamp is verifiable on its own.
    fileprivate func forecast(among certificates: [Certificate]) -> VerifiabilityForecast? {
        func forecast(
            _ certificate: Certificate?, _ others: [Certificate], _ scheme: SignatureScheme?, isTimestamp: Bool
        ) -> VerifiabilityForecast? {
            guard let certificate else { return nil }
            return .first(
                of: CertificationPath.path(from: certificate, among: others + certificates), scheme: scheme,
                isTimestamp: isTimestamp)
        }
        let own = forecast(
            findings.certificate, findings.certificates, findings.scheme, isTimestamp: isDocumentTimestamp)
        let timestamps = findings.timestamps.compactMap {
            forecast($0.certificate, $0.certificates, $0.scheme, isTimestamp: true)
        }
        return timestamps.max { $0.date < $1.date } ?? own
    }
}
