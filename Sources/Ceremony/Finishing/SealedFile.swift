import Foundation
import SignedPDF

/// Several documents in one file under the service's seal.
public enum SealedFile {
    /// A new file with all pages of the documents, in their order; what was signed stays in the documents themselves.
    ///
    /// - Parameters:
    ///   - title: the new file's title.
    ///   - date: when it is made and sealed.
    /// - Throws: `PDFError` for a document that cannot be read, and what the authority finds wrong.
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
