import Envelopes
import Foundation

/// An uploaded document with its bytes. Its page sizes are unknown until something parses the PDF.
package struct ReceivedDocument: Hashable, Sendable {
    package let id: DocumentID
    package let name: String
    package let order: Int
    package let blob: Blob
    /// Whether anchors of the same request find texts in it.
    package var takesAnchors = true

    package var bytes: Data { blob.bytes }

    /// Returns the document for the domain.
    ///
    /// - Parameter pages: the sizes of its pages as a reader displays them
    package func document(pages: [PageSize]) -> EnvelopeDocument {
        EnvelopeDocument(id: id, name: name, blob: blob.hash, pages: pages, order: order)
    }
}

extension Wire.EnvelopeDefinition {
    /// Returns the decoded documents, in order.
    ///
    /// - Throws: ``APIError``: `NO_DOCUMENT_RECEIVED` for a document without content, `UNABLE_TO_LOAD_DOCUMENT` for
    ///   invalid base64 or another file type, `INVALID_REQUEST_PARAMETER` for a document without an id
    package func receivedDocuments() throws(APIError) -> [ReceivedDocument] {
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
                    .unableToLoadDocument, "Document \(id) is of the kind “\(kind)”; only PDF is accepted.")
            }
            guard let text = document.documentBase64 else {
                throw APIError(.noDocumentReceived, "Document \(id) has no content in \(place).documentBase64.")
            }
            guard let bytes = MIMEBase64.bytes(text), !bytes.isEmpty else {
                throw APIError(.unableToLoadDocument, "The content of document \(id) is not base64.")
            }
            received.append(
                ReceivedDocument(
                    id: DocumentID(id), name: document.name ?? "", order: document.order ?? index + 1,
                    blob: Blob(bytes), takesAnchors: document.applyAnchorTabs ?? true))
        }
        let placed = received.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
        return placed.map(\.element)
    }
}
