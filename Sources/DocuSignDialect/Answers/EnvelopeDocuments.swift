import Envelopes

extension Wire {
    /// The answer to `GET …/envelopes/{id}/documents`.
    package struct EnvelopeDocumentsResult: Codable, Hashable, Sendable {
        package var envelopeId: String
        package var envelopeDocuments: [EnvelopeDocument]

        /// - Parameters:
        ///   - sizes: the sizes of blobs in bytes, as far as known
        ///   - viewer: the recipient whose documents are listed; `nil` for all documents
        package init(
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
    package struct EnvelopeDocument: Codable, Hashable, Sendable {
        package var documentId: String
        package var documentIdGuid: String
        package var name: String
        /// `content`, or `summary` for the certificate.
        package var type: String
        package var uri: String
        package var order: String
        package var pages: [Page]?
        package var sizeBytes: String?
        package var display: String
        package var includeInDownload: String
        package var signerMustAcknowledge: String
        package var availableDocumentTypes: [DocumentType]
        /// The tab that asked for a document that a recipient attached.
        package var attachmentTabId: String?
        /// The document in base64, in messages of Connect that include documents.
        package var pdfBytes: String?

        private enum CodingKeys: String, CodingKey {
            case documentId, documentIdGuid, name, type, uri, order, pages, sizeBytes, display, includeInDownload
            case signerMustAcknowledge, availableDocumentTypes, attachmentTabId
            case pdfBytes = "PDFBytes"
        }

        /// A page as a reader displays it, in PDF points, which equal pixels at 72 dpi.
        package struct Page: Codable, Hashable, Sendable {
            package var pageId: String
            package var sequence: String
            package var width: String
            package var height: String
            package var dpi: String
        }

        package struct DocumentType: Codable, Hashable, Sendable {
            package var type: String
            package var isDefault: String
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
