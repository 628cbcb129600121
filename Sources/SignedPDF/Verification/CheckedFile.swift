import Foundation
import X509

/// A signed file with what each signature tells by itself: what the passes of a verification look at.
///
/// It does not change, so that it does not matter which pass comes first.
struct CheckedFile: Sendable {
    let library: RevisionLibrary
    let fields: [SignedField]
    /// In the order of the signatures.
    let checks: [SignatureCheck]
    /// What each signed revision did to the one before.
    let history: RevisionHistory
    /// Why the cross-reference had to be rebuilt, if it had to.
    let repair: String?
    /// Signatures of earlier revisions that are gone.
    let removed: [RemovedSignature]

    var document: PDFDocument { library.newest.document }
    var tree: FieldTree { library.newest.tree }

    /// - Parameter fields: The signed fields of the newest revision.
    init(
        _ library: RevisionLibrary, _ fields: [SignedField], trusting anchors: [Certificate], at now: Date,
        asking client: RevocationClient? = nil
    ) async throws(PDFError) {
        let document = library.newest.document
        let parts = try SignatureParts.all(fields, in: library)
        var validation = await LongTermValidation(parts, in: library, anchors: anchors, now: now, client: client)
        var checks: [SignatureCheck] = []
        for signature in parts {
            checks.append(await SignatureCheck(signature, in: document, judgedBy: &validation, now: now))
        }
        self.library = library
        self.fields = fields
        self.checks = checks
        history = RevisionHistory(library, checks)
        // Damage turns up as objects are read; from here on all of it is known.
        try document.lookForDamage()
        repair = document.repair
        removed = try RemovedSignature.all(
            in: library, remaining: fields, knownEnds: Set(checks.compactMap(\.placement.revisionEnd)))
    }
}
