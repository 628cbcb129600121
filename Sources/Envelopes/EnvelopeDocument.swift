/// A document of an envelope as the sender uploaded it, or a recipient attached it.
public struct EnvelopeDocument: Hashable, Sendable, Codable {
    /// Unique within the envelope.
    public var id: DocumentID
    /// The name that people read, with or without a file extension.
    public var name: String
    /// The PDF as received, or as it was made from ``source``. Later versions append to it and never rewrite it.
    public var blob: BlobHash
    /// The file that the PDF was made from; `nil` if a PDF was received.
    public var source: DocumentSource?
    /// The pages as a reader sees them, in order.
    public var pages: [PageSize]
    /// The position among the envelope's documents, from 1.
    public var order: Int
    /// Where it comes from, if a recipient attached it; `nil` for the sender's documents.
    public var attachment: DocumentAttachment?
    private var texts: [DocumentField]?
    private var hidden: [CoveredFrame]?

    /// Checked only with the whole definition. ``pages`` must be those of the PDF in `blob`.
    public init(
        id: DocumentID, name: String, blob: BlobHash, pages: [PageSize], order: Int, fields: [DocumentField] = [],
        covered: [CoveredFrame] = [], attachment: DocumentAttachment? = nil, source: DocumentSource? = nil
    ) {
        self.id = id
        self.name = name
        self.blob = blob
        self.pages = pages
        self.order = order
        self.attachment = attachment
        self.source = source
        texts = fields.isEmpty ? nil : fields
        hidden = covered.isEmpty ? nil : covered
    }

    /// What has to be stored for the document.
    public var blobs: [BlobHash] { [blob] + (source.map { [$0.blob] } ?? []) }

    /// Texts that the sender keeps with the document.
    public var fields: [DocumentField] {
        get { texts ?? [] }
        set { texts = newValue.isEmpty ? nil : newValue }
    }

    /// The places at which the pages' own text is covered, so that nobody sees or hears it.
    public var covered: [CoveredFrame] {
        get { hidden ?? [] }
        set { hidden = newValue.isEmpty ? nil : newValue }
    }

    private enum CodingKeys: String, CodingKey {
        case id, name, blob, pages, order, attachment, source
        case texts = "fields"
        case hidden = "covered"
    }
}

/// The file that a document's PDF was made from.
public struct DocumentSource: Hashable, Sendable, Codable {
    /// The bytes as received.
    public var blob: BlobHash
    /// The kind of the file as its usual extension, such as `docx`.
    public var kind: String

    /// Names a file that a PDF was made from.
    public init(blob: BlobHash, kind: String) {
        self.blob = blob
        self.kind = kind
    }
}
