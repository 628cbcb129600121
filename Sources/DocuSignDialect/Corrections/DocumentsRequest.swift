import Envelopes
import Foundation

extension Wire {
    /// The body of `PUT` and `DELETE …/documents`.
    package struct DocumentsRequest: WireObject, Decodable, Sendable {
        package var documents: [Document]?

        init(reading reader: WireReader) throws {
            documents = try reader.list("documents", of: Document.self)
        }

        /// The documents with content; those without change only their name or place.
        ///
        /// - Throws: ``APIError`` as ``Wire/EnvelopeDefinition/receivedDocuments()`` does
        package func received() throws(APIError) -> [ReceivedDocument] {
            try ReceivedDocument.all(
                documents?.filter { $0.documentBase64 != nil || $0.remoteUrl != nil || $0.htmlDefinition != nil })
        }

        /// Returns the change to the documents.
        ///
        /// - Parameter received: the documents with content
        /// - Throws: ``APIError``
        package func correction(
            of envelope: Envelopes.Envelope, _ received: [Envelopes.EnvelopeDocument]
        ) throws(APIError) -> Correction {
            var correction = Correction()
            var last = envelope.documents.map(\.order).max() ?? 0
            for (index, wire) in (documents ?? []).enumerated() {
                guard let id = wire.documentId.map({ DocumentID($0) }) else {
                    throw APIError(.invalidRequestParameter, "documents[\(index)].documentId is missing.")
                }
                let old = envelope.document(id)
                let content = received.first { $0.id == id }
                guard var document = content ?? old else {
                    throw APIError(
                        .noDocumentReceived, "Document \(id) has no content in documents[\(index)].documentBase64.")
                }
                document.name = wire.name ?? old?.name ?? ""
                document.fields = old?.fields ?? []
                if let order = wire.order ?? old?.order {
                    document.order = order
                } else {
                    last += 1
                    document.order = last
                }
                correction.documents.append(document)
            }
            guard !correction.documents.isEmpty else {
                throw APIError(.noDocumentReceived, "The request names no document.")
            }
            return correction
        }

        /// Returns the ids of the documents to remove.
        package func ids() throws(APIError) -> [DocumentID] {
            var ids: [DocumentID] = []
            for (index, document) in (documents ?? []).enumerated() {
                guard let id = document.documentId else {
                    throw APIError(.invalidRequestParameter, "documents[\(index)].documentId is missing.")
                }
                ids.append(DocumentID(id))
            }
            guard !ids.isEmpty else { throw APIError(.invalidRequestParameter, "The request names no document.") }
            return ids
        }
    }
}

extension ReceivedDocument {
    /// A document whose bytes are a request's whole body.
    package init(id: DocumentID, name: String, order: Int, body: Data) {
        self.id = id
        self.name = name
        self.order = order
        content = .bytes(body)
    }
}
