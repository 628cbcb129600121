import Foundation
import X509

/// A signed file with the check of each signature by itself. The passes of a verification read it.
///
/// It is immutable, so the order of the passes does not matter.
struct CheckedFile: Sendable {
    let library: RevisionLibrary
    /// The signatures of the newest revision, and those that only the bytes hold.
    let fields: [SignedField]
    /// The checks, in the order of the signatures.
    let checks: [SignatureCheck]
    /// The changes that each signed revision made to the one before.
    let history: RevisionHistory
    /// The reason that the cross-reference had to be rebuilt, if any.
    let repair: String?
    /// Signatures of earlier revisions that were removed.
    let removed: [RemovedSignature]

    var document: PDFDocument { library.newest.document }
    var tree: FieldTree { library.newest.tree }

    /// - Parameter fields: the signed fields of the newest revision
    init(
        _ library: RevisionLibrary, _ fields: [SignedField], trusting anchors: [Certificate], at now: Date,
        asking client: RevocationClient? = nil
    ) async throws(PDFError) {
        let document = library.newest.document
        let strays = try StraySignatures(in: library.newest, besides: fields)
        var fields = fields + strays.reached
        var parts = try SignatureParts.all(fields, in: library)
        let removed = try RemovedSignature.all(
            in: library, remaining: fields, knownEnds: Set(parts.compactMap(\.placement.revisionEnd)))
        let lost = Set(removed.map(\.contents))
        let unreached = strays.unreached.filter { !lost.contains($0.contents) }
        if !unreached.isEmpty {
            fields += unreached
            parts = try SignatureParts.all(fields, in: library)
        }
        var validation = await LongTermValidation(parts, in: library, anchors: anchors, now: now, client: client)
        var checks: [SignatureCheck] = []
        for signature in parts {
            checks.append(await SignatureCheck(signature, in: document, judgedBy: &validation, now: now))
        }
        self.removed = removed.map(\.signature)
        self.library = library
        self.fields = fields
        self.checks = checks
        history = RevisionHistory(library, checks)
        // Damage appears only when objects are read; this call finds all of it.
        if !checks.isEmpty { try document.lookForDamage() }
        repair = document.repair
    }
}
