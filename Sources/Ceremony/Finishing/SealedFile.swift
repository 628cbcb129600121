import Foundation
import SignedPDF

/// Several documents in one file under the service's seal.
public enum SealedFile {
    /// Returns a new file with all pages of the documents, in order. The signatures stay in the documents themselves.
    ///
    /// - Parameters:
    ///   - title: the title of the new file
    ///   - date: the time of creation and sealing
    /// - Throws: `PDFError` if a document cannot be read, and the authority's errors
    public static func joining(
        _ documents: [Data], title: String, sealedBy authority: any SigningAuthority, at date: Date
    ) async throws -> Data {
        let parts = try documents.map { try PDFDocument($0) }
        let whole = try PDFDocument(
            PDFComposition.combined(parts, information: DocumentInformation(title: title, created: date)))
        let seal = SignatureField(name: "Seal", reason: "Sealed by the service", signerName: "Countersign")
        return whole.bytes + (try await whole.signedRevision(seal, with: try await authority.seal(), at: date))
    }
}
