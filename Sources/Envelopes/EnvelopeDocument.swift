/// A document of an envelope as the sender gave it.
public struct EnvelopeDocument: Hashable, Sendable, Codable {
    public var id: DocumentID
    /// What people read, with or without a file extension.
    public var name: String
    /// The bytes as received; never rewritten, only appended to.
    public var blob: BlobHash
    /// The pages as a reader sees them, in order; their count is the document's page count.
    public var pages: [PageSize]
    /// The place among the envelope's documents, from 1.
    public var order: Int

    public init(id: DocumentID, name: String, blob: BlobHash, pages: [PageSize], order: Int) {
        self.id = id
        self.name = name
        self.blob = blob
        self.pages = pages
        self.order = order
    }
}
