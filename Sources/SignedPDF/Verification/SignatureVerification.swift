import Foundation
import X509

extension PDFDocument {
    /// Verifies every signature in the file, from this library or any other.
    ///
    /// The file is hashed without being copied into memory, and bytes that several signatures cover are hashed once.
    /// Timestamps and the revocation information in the document security store decide at which time a certificate must
    /// have been good.
    ///
    /// - Parameters:
    ///   - anchors: the trusted certificates: authorities, or signers' own
    ///   - now: the time at which certificates must be valid, unless a trusted timestamp proves another
    ///   - client: fetches revocation information that the file lacks; if `nil`, nothing is fetched from the network
    /// - Returns: the report, with an empty file name
    /// - Throws: ``PDFError`` if the file is too damaged to find its signatures
    public func verifySignatures(
        trusting anchors: [Certificate], at now: Date, asking client: RevocationClient? = nil
    ) async throws(PDFError) -> VerificationReport {
        let tree = try FieldTree(self)
        let fields = try SignedField.all(in: self, tree: tree)
        if fields.isEmpty, tree.isIncomplete {
            throw .unsupported("its form has more fields, or deeper ones, than can be searched for signatures")
        }
        if fields.isEmpty, let reference = tree.unreadable.min(by: { $0.number < $1.number }) {
            throw .damagedObject(reference, "a field of the form cannot be read, which may hold a signature")
        }
        let library = RevisionLibrary(Revision(self, tree: tree))
        let file = try await CheckedFile(library, fields, trusting: anchors, at: now, asking: client)
        return try VerificationReport(of: file, after: VerificationPasses.all)
    }
}
