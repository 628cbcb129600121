/// Which documents a recipient may see.
extension Envelope {
    /// Returns the documents that a recipient may see, in order: those that the sender does not hide from them. If the
    /// definition enforces visibility, a signer does not see documents in which only others have tabs.
    /// An attached file is seen by those who see the document that asks for it.
    public func documents(visibleTo id: RecipientID) -> [EnvelopeDocument] { definition.documents(visibleTo: id) }

    /// Whether a recipient may see every document, and so also what is about all of them: the file with all documents
    /// and the certificate of completion, which holds everybody's entries.
    public func seesAll(_ id: RecipientID) -> Bool { documents(visibleTo: id).count == documents.count }

    /// Returns a document that a recipient may see; `nil` for any other.
    public func document(_ document: DocumentID, visibleTo id: RecipientID) -> EnvelopeDocument? {
        documents(visibleTo: id).first { $0.id == document }
    }
}

extension EnvelopeDefinition {
    func documents(visibleTo id: RecipientID) -> [EnvelopeDocument] {
        guard let recipient = recipients.first(where: { $0.id == id }) else { return [] }
        let shared = documents.filter { !recipient.excludedDocuments.contains($0.id) }.sorted { $0.order < $1.order }
        let asking = Dictionary(
            tabs.filter { $0.kind == .signerAttachment }.map { ($0.id, $0.documentID) },
            uniquingKeysWith: { first, _ in first })
        let sent = sentDocuments(among: shared, of: recipient)
        let seen = Set(sent.map(\.id))
        return shared.filter { document in
            guard let attachment = document.attachment else { return seen.contains(document.id) }
            return attachment.recipientID == id || asking[attachment.tabID].map(seen.contains) ?? true
        }
    }

    /// The sender's documents that a recipient sees.
    private func sentDocuments(among shared: [EnvelopeDocument], of recipient: Recipient) -> [EnvelopeDocument] {
        let id = recipient.id
        let shared = shared.filter { $0.attachment == nil }
        guard enforcesVisibility, recipient.signs else { return shared }
        let own = Set(tabs.filter { $0.recipientID == id }.map(\.documentID))
        let others = Set(tabs.filter { $0.recipientID != id }.map(\.documentID))
        return shared.filter { own.contains($0.id) || !others.contains($0.id) }
    }
}

extension DefinitionCheck {
    mutating func checkVisibility() {
        let known = Set(definition.documents.map(\.id))
        for recipient in definition.recipients {
            let excluded = Set(recipient.excludedDocuments)
            count(
                recipient.excludedDocuments.count, .recipient(recipient.id, .excludedDocuments),
                limit: EnvelopeLimits.documents)
            for id in excluded.sorted() where !known.contains(id) {
                problems.append(.unknownExclusion(recipient.id, id))
            }
            for tab in definition.tabs where tab.recipientID == recipient.id && excluded.contains(tab.documentID) {
                problems.append(.tabOnExcludedDocument(tab))
            }
            if recipient.acts, !known.isEmpty, definition.documents(visibleTo: recipient.id).isEmpty {
                problems.append(.nothingVisible(recipient.id))
            }
        }
    }
}
