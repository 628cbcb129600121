import Envelopes
import Foundation

/// A document of a request, as it came: nobody has looked into its content.
package struct ReceivedDocument: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case bytes(Data)
        /// The URL of the file.
        case address(String)
    }

    package let id: DocumentID
    package let name: String
    package let order: Int
    package let content: Content
    /// The usual extension of the file's kind, if the request names one.
    package var kind: String?
    /// Whether anchors of the same request find texts in it.
    package var takesAnchors = true
    /// The recipient who gets the fields of the PDF's form as tabs: an id, or "" for the first who signs. `nil` leaves the
    /// form as it is.
    package var formRecipient: String?
}

extension Wire.EnvelopeDefinition {
    /// Returns the decoded documents, in order.
    ///
    /// - Throws: ``APIError``: `NO_DOCUMENT_RECEIVED` for a document without content, `UNABLE_TO_LOAD_DOCUMENT` for
    ///   invalid base64, `INVALID_REQUEST_PARAMETER` for a document without an id or with several contents
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
            var one = ReceivedDocument(
                id: DocumentID(id), name: document.name ?? "", order: document.order ?? index + 1,
                content: try content(of: document, id, at: place),
                kind: document.htmlDefinition != nil ? "html" : document.fileExtension,
                takesAnchors: document.applyAnchorTabs ?? true)
            if document.transformPdfFields == true { one.formRecipient = document.assignTabsToRecipientId ?? "" }
            received.append(one)
        }
        let placed = received.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
        return placed.map(\.element)
    }

    /// Returns the content, which stands in one of three members.
    private static func content(
        of document: Wire.Document, _ id: String, at place: String
    ) throws(APIError) -> Content {
        let given = [document.documentBase64, document.remoteUrl, document.htmlDefinition?.source].compactMap(\.self)
        guard let text = given.first else {
            throw APIError(
                .noDocumentReceived,
                "Document \(id) has no content: none of \(place).documentBase64, remoteUrl and htmlDefinition.source.")
        }
        guard given.count == 1 else {
            throw APIError(
                .invalidRequestParameter,
                "Document \(id) has more than one of \(place).documentBase64, remoteUrl and htmlDefinition.source.")
        }
        if document.remoteUrl != nil { return .address(text) }
        if document.htmlDefinition != nil { return .bytes(Data(text.utf8)) }
        guard let bytes = MIMEBase64.bytes(text), !bytes.isEmpty else {
            throw APIError(.unableToLoadDocument, "The content of document \(id) is not base64.")
        }
        return .bytes(bytes)
    }
}
