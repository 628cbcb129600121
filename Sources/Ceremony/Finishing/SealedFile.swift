import Foundation
import SignedPDF

/// Several documents in one file under the service's seal.
public enum SealedFile {
    /// Returns a new file with all pages of the documents, in order, that looks like them. The signatures stay in the
    /// documents themselves.
    ///
    /// - Parameters:
    ///   - names: the bookmark of each document; by default its own title
    ///   - title: the title of the new file
    ///   - date: the time of creation and sealing
    /// - Throws: `PDFError` if a document cannot be read, and the authority's errors
    public static func joining(
        _ documents: [Data], names: [String] = [], title: String, sealedBy authority: any SigningAuthority,
        at date: Date
    ) async throws -> Data {
        let parts = try documents.map { try PDFDocument($0) }
        let seal = SignatureField(name: "Seal", reason: "Sealed by the service", signerName: "Countersign")
        var file = try PDFComposition.combined(
            parts, titles: names, information: DocumentInformation(title: title, created: date),
            reserving: [seal.name])
        let revision = try await PDFDocument(file).signedRevision(seal, with: try await authority.seal(), at: date)
        file += revision
        return file
    }
}
