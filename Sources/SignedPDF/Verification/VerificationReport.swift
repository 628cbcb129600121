import DescribedErrors
import Foundation

/// The result of verifying all signatures of a file.
///
/// As JSON: `{"file", "verdict", "signatures": […], "removed": […]}` with the keys of ``SignatureReport`` and
/// ``RemovedSignature``.
public struct VerificationReport: Sendable, Hashable, Codable {
    /// The verdict on the whole file.
    public enum Verdict: String, Sendable, Hashable, Codable, CaseIterable {
        /// Every signature is intact and trusted, and only permitted signing and filling in came later.
        case valid
        /// Every signature is intact, and only permitted signing and filling in came later. Some signers are not
        /// trusted themselves, but a trusted signer vouches for them in a later signature that covers theirs.
        case vouched
        /// A signature is broken, or the file was later changed in a way that a signature forbids.
        case invalid
        /// Nothing is broken, but something could not be established, mostly the signer's identity.
        case indeterminate
        /// The file has no person's signature. It may have timestamps.
        case unsigned
    }

    /// The file name, as the caller gave it.
    public var file: String
    /// The verdict on the whole file.
    public var verdict: Verdict
    /// The reports on the signatures, in the order of signing as far as the file shows it.
    public var signatures: [SignatureReport]

    /// Signatures of earlier revisions that the newest one lacks.
    public var removed: [RemovedSignature]

    /// Takes the parts as they are: the verdict is not derived from the signatures.
    public init(
        file: String, verdict: Verdict, signatures: [SignatureReport], removed: [RemovedSignature] = []
    ) {
        self.file = file
        self.verdict = verdict
        self.signatures = signatures
        self.removed = removed
    }
}

/// The result of verifying one signature.
public struct SignatureReport: Sendable, Hashable {
    /// How much of the file the signature covers.
    public enum Coverage: String, Sendable, Hashable, Codable {
        /// The whole file, except for the signature value itself.
        case wholeFile = "whole-file"
        /// A whole earlier revision: the file as it was when it was signed.
        case revision
        /// Less than a revision, so the visible content may differ from the signed content.
        case partial
    }

    /// Where ``signingTime`` comes from. The raw value is its text in reports.
    public enum TimeSource: String, Sendable, Hashable, Codable {
        /// The signer's claim within the signature (RFC 5652 §11.3).
        case signingTimeAttribute = "CMS signing-time attribute (claimed by the signer)"
        /// The signer's claim beside the signature (ISO 32000-2 §12.8.1).
        case signatureDictionary = "signature dictionary /M (claimed by the signer)"
        /// A timestamp of a trusted authority.
        case timestamp = "timestamp"
        case untrustedTimestamp = "timestamp (its authority is not trusted)"
    }

    /// What a signature stands for.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// A person, or an organization that seals, signed the document.
        case person = "signature"
        /// An authority states that the document existed at a time (ISO 32000-2 §12.8.5). Nobody signed.
        case timestamp
        /// A program's maker permits the use of its functions (ISO 32000-2 §12.8.2.3). Nobody signed.
        case usageRights = "usage-rights"
    }

    /// The fully qualified name of the signature field; "object N" for a signature without a field.
    public var field: String
    /// The subject of the signer's certificate: "NAME <EMAIL>".
    public var signer: String
    /// The time of signing, according to ``timeSource``.
    public var signingTime: Date?
    /// The source of the time: the signer's own claim, or a timestamp authority.
    public var timeSource: TimeSource?
    /// The signature algorithm, such as "ECDSA P-256 with SHA-256".
    public var algorithm: String
    /// Whether the covered bytes are unchanged and signed with the certificate's key; `nil` if that could not be
    /// checked.
    public var intact: Bool?
    /// How much of the file the signature covers.
    public var coverage: Coverage
    /// Whether the certificate leads to a trust anchor.
    public var trusted: Bool
    /// All findings, as values that a program can branch on.
    public var findings: [SignatureFinding]
    /// The PAdES baseline level by the signature's form; `nil` for timestamps and other signatures.
    public var level: SignatureLevel?
    /// Whether certificates in the signature's chain were revoked.
    public var revocation = RevocationSummary.notChecked
    /// Until when an intact and trusted signature can be verified as things stand.
    public var verifiableUntil: VerifiabilityForecast?
    /// The signer who vouches for an untrusted signer: the signer of a trusted signature that covers this one and names
    /// its field.
    public var vouchedBy: String?
    /// What the signature stands for.
    public var kind = Kind.person
}

