import Envelopes
import Foundation

/// A document as it came in, with its bytes; what its pages are, only who reads PDF can say.
public struct ReceivedDocument: Hashable, Sendable {
    public let id: DocumentID
    public let name: String
    public let order: Int
    public let bytes: Data

    /// The document for the domain.
    ///
    /// - Parameter pages: the sizes of its pages as a reader sees them.
    public func document(pages: [PageSize]) -> EnvelopeDocument {
        EnvelopeDocument(id: id, name: name, blob: BlobHash(of: bytes), pages: pages, order: order)
    }
}

extension Wire.EnvelopeDefinition {
    /// The documents in their order, decoded.
    ///
    /// - Throws: ``APIError``: `NO_DOCUMENT_RECEIVED` for one without content, `UNABLE_TO_LOAD_DOCUMENT` for base64
    ///   that is none and for another kind of file, `INVALID_REQUEST_PARAMETER` for one without an id.
    public func receivedDocuments() throws(APIError) -> [ReceivedDocument] {
        try ReceivedDocument.all(documents)
    }
}

extension ReceivedDocument {
    static func all(_ documents: [Wire.Document]?) throws(APIError) -> [ReceivedDocument] {
        var received: [ReceivedDocument] = []
        for (index, document) in (documents ?? []).enumerated() {
            let place = "documents[\(index)]"
            guard let id = document.documentId else {
                throw APIError(.invalidRequestParameter, "\(place).documentId is missing.")
            }
            if let kind = document.fileExtension?.lowercased(), kind != "pdf", kind != ".pdf" {
                throw APIError(
                    .unableToLoadDocument, "Document \(id) is of the kind “\(kind)”; only PDF can be taken.")
            }
            guard let text = document.documentBase64 else {
                throw APIError(.noDocumentReceived, "Document \(id) has no content in \(place).documentBase64.")
            }
            guard let bytes = Self.bytes(base64: text), !bytes.isEmpty else {
                throw APIError(.unableToLoadDocument, "The content of document \(id) is not base64.")
            }
            received.append(
                ReceivedDocument(
                    id: DocumentID(id), name: document.name ?? "", order: document.order ?? index + 1, bytes: bytes))
        }
        let placed = received.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
        return placed.map(\.element)
    }

    /// Base64 (RFC 4648 §4); the line breaks of MIME (RFC 2045 §6.8) may stand in it.
    private static func bytes(base64 text: String) -> Data? {
        if let bytes = Data(base64Encoded: text) { return bytes }
        let isBroken = text.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0x20 || $0 == 0x09 }
        guard isBroken else { return nil }
        let joined = text.utf8.filter { $0 != 0x0A && $0 != 0x0D && $0 != 0x20 && $0 != 0x09 }
        return Data(base64Encoded: Data(joined))
    }
}
