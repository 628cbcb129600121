import DescribedErrors
import Foundation
import X509

/// The check of one signature by itself, from which its report is made.
struct SignatureCheck: Sendable {
    let field: SignedField
    let placement: SignaturePlacement
    let permissions: SignaturePermissions
    let integrity: SignerFindings.Integrity
    let signer: String
    /// The findings about the signature by itself.
    private(set) var findings: [SignatureFinding]
    /// The names of the signature fields that this one's signer vouches for.
    let vouchesFor: Set<ExactName>
    private let algorithm: String
    private let judgement: SignatureJudgement

    init(
        _ parts: SignatureParts, in document: PDFDocument, judgedBy validation: inout LongTermValidation, now: Date
    ) async {
        field = parts.field
        vouchesFor = Vouching.fields(in: parts.field.dictionary)
        placement = parts.placement
        permissions = SignaturePermissions(field.dictionary, lock: field.lock, in: document)
        let findings = parts.findings
        integrity = findings.integrity
        algorithm = findings.algorithm
        self.findings =
            placement.findings.map(SignatureFinding.placement) + findings.findings.map(SignatureFinding.value)
        let claimed = Self.claimedTime(field, findings)
        guard let certificate = findings.certificate else {
            signer = field.dictionary["Name"]?.textValue.map { "\(QuotedText.plain($0)) (claimed)" } ?? "unknown"
            judgement = SignatureJudgement(
                trust: TrustFindings(isTrusted: false, problem: .signerCertificateUnreadable), time: claimed)
            noteTrust()
            return
        }
        signer = SignerName.text(of: certificate)
        if parts.isDocumentTimestamp {
            judgement = await validation.judgement(ofDocumentTimestamp: parts, now: now)
        } else {
            judgement = await validation.judgement(
                of: parts, by: certificate, claimed: claimed, in: document, now: now)
        }
        self.findings += judgement.findings.map(SignatureFinding.validity)
        if judgement.trust.isTrusted, let date = judgement.time?.date, !Self.isPlausible(date, for: certificate) {
            self.findings.append(.validity(.claimedTimeImplausible))
        }
        noteTrust()
    }

    private mutating func noteTrust() {
        if let problem = judgement.trust.problem { findings.append(.trust(problem)) }
    }

    /// Returns the signer's claimed time: from the signature itself, or else from its dictionary.
    private static func claimedTime(_ field: SignedField, _ findings: SignerFindings) -> SignatureJudgement.Time? {
        if let time = findings.claimedTime { return (time, .signingTimeAttribute) }
        guard let text = field.dictionary["M"]?.textValue, let time = PDFDate.date(from: text) else { return nil }
        return (time, .signatureDictionary)
    }

    /// Whether the claimed time is within the certificate's validity. Clocks may differ by a minute.
    private static func isPlausible(_ date: Date, for certificate: Certificate) -> Bool {
        date > certificate.notValidBefore - 60 && date < certificate.notValidAfter + 60
    }

    /// Whose signature it is. Only a person's can fill fields, show a picture or vouch for others.
    var kind: SignatureReport.Kind {
        if field.place == .usageRights { return .usageRights }
        return field.isTimestamp ? .timestamp : .person
    }

    /// The end of the revision whose later changes count. Usage rights protect nothing.
    var protectedEnd: Int? { kind == .usageRights ? nil : placement.revisionEnd }

    /// - Parameter findings: the findings of all passes
    func report(with findings: [SignatureFinding]) -> SignatureReport {
        SignatureReport(
            field: field.name, signer: signer, signingTime: judgement.time?.date, timeSource: judgement.time?.source,
            algorithm: algorithm, intact: integrity.isIntact, coverage: placement.coverage,
            trusted: judgement.trust.isTrusted, findings: findings, level: judgement.level,
            revocation: judgement.revocation, verifiableUntil: judgement.forecast, kind: kind)
    }
}
