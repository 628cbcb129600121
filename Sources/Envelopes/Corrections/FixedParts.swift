/// What of a sent envelope its sender can no longer change.
public struct FixedParts: Hashable, Sendable {
    /// The documents that stay, since somebody has seen them.
    public var documents: Set<DocumentID>
    /// Whether the list of documents stays as it is, with names and order: somebody has signed.
    public var closesDocuments: Bool
    /// The documents whose fields stay, since somebody has signed them.
    public var fieldsOf: Set<DocumentID>
    /// The people who have finished. They stay as they are, and so do their fields.
    public var finished: Set<RecipientID>

    /// Nothing is checked here.
    public init(
        documents: Set<DocumentID>, closesDocuments: Bool, fieldsOf: Set<DocumentID>, finished: Set<RecipientID>
    ) {
        self.documents = documents
        self.closesDocuments = closesDocuments
        self.fieldsOf = fieldsOf
        self.finished = finished
    }
}

extension Envelope {
    /// What of it, once sent, its sender can no longer change.
    public var fixedParts: FixedParts {
        FixedParts(
            documents: isOpened ? Set(documents.map(\.id)) : [], closesDocuments: hasSignature,
            fieldsOf: Set(versions.filter { $0.value.count > 1 }.keys),
            finished: Set(recipientStates.filter { $0.value.hasFinished }.keys))
    }
}
