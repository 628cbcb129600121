import Envelopes

extension Wire {
    /// The answer to `GET …/envelopes/{id}/documents`.
    public struct EnvelopeDocumentsResult: Codable, Hashable, Sendable {
        public var envelopeId: String
        public var envelopeDocuments: [EnvelopeDocument]

        /// - Parameters:
        ///   - sizes: the sizes of blobs in bytes, as far as known
        ///   - viewer: the recipient whose documents are listed; `nil` for all documents
        public init(
            _ envelope: Envelopes.Envelope, sizes: [BlobHash: Int] = [:], seenBy viewer: RecipientID? = nil
        ) {
            let seen = viewer.map { envelope.documents(visibleTo: $0) } ?? envelope.documents
            envelopeId = envelope.id.rawValue
            envelopeDocuments = seen.map { document in
                let size = envelope.latestVersion(of: document.id).flatMap { sizes[$0] }
                return EnvelopeDocument(document, in: envelope, size: size)
            }
            if let certificate = envelope.certificate, viewer.map(envelope.seesAll) ?? true {
                envelopeDocuments.append(EnvelopeDocument(certificateIn: envelope, size: sizes[certificate]))
            }
        }
    }

    /// A document in an answer: one of the sender's, or the certificate of completion.
    public struct EnvelopeDocument: Codable, Hashable, Sendable {
        public var documentId: String
        public var documentIdGuid: String
        public var name: String
        /// `content`, or `summary` for the certificate.
        public var type: String
        public var uri: String
        public var order: String
        public var pages: [Page]?
        public var sizeBytes: String?
        public var display: String
        public var includeInDownload: String
        public var signerMustAcknowledge: String
        public var availableDocumentTypes: [DocumentType]
        /// The tab that asked for a document that a recipient attached.
        public var attachmentTabId: String?
        /// The document in base64, in messages of Connect that include documents.
        public var pdfBytes: String?

        private enum CodingKeys: String, CodingKey {
            case documentId, documentIdGuid, name, type, uri, order, pages, sizeBytes, display, includeInDownload
            case signerMustAcknowledge, availableDocumentTypes, attachmentTabId
            case pdfBytes = "PDFBytes"
        }

        /// A page as a reader displays it, in PDF points, which equal pixels at 72 dpi.
        public struct Page: Codable, Hashable, Sendable {
            public var pageId: String
            public var sequence: String
            public var width: String
            public var height: String
            public var dpi: String
        }

        public struct DocumentType: Codable, Hashable, Sendable {
            public var type: String
            public var isDefault: String
        }

        init(_ document: Envelopes.EnvelopeDocument, in envelope: Envelopes.Envelope, size: Int?) {
            self.init(
                id: document.id.rawValue, name: document.name, type: "content", order: document.order, size: size,
                envelope)
            attachmentTabId = document.attachment?.tabID.rawValue
            pages = document.pages.enumerated().map { index, page in
                Page(
                    pageId: DerivedGUID.text(envelope.id, "page", "\(document.id)/\(index + 1)"),
                    sequence: String(index + 1), width: WireNumber.text(page.width),
                    height: WireNumber.text(page.height), dpi: "72")
            }
        }

        init(certificateIn envelope: Envelopes.Envelope, size: Int?) {
            self.init(id: "certificate", name: "Summary", type: "summary", order: 999, size: size, envelope)
        }

        private init(
            id: String, name: String, type: String, order: Int, size: Int?, _ envelope: Envelopes.Envelope
        ) {
            documentId = id
            documentIdGuid = DerivedGUID.text(envelope.id, "document", id)
            self.name = name
            self.type = type
            uri = "/envelopes/\(envelope.id)/documents/\(id)"
            self.order = String(order)
            sizeBytes = size.map { String($0) }
            display = "inline"
            includeInDownload = "true"
            signerMustAcknowledge = "no_interaction"
            availableDocumentTypes = [DocumentType(type: "electronic", isDefault: "true")]
        }
    }
}
