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
        let file = try await CheckedFile(library, fields, trusting: anchors, at: now, asking: client)
        return try VerificationReport(of: file, after: VerificationPasses.all)
    }
}
