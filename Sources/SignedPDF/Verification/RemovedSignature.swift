import Foundation

/// A signature of an earlier revision that a later one removed.
///
/// The bytes of the earlier revision are still in the file, so its signer can be identified.
public struct RemovedSignature: Sendable, Hashable, Codable {
    /// The fully qualified name of the field that held the signature.
    public var field: String
    /// The subject of the signer's certificate: "NAME <EMAIL>". The certificate's trust is not checked.
    public var signer: String
    /// Whether the signature was intact; `nil` if that could not be checked.
    public var intact: Bool?
    /// The length in bytes of the earlier revision.
    public var revision: Int

    /// The finding as a complete English sentence.
    public var sentence: String { finding.sentence }

    /// Encodes unknown values as `null`, so that every key is always present.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(field, forKey: .field)
        try container.encode(signer, forKey: .signer)
        try container.encode(intact, forKey: .intact)
        try container.encode(revision, forKey: .revision)
    }

    private enum CodingKeys: String, CodingKey {
        case field, signer, intact, revision
    }

    var finding: FileFinding {
        .signatureRemoved(fieldName: field, signer: signer, intact: intact, revision: revision)
    }

    /// The most earlier revisions to open, counted separately for those that the cross-reference reaches and for
    /// others.
    private static let mostRevisions = 64

    /// A removed signature, and its value.
    typealias Found = (signature: RemovedSignature, contents: Data?)

    /// Returns the signatures of earlier revisions that the newest one lacks, oldest first.
    ///
    /// - Parameters:
    ///   - remaining: the newest revision's signatures
    ///   - knownEnds: the ends of revisions whose signatures are among `remaining`
    static func all(
        in library: RevisionLibrary, remaining: [SignedField], knownEnds: Set<Int>
    ) throws(PDFError) -> [Found] {
        let newest = library.newest.document
        let sections = newest.repair == nil ? (try? newest.sections()) ?? [] : []
        let ends = RevisionEnds(of: newest)
        var reached: [RevisionEnds.Ending] = []
        for section in sections.dropFirst() {
            guard reached.count < mostRevisions else { break }
            guard let ending = try ends.ending(of: section), ending.end < newest.bytes.count,
                !ending.isOneOf(knownEnds)
            else { continue }
            reached.append(ending)
        }
        let others = try ends.unreached(by: sections).filter { $0.end < newest.bytes.count }
        var seen = Set(remaining.compactMap(\.contents))
        var removed: [Found] = []
        for ending in (reached + others.prefix(mostRevisions)).sorted(by: { $0.end > $1.end }) {
            try newest.meter.charge(1000)
            guard let revision = try? library.revision(upTo: ending.end),
                let fields = try? SignedField.all(in: revision.document, tree: revision.tree)
            else { continue }
            let lost = fields.filter { field in field.contents.map { seen.insert($0).inserted } ?? false }
            removed += try lost.isEmpty ? [] : signatures(lost, in: revision, newest.meter)
        }
        return removed.reversed()
    }

    /// Returns the signatures in the fields of an earlier revision.
    private static func signatures(
        _ fields: [SignedField], in revision: Revision, _ meter: ReadingMeter
    ) throws(PDFError) -> [Found] {
        let own = RevisionLibrary(revision)
        var found: [Found] = []
        for field in fields.prefix(mostRevisions) {
            try meter.charge(revision.end / 4 + 2000)
            let parts = SignatureParts(field, in: own)
            guard let end = parts.placement.revisionEnd, !parts.isDocumentTimestamp else { continue }
            let removed = RemovedSignature(
                field: field.name, signer: parts.findings.certificate.map(SignerName.text) ?? "somebody unknown",
                intact: parts.findings.integrity.isIntact, revision: end)
            found.append((removed, field.contents))
        }
        return found
    }
}
