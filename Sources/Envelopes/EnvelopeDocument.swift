/// A document of an envelope as the sender uploaded it.
public struct EnvelopeDocument: Hashable, Sendable, Codable {
    public var id: DocumentID
    /// The name that people read, with or without a file extension.
    public var name: String
    /// The bytes as received. Later versions append to them and never rewrite them.
    public var blob: BlobHash
    /// The pages as a reader sees them, in order.
    public var pages: [PageSize]
    /// The position among the envelope's documents, from 1.
    public var order: Int
    private var texts: [DocumentField]?
    private var hidden: [CoveredFrame]?

    public init(
        id: DocumentID, name: String, blob: BlobHash, pages: [PageSize], order: Int, fields: [DocumentField] = [],
        covered: [CoveredFrame] = []
    ) {
        self.id = id
        self.name = name
        self.blob = blob
        self.pages = pages
        self.order = order
        texts = fields.isEmpty ? nil : fields
        hidden = covered.isEmpty ? nil : covered
    }

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
        case id, name, blob, pages, order
        case texts = "fields"
        case hidden = "covered"
    }
}