/// The findings, grouped and in plain English.
extension SignatureReport {
    /// The individual changes by later revisions: between which revisions, where on which page, and whether the
    /// signature permits them.
    public var changes: [DocumentChange] { findings.compactMap(\.change) }

    /// The changes in plain English, without irregularities that are merely doubtful.
    public var laterChanges: [String] {
        Self.once(
            changes.compactMap { change in
                // An irregularity that only some readers trip over is a problem, but not a change to the document.
                if case .irregularity = change.kind, change.standing == .doubtful { return nil }
                return change.text
            })
    }

    /// The reason that the certificate leads to no trust anchor, or `nil` if it leads to one.
    public var trustProblem: String? {
        for case .trust(let problem) in findings { return problem.sentence }
        return nil
    }

    /// The problems, as English sentences.
    public var problems: [String] { Self.once(findings.filter(\.isProblem).map(\.sentence)) }

    /// Observations that count neither against the signature nor for it, as English sentences.
    public var notes: [String] {
        Self.once(findings.filter { $0.severity == .note && $0.change == nil }.map(\.sentence))
    }

    private static func once(_ sentences: [String]) -> [String] {
        var seen: Set<String> = []
        return sentences.filter { seen.insert($0).inserted }
    }
}

extension SignatureReport: Codable {
    private enum CodingKeys: String, CodingKey {
        case field, signer, signingTime, timeSource, algorithm, intact, coverage, laterChanges, changes, trusted
        case trustProblem, problems, notes, findings, level, revocation, verifiableUntil, vouchedBy
        case kind
    }

    /// Encodes times as ISO 8601 in UTC, and unknown values as `null`, so that every key is always present.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(field, forKey: .field)
        try container.encode(signer, forKey: .signer)
        try container.encode(signingTime?.formatted(.iso8601), forKey: .signingTime)
        try container.encode(timeSource, forKey: .timeSource)
        try container.encode(algorithm, forKey: .algorithm)
        try container.encode(intact, forKey: .intact)
        try container.encode(coverage, forKey: .coverage)
        try container.encode(laterChanges, forKey: .laterChanges)
        try container.encode(changes, forKey: .changes)
        try container.encode(trusted, forKey: .trusted)
        try container.encode(trustProblem, forKey: .trustProblem)
        try container.encode(problems, forKey: .problems)
        try container.encode(notes, forKey: .notes)
        try container.encode(findings, forKey: .findings)
        try container.encode(level, forKey: .level)
        try container.encode(revocation, forKey: .revocation)
        try container.encode(verifiableUntil, forKey: .verifiableUntil)
        try container.encode(vouchedBy, forKey: .vouchedBy)
        try container.encode(kind, forKey: .kind)
    }

    /// Reads what ``encode(to:)`` writes; the sentences follow from the findings.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        field = try container.decode(String.self, forKey: .field)
        signer = try container.decode(String.self, forKey: .signer)
        signingTime = try container.decodeIfPresent(String.self, forKey: .signingTime).map { text in
            try Date(text, strategy: .iso8601)
        }
        timeSource = try container.decodeIfPresent(TimeSource.self, forKey: .timeSource)
        algorithm = try container.decode(String.self, forKey: .algorithm)
        intact = try container.decodeIfPresent(Bool.self, forKey: .intact)
        coverage = try container.decode(Coverage.self, forKey: .coverage)
        trusted = try container.decode(Bool.self, forKey: .trusted)
        findings = try container.decode([SignatureFinding].self, forKey: .findings)
        level = try container.decodeIfPresent(SignatureLevel.self, forKey: .level)
        revocation = try container.decode(RevocationSummary.self, forKey: .revocation)
        verifiableUntil = try container.decodeIfPresent(VerifiabilityForecast.self, forKey: .verifiableUntil)
        vouchedBy = try container.decodeIfPresent(String.self, forKey: .vouchedBy)
        kind = try container.decodeIfPresent(Kind.self, forKey: .kind) ?? .person
    }
}

