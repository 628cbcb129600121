import DescribedErrors
import Foundation
import X509

extension PDFDocument {
    /// Checks every signature in the file: ours or anybody's.
    ///
    /// The file is hashed as it is mapped: what several signatures cover from its beginning, once. Timestamps in the file,
    /// and the revocation information in its document security store, decide at which time a certificate must have been
    /// good.
    ///
    /// - Parameters:
    ///   - anchors: The certificates that are trusted: authorities, or signers' own.
    ///   - now: The time at which certificates have to be valid, unless a trusted timestamp tells another.
    ///   - client: Whom to ask for revocation information that the file does not hold. Nothing is fetched from a network
    ///     if none is given.
    /// - Returns: The report, with an empty file name.
    /// - Throws: ``PDFError`` if the file cannot be read so far as to find its signatures.
    public func verifySignatures(
        trusting anchors: [Certificate], at now: Date, asking client: RevocationClient? = nil
    ) async throws(PDFError) -> VerificationReport {
        let tree = try FieldTree(self)
        let fields = try SignedField.all(in: self, tree: tree)
        if fields.isEmpty, tree.isIncomplete {
            throw .unsupported("its form has more fields, or deeper ones, than can be searched for signatures")
        }
        let library = RevisionLibrary(Revision(self, tree: tree))
        guard !fields.isEmpty else {
            return VerificationReport(
                file: "", verdict: .unsigned, signatures: [],
                removed: try RemovedSignature.all(in: library, remaining: [], knownEnds: []))
        }
        let parts = try SignatureParts.all(fields, in: library)
        var validation = await LongTermValidation(parts, in: library, anchors: anchors, now: now, client: client)
        var checks: [SignatureCheck] = []
        for signature in parts {
            checks.append(await SignatureCheck(signature, in: self, judgedBy: &validation, now: now))
        }
        let holders = Dictionary(grouping: fields, by: \.contents)
        for index in checks.indices {
            checks[index].noteSharedValue(among: holders[checks[index].field.contents] ?? [], in: library)
            if tree.isIncomplete {
                checks[index].problems.append(
                    .doubtful("The form has so many or so deep fields that there may be signatures nobody looked at."))
            }
        }
        RevisionHistory(library, checks).judge(&checks)
        try lookForDamage()
        try noteFlaws(in: &checks)
        noteRepair(in: &checks)
        let removed = try RemovedSignature.all(
            in: library, remaining: fields, knownEnds: Set(checks.compactMap(\.placement.revisionEnd)))
        for signature in removed {
            for index in checks.indices { checks[index].problems.append(signature.problem) }
        }
        Vouching.note(in: &checks)
        return VerificationReport(
            file: "", verdict: SignatureCheck.verdict(on: checks), signatures: checks.map(\.report), removed: removed)
    }
}

extension PDFDocument {
    /// Tells each signature how what was added after it is written, if another reader could see something else there.
    private func noteFlaws(in checks: inout [SignatureCheck]) throws(PDFError) {
        guard repair == nil, let first = checks.compactMap(\.placement.revisionEnd).min() else { return }
        for flaw in try UpdateSyntax.flaws(in: self, from: first) {
            for index in checks.indices { checks[index].note(flaw) }
        }
    }

    /// A lenient reader can be made to show something else than another one: no signature in a damaged file is valid.
    private func noteRepair(in checks: inout [SignatureCheck]) {
        guard let repair else { return }
        for index in checks.indices {
            checks[index].problems.append(
                .doubtful(
                    "The file is damaged and its cross-reference had to be rebuilt (\(repair)), so other programs may "
                        + "show something else than what was checked."))
        }
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
    /// What is odd and speaks neither against the signature nor for it, in whole sentences.
    var notes: [String]
    var laterChanges: [String] = []
    var changes: [DocumentChange] = []
    /// The signature fields that this one's signer answers for.
    let vouchesFor: Set<String>
    /// Who answers for this one's signer, and is trusted.
    var vouchedBy: String?
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
        problems = placement.problems + findings.problems
        notes = findings.notes
        let claimed = Self.claimedTime(field, findings)
        guard let certificate = findings.certificate else {
            signer = field.dictionary["Name"]?.textValue.map { "\(QuotedText.plain($0)) (claimed)" } ?? "unknown"
            judgement = SignatureJudgement(
                trust: TrustFindings(isTrusted: false, problem: "The signer's certificate cannot be read."),
                time: claimed)
            return
        }
        signer = SignerName.text(of: certificate)
        if parts.isDocumentTimestamp {
            judgement = await validation.judgement(ofDocumentTimestamp: parts, now: now)
        } else {
            judgement = await validation.judgement(
                of: parts, by: certificate, claimed: claimed, in: document, now: now)
        }
        problems += judgement.problems
        if judgement.trust.isTrusted, let date = judgement.time?.date, !Self.isPlausible(date, for: certificate) {
            problems.append(.doubtful("The claimed time of signing lies outside the certificate's validity."))
        }
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

    /// One signature value in several fields is one signature, shown as many; where it was signed so, that is what the
    /// signer saw.
    ///
    /// - Parameter holders: All fields with this signature's value.
    mutating func noteSharedValue(among holders: [SignedField], in library: RevisionLibrary) {
        guard field.contents != nil, holders.count > 1, !wasSigned(holders, in: library),
            let other = holders.first(where: { $0.name != field.name }) ?? holders.last
        else { return }
        problems.append(
            .broken(
                "The fields “\(QuotedText.plain(field.name))” and “\(QuotedText.plain(other.name))” show one and "
                    + "the same signature."))
    }

    /// Whether the revision that was signed has the value in the same fields.
    private func wasSigned(_ holders: [SignedField], in library: RevisionLibrary) -> Bool {
        guard let end = placement.revisionEnd, let revision = try? library.revision(upTo: end),
            let fields = try? SignedField.all(in: revision.document, tree: revision.tree)
        else { return false }
        let names = fields.filter { $0.contents == field.contents && $0.object == field.object }.map(\.name)
        return names.sorted() == holders.map(\.name).sorted()
    }

    private static func once(_ sentences: [String]) -> [String] {
        var seen: Set<String> = []
        return sentences.filter { seen.insert($0).inserted }
    }

    private var isIntact: Bool { integrity == .intact }
    /// Whether nothing but a way to a trust anchor can be missing.
    var isFaultless: Bool { isIntact && problems.isEmpty }
    var isTrusted: Bool { judgement.trust.isTrusted }

    var report: SignatureReport {
        SignatureReport(
            field: field.name, signer: signer, signingTime: judgement.time?.date, timeSource: judgement.time?.source,
            algorithm: algorithm, intact: integrity.isIntact, coverage: placement.coverage, laterChanges: laterChanges,
            changes: changes, trusted: judgement.trust.isTrusted, trustProblem: judgement.trust.problem,
            problems: Self.once(problems.map(\.sentence)), notes: Self.once(notes), level: judgement.level,
            revocation: judgement.revocation,
            verifiableUntil: judgement.forecast, vouchedBy: vouchedBy)
    }

    static func verdict(on checks: [SignatureCheck]) -> VerificationReport.Verdict {
        if checks.isEmpty { return .unsigned }
        if checks.contains(where: { $0.integrity == .broken || $0.problems.contains { $0.weight == .broken } }) {
            return .invalid
        }
        guard checks.allSatisfy({ $0.isFaultless && ($0.isTrusted || $0.vouchedBy != nil) }) else {
            return .indeterminate
        }
        return checks.allSatisfy(\.isTrusted) ? .valid : .vouched
    }
}
