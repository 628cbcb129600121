import Foundation

/// A signature of an earlier revision that a later one took out.
///
/// The bytes of the earlier revision are still in the file, so it can be told whose signature it was.
public struct RemovedSignature: Sendable, Hashable, Codable {
    /// The full name of the field that held it.
    public var field: String
    /// Whose certificate it was: "NAME <EMAIL>". Whether it leads to a trust anchor is not told.
    public var signer: String
    /// Whether it was intact.
    public var intact: Bool
    /// The number of bytes of the earlier revision.
    public var revision: Int

    /// A whole sentence.
    public var sentence: String {
        intact
            ? "An earlier revision, the first \(revision) bytes of the file, was signed by \(signer) in the field "
                + "“\(ChangedField.plain(field))”; that signature was taken out again."
            : "An earlier revision, the first \(revision) bytes of the file, held a signature of \(signer) in the field "
                + "“\(ChangedField.plain(field))” that does not hold; it was taken out again."
    }

    var problem: SignatureProblem { .doubtful(sentence) }

    /// The most earlier revisions that are opened for this.
    private static let mostRevisions = 64

    /// The signatures of earlier revisions that are not in the newest one, oldest first.
    ///
    /// - Parameters:
    ///   - remaining: The newest revision's signatures.
    ///   - knownEnds: Where revisions end whose signatures are among them.
    static func all(
        in library: RevisionLibrary, remaining: [SignedField], knownEnds: Set<Int>
    ) throws(PDFError) -> [RemovedSignature] {
        let newest = library.newest.document
        guard newest.repair == nil, let sections = try? newest.sections() else { return [] }
        var seen = Set(remaining.compactMap(\.contents))
        var removed: [RemovedSignature] = []
        var opened = 0
        for section in sections.dropFirst() {
            guard opened < mostRevisions else { break }
            guard let end = try end(of: section, in: newest), end < newest.bytes.count,
                !(end - 2...end).contains(where: knownEnds.contains)
            else { continue }
            opened += 1
            guard let revision = try? library.revision(upTo: end),
                let fields = try? SignedField.all(in: revision.document, tree: revision.tree)
            else { continue }
            let lost = fields.filter { field in field.contents.map { seen.insert($0).inserted } ?? false }
            guard !lost.isEmpty else { continue }
            let own = RevisionLibrary(revision)
            for field in lost.prefix(mostRevisions) {
                try newest.meter.charge(revision.end / 4 + 2000)
                let parts = SignatureParts(field, in: own)
                guard parts.placement.revisionEnd != nil, !parts.isDocumentTimestamp else { continue }
                removed.append(
                    RemovedSignature(
                        field: field.name,
                        signer: parts.findings.certificate.map(SignerName.text) ?? "somebody unknown",
                        intact: parts.findings.integrity == .intact, revision: parts.placement.revisionEnd ?? end))
            }
        }
        return removed.reversed()
    }

    /// Where the revision ends whose cross-reference a section is: behind the line with `%%EOF` that follows.
    private static func end(of section: XrefSection, in document: PDFDocument) throws(PDFError) -> Int? {
        try document.bytes.lend { (bytes) throws(PDFError) in
            let lexer = Lexer(bytes, at: section.end)
            let limit = min(bytes.count, section.end + 1024)
            try document.meter.charge(64)
            guard var end = lexer.firstIndex(of: "%%EOF", from: section.end, to: limit).map({ $0 + 5 }) else {
                return nil
            }
            if lexer.byte(end) == 0x0D { end += 1 }
            if lexer.byte(end) == 0x0A { end += 1 }
            return end
        }
    }
}
