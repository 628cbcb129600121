import Foundation
import X509

/// A signature and the facts from its own bytes, before any decision about trust.
struct SignatureParts: Sendable {
    let field: SignedField
    let placement: SignaturePlacement
    let findings: SignerFindings

    init(_ field: SignedField, in library: RevisionLibrary) {
        self.field = field
        placement = SignaturePlacement(field, in: library)
        findings = Self.findings(field, placement, library.digests)
    }

    private static func findings(
        _ field: SignedField, _ placement: SignaturePlacement, _ digests: PrefixDigests
    ) -> SignerFindings {
        guard let contents = field.contents, !contents.isEmpty else {
            return .unreadable(.containerMissing)
        }
        guard let range = placement.range else {
            // Without a byte range nothing can be verified, but the certificate still names the claimed signer.
            var findings = SignerFindings(contents: contents, encoding: field.subFilter, covering: [])
            findings.integrity = .broken
            findings.findings = []
            return findings
        }
        return SignerFindings(
            contents: contents, encoding: field.subFilter, covering: .range(range, digests))
    }

    /// Whether this is a document timestamp (ISO 32000-2 §12.8.5) rather than a person's signature.
    var isDocumentTimestamp: Bool { field.subFilter == SignatureEncoding.timestamp.rawValue }

    /// The sort order: earlier revisions first, signatures that cover no revision last.
    var order: Int { placement.revisionEnd ?? .max }

    /// Returns all signatures of a document, oldest first.
    static func all(in document: PDFDocument) throws(PDFError) -> [SignatureParts] {
        try all(in: RevisionLibrary(Revision(document, tree: try FieldTree(document))))
    }

    /// Returns all signatures of the newest revision, oldest first.
    static func all(in library: RevisionLibrary) throws(PDFError) -> [SignatureParts] {
        try all(try SignedField.all(in: library.newest.document, tree: library.newest.tree), in: library)
    }

    /// Returns the signatures in these fields, oldest first. They are read in file order, so that hashing continues
    /// from one to the next.
    static func all(
        _ fields: [SignedField], in library: RevisionLibrary
    ) throws(PDFError) -> [SignatureParts] {
        var all: [SignatureParts] = []
        for field in fields.sorted(by: { $0.gapStart < $1.gapStart }) {
            let parts = SignatureParts(field, in: library)
            // A small file can hold thousands of signatures, each of which requires hashing the whole file.
            let work = library.digests.takeHashedBytes() + (parts.placement.range?.gap.count ?? 0)
            try library.newest.document.meter.charge(work / 4 + 2000)
            all.append(parts)
        }
        return all.sorted { $0.order < $1.order }
    }
}

extension RevocationEvidence {
    /// A file with many signers has a few hundred certificates.
    private static let mostCertificates = 4096

    /// Returns all evidence in a file: from the security stores of its revisions, and from its signatures and
    /// timestamps.
    static func all(in library: RevisionLibrary, _ signatures: [SignatureParts]) -> RevocationEvidence {
        var evidence = RevocationEvidence()
        for store in (try? DocumentSecurityStore.all(in: library)) ?? [] {
            evidence.certificates += store.certificates.compactMap { try? CertificateDER.certificate(from: $0.bytes) }
            for item in store.responses { evidence.add(response: item.bytes, at: item.position) }
            for item in store.lists { evidence.add(list: item.bytes, at: item.position) }
        }
        var seen: Set<Certificate> = Set(evidence.certificates)
        for signature in signatures {
            let findings = signature.findings
            for certificate in findings.certificates + findings.timestamps.flatMap(\.certificates)
            where seen.count < mostCertificates && seen.insert(certificate).inserted {
                evidence.certificates.append(certificate)
            }
            // A signature does not cover its own value; only later signatures do. The position of a signature that
            // covers no revision is only its own claim.
            let position = signature.placement.revisionEnd ?? library.newest.end
            for archival in [signature.findings.archival] + signature.findings.timestamps.map(\.archival) {
                for response in archival.responses { evidence.add(response: response, at: position) }
                for list in archival.lists { evidence.add(list: list, at: position) }
            }
        }
        return evidence
    }
}