extension VerificationReport: CustomStringConvertible {
    /// The report as text: one line on the file, then a paragraph for each signature.
    public var description: String {
        let verdict =
            switch verdict {
            case .valid: "valid: every signature is intact and trusted"
            case .vouched:
                "vouched for: every signature is intact, and a trusted signer vouches for each signer who is not trusted"
            case .invalid: "invalid"
            case .indeterminate: "indeterminate: no signature is broken, but not everything could be established"
            case .unsigned where removed.isEmpty && signatures.contains { $0.kind == .timestamp }:
                "unsigned: nobody signed the file; it only has a timestamp"
            case .unsigned where removed.isEmpty: "unsigned: the file has no signature"
            case .unsigned: "unsigned: the signed revision was removed from it"
            }
        let heading = file.isEmpty ? "The file is \(verdict)." : "\(QuotedText.line(file)) is \(verdict)."
        return VisibleText.terminal(
            ([heading] + removed.map(\.sentence) + signatures.map(\.description)).joined(separator: "\n\n"))
    }
}

extension SignatureReport: CustomStringConvertible {
    /// Several lines of plain English. Texts from the file are shortened, and each stays on one line.
    public var description: String {
        var lines = ["\(kind.word) “\(QuotedText.plain(field))” by \(QuotedText.plain(signer, longest: 200))"]
        let time =
            signingTime.map { "\($0.formatted(.iso8601)), \(timeSource?.rawValue ?? "unknown source")" } ?? "not stated"
        lines.append("  Time:       \(time)")
        lines.append("  Algorithm:  \(QuotedText.plain(algorithm))")
        lines.append("  Bytes:      \(intact.map { $0 ? "intact" : "NOT intact" } ?? "not checked")")
        switch coverage {
        case .wholeFile: lines.append("  Covers:     the whole file")
        case .revision: lines.append("  Covers:     an earlier revision of the file")
        case .partial: lines.append("  Covers:     only a part of the file")
        }
        lines.append("  Trust:      \(trusted ? "leads to a trust anchor" : trustProblem ?? "none")")
        if let vouchedBy {
            lines.append(
                "  Vouched:    by \(QuotedText.plain(vouchedBy, longest: 200)), in a trusted signature over this one")
        }
        if let level { lines.append("  Level:      PAdES \(level.rawValue)") }
        switch revocation {
        case .good: lines.append("  Revocation: not revoked")
        case .revoked: lines.append("  Revocation: revoked")
        case .unknown: lines.append("  Revocation: not known")
        case .notChecked: lines.append("  Revocation: not checked")
        }
        if let verifiableUntil {
            lines.append(
                "  Verifiable: until \(verifiableUntil.date.formatted(.iso8601)), when \(verifiableUntil.reason.clause)"
            )
        }
        if !laterChanges.isEmpty {
            lines.append("  Afterwards:")
            lines += laterChanges.map { "    - \($0)" }
        }
        if !problems.isEmpty {
            lines.append("  Problems:")
            lines += problems.map { "    - \($0)" }
        }
        if !notes.isEmpty {
            lines.append("  Notes:")
            lines += notes.map { "    - \($0)" }
        }
        return lines.joined(separator: "\n")
    }
}

extension SignatureReport.Kind {
    fileprivate var word: String {
        switch self {
        case .person: "Signature"
        case .timestamp: "Timestamp"
        case .usageRights: "Usage rights"
        }
    }
}
