import Foundation
import X509

extension PDFDocument {
    /// Checks every signature in the file: ours or anybody's.
    ///
    /// The file is hashed as it is mapped, once for each signature. Nothing is fetched from a network, and whether a
    /// certificate was revoked is not looked at.
    ///
    /// - Parameters:
    ///   - anchors: The certificates that are trusted: authorities, or signers' own.
    ///   - now: The time at which certificates have to be valid, unless a trusted timestamp tells another.
    /// - Returns: The report, with an empty file name.
    /// - Throws: ``PDFError`` if the file cannot be read so far as to find its signatures.
    public func verifySignatures(
        trusting anchors: [Certificate], at now: Date
    ) async throws(PDFError) -> VerificationReport {
        let tree = try FieldTree(self)
        let fields = try SignedField.all(in: self, tree: tree)
        if fields.isEmpty, tree.isIncomplete {
            throw .unsupported("its form has more fields, or deeper ones, than can be searched for signatures")
        }
        guard !fields.isEmpty else { return VerificationReport(file: "", verdict: .unsigned, signatures: []) }
        var checks: [SignatureCheck] = []
        for field in fields {
            checks.append(await SignatureCheck(field, in: self, anchors: anchors, now: now))
        }
        checks.sort { $0.order < $1.order }
        for index in checks.indices {
            checks[index].noteSharedValue(among: checks)
            if tree.isIncomplete {
                checks[index].problems.append(
                    .doubtful("The form has so many or so deep fields that there may be signatures nobody looked at."))
            }
        }
        RevisionHistory(self, checks).judge(&checks)
        return VerificationReport(
            file: "", verdict: SignatureCheck.verdict(on: checks), signatures: checks.map(\.report))
    }
}

/// Everything that is found out about one signature on the way to its report.
struct SignatureCheck: Sendable {
    let field: SignedField
    let placement: SignaturePlacement
    let permissions: SignaturePermissions
    let integrity: SignerFindings.Integrity
    let signer: String
    var problems: [SignatureProblem]
    var laterChanges: [String] = []
    private let algorithm: String
    private let trust: TrustFindings
    private let time: (date: Date, source: String)?

    init(_ field: SignedField, in document: PDFDocument, anchors: [Certificate], now: Date) async {
        self.field = field
        placement = SignaturePlacement(field, in: document)
        permissions = SignaturePermissions(field.dictionary, in: document)
        let findings = Self.findings(field, placement, in: document)
        integrity = findings.integrity
        algorithm = findings.algorithm
        problems = placement.problems + findings.problems
        guard let certificate = findings.certificate else {
            signer = field.dictionary["Name"]?.textValue.map { "\($0) (claimed)" } ?? "unknown"
            trust = TrustFindings(isTrusted: false, problem: "The signer's certificate cannot be read.")
            time = Self.claimedTime(field, findings)
            return
        }
        signer = SignerName.text(of: certificate)

        let claimed = Self.claimedTime(field, findings)
        var validationTime = now
        var provenTime: (Date, String)?
        if let timestamp = findings.timestamp, timestamp.integrity == .intact, let authority = timestamp.certificate {
            let authorityTrust = await TrustFindings.evaluate(
                authority, intermediates: timestamp.certificates, anchors: anchors, purpose: .timestamping,
                time: now, claimedTime: nil)
            if authorityTrust.isTrusted { validationTime = timestamp.time }
            provenTime = (
                timestamp.time, authorityTrust.isTrusted ? "timestamp" : "timestamp (its authority is not trusted)"
            )
        }
        time = provenTime ?? claimed
        trust = await TrustFindings.evaluate(
            certificate, intermediates: findings.certificates, anchors: anchors,
            purpose: field.subFilter == SignatureEncoding.timestamp.rawValue ? .timestamping : .documentSigning,
            time: validationTime, claimedTime: time?.date)
        if trust.isTrusted, let date = time?.date, !Self.isPlausible(date, for: certificate) {
            problems.append(.doubtful("The claimed time of signing lies outside the certificate's validity."))
        }
    }

    private static func findings(
        _ field: SignedField, _ placement: SignaturePlacement, in document: PDFDocument
    ) -> SignerFindings {
        guard let contents = field.contents, !contents.isEmpty else {
            return .unreadable(.broken("The signature has no value: its /Contents is missing."))
        }
        guard let range = placement.range else {
            // Without a byte range nothing can be checked, but the certificate still tells who is said to have signed.
            var findings = SignerFindings(contents: contents, encoding: field.subFilter, covering: [])
            findings.integrity = .broken
            findings.problems = []
            return findings
        }
        return SignerFindings(
            contents: contents, encoding: field.subFilter, covering: range.pieces(of: document.bytes))
    }

    /// What the signer says about the time: in the signature itself, or else beside it.
    private static func claimedTime(_ field: SignedField, _ findings: SignerFindings) -> (date: Date, source: String)? {
        if let time = findings.claimedTime { return (time, "CMS signing-time attribute (claimed by the signer)") }
        guard let text = field.dictionary["M"]?.textValue, let time = PDFDate.date(from: text) else { return nil }
        return (time, "signature dictionary /M (claimed by the signer)")
    }

    /// Clocks may differ by a minute.
    private static func isPlausible(_ date: Date, for certificate: Certificate) -> Bool {
        date > certificate.notValidBefore - 60 && date < certificate.notValidAfter + 60
    }

    /// Earlier revisions come first; what covers no revision comes last.
    var order: Int { placement.revisionEnd ?? .max }

    /// One signature value in several fields is one signature, shown as many.
    mutating func noteSharedValue(among checks: [SignatureCheck]) {
        let others = checks.filter { $0.field.name != field.name && $0.field.contents == field.contents }
        guard field.contents != nil, let other = others.first else { return }
        problems.append(
            .broken("The fields “\(field.name)” and “\(other.field.name)” show one and the same signature."))
    }

    private var isIntact: Bool { integrity == .intact }

    var report: SignatureReport {
        SignatureReport(
            field: field.name, signer: signer, signingTime: time?.date, timeSource: time?.source,
            algorithm: algorithm, intact: isIntact, coverage: placement.coverage, laterChanges: laterChanges,
            trusted: trust.isTrusted, trustProblem: trust.problem, problems: problems.map(\.sentence))
    }

    static func verdict(on checks: [SignatureCheck]) -> VerificationReport.Verdict {
        if checks.isEmpty { return .unsigned }
        if checks.contains(where: { $0.integrity == .broken || $0.problems.contains { $0.weight == .broken } }) {
            return .invalid
        }
        let isValid = checks.allSatisfy { $0.isIntact && $0.trust.isTrusted && $0.problems.isEmpty }
        return isValid ? .valid : .indeterminate
    }
}
